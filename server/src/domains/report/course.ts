/** A course of a package with its lines in marks; number 0 is the total. */
export interface Course {
  courseId: number
  courseName: string
  full: number
  sort: number
  excellent: number | null
  pass: number | null
  low: number | null
  /** Marks are assigned by levels. */
  isLevel?: boolean
}
