import type { Exam } from '../exam.ts'
import type { ExamJob } from '../use-exam-job.ts'

/** What every part of the desk is given. */
export interface PartProps {
  exam: Exam
  work: ExamJob
}
