import { groupBy } from '../arrange/kernel/group-by.ts'
import type { CoursePlace } from './archived-mark.ts'

/** Corrections of one course of an exam. */
export interface OfCourse<R> {
  place: CoursePlace
  /** Of their students, each once. */
  numbers: string[]
  rows: R[]
}

/** Rows by their course, so that what is known of a course is read once for all of them. */
export function groupByCourse<R extends CoursePlace & { studentNumber: string }>(rows: readonly R[]): OfCourse<R>[] {
  const courses = groupBy(rows, ({ examId, courseName }) => `${examId} ${courseName}`)
  return [...courses.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { examId, courseName } = first
    return { place: { examId, courseName }, numbers: [...new Set(own.map((row) => row.studentNumber))], rows: own }
  })
}
