import type { ExamSpec, SpecCourse } from '../compute/exam-spec.ts'
import { courseNumbers } from '../compute/wide.ts'

/** The letter of a column of ranks, and what `unit_rank` calls it. */
const SCOPES = [
  { letter: 'r', title: 'all_rank' },
  { letter: 'a', title: 'area_rank' },
  { letter: 'k', title: 'school_rank' },
] as const

/** Fragments of `class-rank.sql`, `combination-rank.sql` and `student.sql`: a look-up of ranks for each course. */
export function studentSlots({ courses, levels = [], rule }: ExamSpec): Record<string, string> {
  const byLevels = levels.map(({ courseId }) => courseId)
  const numbers = [0, ...courseNumbers(courses)]
  return {
    class_scores: each(numbers, (n) => `list_reverse_sort(list(c${n}) filter (where c${n} is not null)) as list${n}`),
    // The first place of a score in descending order is its 1224 rank.
    seq_order: sequenceKeys(courses, rule.totalBy === 'raw' ? [] : byLevels)
      .map((key) => `${key} desc`)
      .join(', '),
    class_ranks: each(numbers, (n) => `list_position(list${n}, c${n})::int as class${n}`),
    keys: each(numbers, (n) => `if(is_counted, c${n}, null) as key${n}`),
    total_ranks: [
      ...SCOPES.map(({ title }) => `u0.${title}`),
      classRank(0, 'class_rank'),
      'p0.rank as group_rank',
    ].join(', '),
    combination_name: COMBINATION,
    combination_scores: numbers.map((n) => combinationScores(n, rule.removeZeroScores)).join('\n  union all\n  '),
    both_totals: levels.length > 0 ? 'raw0 as raw_total10, level0 as level_total10,' : '',
    course_columns: each(numbers.slice(1), (n) => [...courseColumns(n), ...levelColumns(n, byLevels)].join(', ')),
    rank_joins: numbers.flatMap((n) => [rankJoin(n), combinationJoin(n)]).join('\n'),
  }
}

function each(numbers: number[], write: (n: number) => string): string {
  return numbers.map(write).join(',\n       ')
}

function courseColumns(n: number): string[] {
  const ranks = SCOPES.map(({ letter, title }) => `u${n}.${title} as ${letter}${n}`)
  return [`c${n}`, `s${n}`, ...ranks, classRank(n, `l${n}`), `p${n}.rank as p${n}`]
}

/** Assigned mark and grade of a course by levels. */
function levelColumns(n: number, byLevels: number[]): string[] {
  return byLevels.includes(n) ? [`v${n}`, `g${n}`] : []
}

function rankJoin(n: number): string {
  const alias = `u${n}`
  return `left join unit_rank as ${alias} on ${alias}.course_id = ${n} and ${alias}.score10 = key${n} and ${alias}.school_id = ranked.school_id`
}

/** Whom a student is compared with by his combination (F11): those of the same one or, where none is on the list, of the same stream. */
const COMBINATION = `coalesce(nullif(course_combination, ''), case arts_science when 1 then '历史类' when 2 then '物理类' end)`

function combinationScores(n: number, isWithoutZeros: boolean): string {
  return `select ${n}::smallint as course_id, combination_name, c${n} as score10, count(*)::int as num from combined
  where combination_name is not null and c${n} >= ${isWithoutZeros ? 1 : 0} group by all`
}

function combinationJoin(n: number): string {
  const alias = `p${n}`
  return `left join combination_rank as ${alias} on ${alias}.course_id = ${n} and ${alias}.combination_name = ranked.combination_name and ${alias}.score10 = key${n}`
}

/** A score taken out of the statistics stands in the class's list but has no rank anywhere; it is the lowest, so others keep theirs. */
function classRank(n: number, title: string): string {
  return `if(u${n}.all_rank is null, null, class${n}) as ${title}`
}

const CHINESE = ['语文']
const MATHS = ['数学']
const FOREIGN = ['外语', '英语', '日语', '俄语', '德语', '法语', '西班牙语']
const FIRST_CHOICES = ['物理', '历史']
const FURTHER_CHOICES = [['化学'], ['生物', '生物学'], ['政治', '思想政治'], ['地理']]

/**
 * What decides between equal totals, in turn; a course that is not in the exam or was not taken counts nothing, and one whose
 * assigned mark is in the total counts by that.
 */
function sequenceKeys(courses: SpecCourse[], byLevels: number[]): string[] {
  const best = (names: string[]) => {
    const found = courses.filter(({ courseName }) => names.includes(courseName))
    const marks = found.map(({ courseId: n }) => (byLevels.includes(n) ? `, coalesce(v${n}, c${n})` : `, c${n}`))
    return `greatest(0${marks.join('')})`
  }
  const further = `list_reverse_sort([${FURTHER_CHOICES.map(best).join(', ')}])`
  const [chinese, maths] = [best(CHINESE), best(MATHS)]
  return [
    `${chinese} + ${maths}`,
    `greatest(${chinese}, ${maths})`,
    best(FOREIGN),
    best(FIRST_CHOICES),
    `${further}[1]`,
    `${further}[2]`,
  ]
}
