import {
  type ExamCourse,
  type ProgressTask,
  findCompleteness,
  getExamCourseList,
  getListDataProgress,
} from '@xueheng/contract/domains/exam/exam-info.ts'
import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import type { CheckOutcome, CompletenessCell } from '@xueheng/contract/domains/exam/exam-check.ts'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../platform/api/client.ts'
import { factKey } from './exam.ts'

/** What is known of an exam's data beside its own row. */
export interface ExamFacts {
  courses: number
  /** Rows imported. */
  students: number
  scores: number
  /** Found by the last check of list and marks. */
  errors: number
  warnings: number
  /** Both were checked and nothing was imported since. */
  isChecked: boolean
  /** Question scores are there and not yet archived. */
  isQuestionStaged: boolean
}

/** Empty before the first check and after every import. */
export interface ExamSummary {
  checks: CheckOutcome[]
  matrix: CompletenessCell[]
}

const POLL_MS = 2000

export function useExamCourses(examId: string) {
  return useQuery({
    queryKey: factKey(examId, 'courses'),
    queryFn: () => get<ExamCourse[]>(getExamCourseList.path, { examId }),
  })
}

/** The plan with the state of each task; read every two seconds while something runs. */
export function useProgress(examId: string, isRunning: boolean) {
  return useQuery({
    queryKey: factKey(examId, 'progress'),
    queryFn: () => get<ProgressTask[]>(getListDataProgress.path, { examId }),
    refetchInterval: (query) => (isRunning || query.state.data?.some(isTaskRunning) ? POLL_MS : false),
  })
}

export function isTaskRunning(task: ProgressTask): boolean {
  return task.taskState === TASK_STATE.running
}

export function useExamSummary(examId: string) {
  return useQuery({
    queryKey: factKey(examId, 'summary'),
    queryFn: () => get<ExamSummary>(findCompleteness.path, { examId }),
  })
}

/** Everything the next step depends on; nothing until all of it is there. */
export function useExamFacts(examId: string, isRunning: boolean): ExamFacts | undefined {
  const courses = useExamCourses(examId).data
  const progress = useProgress(examId, isRunning).data
  const summary = useExamSummary(examId).data
  if (!courses || !progress || !summary) return undefined
  const taskOf = (code: string) => progress.find((task) => task.taskCode === code)
  const rowsOf = (code: string) => taskOf(code)?.doneNum ?? 0
  const { checks } = summary
  return {
    courses: courses.length,
    students: rowsOf('IMP_STUDENT'),
    scores: rowsOf('IMP_SCORE'),
    errors: checks.reduce((sum, one) => sum + one.errorNum, 0),
    warnings: checks.filter((one) => !one.isConfirmed).reduce((sum, one) => sum + one.warningNum, 0),
    isChecked: checks.length === 2,
    isQuestionStaged: rowsOf('IMP_QUESTION') > 0 && taskOf('ARC_QUESTION')?.taskState === TASK_STATE.waiting,
  }
}
