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
  /** The column of the mark that counts into the total, as it is or as assigned; nothing where none does. */
  counted?: 'c' | 'v' | undefined
}
