import { courseNumbers } from '../compute/wide.ts'
import type { SpecCourse } from '../compute/exam-spec.ts'

const SCOPES = [
  { scope: 'all', letter: 'r', title: 'all_rank', unit: '0' },
  { scope: 'area', letter: 'a', title: 'area_rank', unit: 'student.area_id' },
  { scope: 'school', letter: 'k', title: 'school_rank', unit: 'student.school_id' },
] as const

/** Fragments of `student.sql`: rank look-ups for each course and scope, the class rank out of the class's own scores. */
export function studentSlots(courses: SpecCourse[]): Record<string, string> {
  const numbers = [0, ...courseNumbers(courses)]
  return {
    class_scores: numbers.map((n) => `list_reverse_sort(list(c${n}) filter (where c${n} is not null)) as list${n}`).join(',\n         '),
    total_ranks: [...SCOPES.map(({ letter, title }) => `${letter}0.rank as ${title}`), `${classRank(0)} as class_rank`].join(', '),
    course_columns: numbers.slice(1).map(courseColumns).join(',\n       '),
    rank_joins: numbers.flatMap((n) => SCOPES.map((one) => rankJoin(n, one))).join('\n'),
  }
}

function courseColumns(n: number): string {
  const ranks = SCOPES.map(({ letter }) => `${letter}${n}.rank as ${letter}${n}`)
  return [`c${n}`, `s${n}`, ...ranks, `${classRank(n)} as l${n}`].join(', ')
}

function rankJoin(n: number, { scope, letter, unit }: (typeof SCOPES)[number]): string {
  const alias = `${letter}${n}`
  return (
    `left join rank_lut as ${alias} on ${alias}.scope = '${scope}' and ${alias}.course_id = ${n}` +
    ` and ${alias}.unit_id = ${unit} and ${alias}.score10 = if(is_counted, c${n}, null)`
  )
}

/** The first place of a score in the class's descending list is its 1224 rank; a removed score has no rank anywhere. */
function classRank(n: number): string {
  return `if(r${n}.rank is null, null, list_position(list${n}, c${n}))::int`
}
