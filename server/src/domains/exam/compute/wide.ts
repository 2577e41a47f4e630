import type { SpecCourse } from './exam-spec.ts'

/** Fragments of the wide tables. They are made of course numbers only, which must be whole; no name ever enters SQL. */
export function courseNumbers(courses: SpecCourse[]): number[] {
  const numbers = courses.map(({ courseId }) => courseId)
  const isSound = numbers.every((n) => Number.isInteger(n) && n > 0 && n < 1000)
  if (!isSound || new Set(numbers).size < numbers.length)
    throw new Error(`course numbers ${numbers.join()} are not usable`)
  return numbers
}

/** Score and status of each course as columns, while papers are gathered per student. */
export function paperColumns(courses: SpecCourse[]): string {
  return courseNumbers(courses)
    .map(
      (n) =>
        `max(score10) filter (where course_id = ${n}) as c${n}, max(status) filter (where course_id = ${n}) as s${n}`,
    )
    .join(',\n         ')
}

/** Score and status of each course, as every student row carries them. */
export function scoreColumns(courses: SpecCourse[]): string[] {
  return courseNumbers(courses).flatMap((n) => [`c${n}`, `s${n}`])
}

/** One select per course, so that the long table is written course after course. */
export function scoreRows(courses: SpecCourse[]): string {
  return [0, ...courseNumbers(courses)]
    .map(
      (n) =>
        `select ${n}::smallint as course_id, school_id, class_id,\n` +
        `       if($removeZeroScores and c${n} = 0, null, c${n})::int as score10, s${n} as status\n` +
        `from student\nwhere is_counted and s${n} is not null`,
    )
    .join('\nunion all\n')
}

/** Those who count, by course, 科类 and whole mark. */
export function streamRows(courses: SpecCourse[]): string {
  return [0, ...courseNumbers(courses)]
    .map(
      (n) =>
        `select ${n}::smallint as course_id, arts_science, (c${n} // 10)::int as score, count(*)::int as num\n` +
        `from student\nwhere is_counted and arts_science in (1, 2) and c${n} >= if($removeZeroScores, 1, 0)\ngroup by all`,
    )
    .join('\nunion all\n')
}

/** True for a student who passed every counted course on the list; an exemption is no failure. */
export function passConditions(courses: SpecCourse[]): string {
  const counted = courses.filter(({ isInTotal }) => isInTotal === 1)
  const conditions = courseNumbers(counted).map(
    (n) => `(s${n} is null or s${n} = 6 or c${n} >= (select pass10 from threshold where course_id = ${n}))`,
  )
  return conditions.length > 0 ? conditions.join('\n    and ') : 'true'
}

/** Those who count, by course, 科类 and score. */
export function lineMarks(courses: SpecCourse[]): string {
  return [0, ...courseNumbers(courses)]
    .map(
      (n) =>
        `select ${n}::smallint as course_id, arts_science, c${n} as score10, count(*) as num\n` +
        `from student\nwhere is_counted and c${n} >= if($removeZeroScores, 1, 0)\ngroup by all`,
    )
    .join('\nunion all\n')
}

/** Papers of those who count beside the total of the student; scores are null when they enter no statistics. */
export function linePapers(courses: SpecCourse[]): string {
  const kept = (n: number) => `if($removeZeroScores and c${n} = 0, null, c${n})`
  return [0, ...courseNumbers(courses)]
    .map(
      (n) =>
        `select ${n}::smallint as course_id, class_id, arts_science, ${kept(0)}::int as total10, ` +
        `${kept(n)}::int as score10, s${n} as status\nfrom student\nwhere is_counted and s${n} is not null`,
    )
    .join('\nunion all\n')
}

/** Who sat the paper of each course and counts. */
export function paperTakers(courses: SpecCourse[]): string {
  return courseNumbers(courses)
    .map(
      (n) =>
        `select ${n}::smallint as course_id, sid, class_id\n` +
        `from student\nwhere is_counted and c${n} >= if($removeZeroScores, 1, 0)`,
    )
    .join('\nunion all\n')
}
