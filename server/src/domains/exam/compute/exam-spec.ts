import type { ExamCourse } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'

/** A course with the number its facts carry. */
export interface SpecCourse extends ExamCourse {
  /** 1..n, `exam_course.course_id`; 0 is the total. */
  courseId: number
}

/** Everything the numbers of an exam depend on beside its archived facts. */
export interface ExamSpec {
  tenantId: string
  examId: string
  /** Rises with every change of the archived facts. */
  dataVersion: number
  rule: ExamRule
  courses: SpecCourse[]
}

/** Where a run gets its facts from: the archive in PostgreSQL, or files made by a test. */
export interface FactSource {
  /** Changes when the facts change; equal fingerprints let the run skip what is already there. */
  fingerprint(): Promise<string>
  /** Writes `roster.csv` and `course_score.csv` (columns of `tables.ts`) into the folder. */
  write(folder: string): Promise<void>
}
