import type { ExamSpec } from './exam-spec.ts'
import { courseNumbers } from './wide.ts'

/** Courses whose marks are assigned by levels, and those of them that count; numbers only, so that no name ever enters SQL. */
function levelNumbers({ courses, levels = [] }: ExamSpec): { all: number[]; counted: number[] } {
  const own = courses.filter(({ courseId }) => levels.some((level) => level.courseId === courseId))
  return { all: courseNumbers(own), counted: courseNumbers(own.filter(({ isInTotal }) => isInTotal === 1)) }
}

/** Valid marks of the courses by levels, with whether they count; without such courses no fact is read. */
export function levelPapers(spec: ExamSpec): string {
  const { all } = levelNumbers(spec)
  if (all.length === 0)
    return 'select null::smallint as course_id, null::int as score10, false as is_counted where false'
  return `select course_id, (score * 10)::int as score10, is_count = 1 or not $isCountOnly as is_counted
  from course_score
  join roster using (sid)
  where course_id in (${all.join(', ')}) and score_status in (0, 2) and score is not null`
}

/** A look-up of the assigned mark for each course by levels; the alias of course n is `of<n>`. */
export function levelJoins(spec: ExamSpec): string {
  return levelNumbers(spec)
    .all.map((n) => `left join level_score as of${n} on of${n}.course_id = ${n} and of${n}.score10 = c${n}\n`)
    .join('')
}

/**
 * The total as `c0` with its status; one without any paper is absent from it. With levels both totals are kept, `raw0` and
 * `level0`, and the rule chooses which of them `c0` is.
 */
export function totalColumns(spec: ExamSpec): string[] {
  const { all, counted } = levelNumbers(spec)
  const status = 'coalesce(s0, 1)::tinyint'
  if (all.length === 0) return ['c0', `${status} as s0`]
  const level = ['wide.c0', ...counted.map((n) => `coalesce(of${n}.level10 - c${n}, 0)`)].join(' + ')
  const both = ['wide.c0 as raw0', `(${level})::int as level0`]
  if (spec.rule.totalBy === 'raw') return [...both, 'wide.c0 as c0', `${status} as s0`]
  return [...both, `(${level})::int as c0`, `if(s0 in (0, 2), if(level0 = 0, 2, 0), ${status})::tinyint as s0`]
}

/** Assigned mark and grade of each course by levels. */
export function levelColumns(spec: ExamSpec): string[] {
  return levelNumbers(spec).all.flatMap((n) => [`of${n}.level10 as v${n}`, `of${n}.grade_name as g${n}`])
}

/** What a student could reach in the total that is chosen: assigned marks end with those of the first grade. */
export function fullTotal(spec: ExamSpec): string {
  if (spec.rule.totalBy === 'raw') return 'full0'
  const changes = levelNumbers(spec).counted.map((n) => `if(s${n} is null, 0, ${gainOf(spec, n)})`)
  return ['full0', ...changes].join(' + ')
}

/** How much more, in tenths, the best assigned mark of a course is than its full mark. */
function gainOf({ courses, levels = [] }: ExamSpec, courseId: number): number {
  const top = levels.find((level) => level.courseId === courseId)?.grades[0]?.t2 ?? 0
  const full = courses.find((course) => course.courseId === courseId)?.examScore ?? 0
  return Math.round(top * 10) - Math.round(full * 10)
}
