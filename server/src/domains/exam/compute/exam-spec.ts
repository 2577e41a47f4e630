import type { ExamCourse } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'

/** A course with the number its facts carry. */
export interface SpecCourse extends ExamCourse {
  /** 1..n, `exam_course.course_id`; 0 is the total. */
  courseId: number
}

/** A line to draw: how, and by which number, share or mark; scores in marks, the share counts to a hundredth of a percent. */
export interface SpecLine {
  /** 0 everyone, 1 历史类, 2 物理类. */
  stream: number
  periodName: string
  lineMode: number
  lineNum: number | null
  lineShare: number | null
  lineScore: number | null
  tieMode: string
  courseMethod: number
  criticalTotal: number | null
  criticalCourse: number | null
  isMain: number
  /** Lines of courses drawn by hand, by number of the course. */
  fixed: Record<number, number>
}

/** Everything the numbers of an exam depend on beside its archived facts. */
export interface ExamSpec {
  tenantId: string
  examId: string
  /** Rises with every change of what the numbers depend on: facts, rule, lines, schools. */
  dataVersion: number
  /** Rises with every change of the archived facts alone. */
  factsVersion: number
  rule: ExamRule
  courses: SpecCourse[]
  /** In the order of the bureau; none: the exam has no lines. */
  lines?: SpecLine[]
}

/** Where a run gets its facts from: the archive in PostgreSQL, or files made by a test. */
export interface FactSource {
  /** Changes when the facts change; equal fingerprints let the run skip what is already there. */
  fingerprint(): Promise<string>
  /** Writes `roster.csv` and `course_score.csv` (columns of `tables.ts`) into the folder. */
  write(folder: string): Promise<void>
}
