import { getExamCourseList } from '@xueheng/contract/domains/exam/exam-info.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import { keep, kept } from '../../platform/api/storage.ts'
import { loadAll } from '../../platform/crud/lookups.ts'

/** What the exam picker knows of an exam. */
export interface ExamChoice {
  id: string
  examName: string
  studyYear: number
  examStatus: number
  packageVersion: number
  beginDate: string
  /** The exam it is compared with. */
  prevExamId?: string | null
}

const STALE_MS = 300_000
const LAST_EXAM = 'last-exam'
export const ALL_COURSES = '总分'

export function useExams() {
  return useQuery({
    queryKey: ['labels', 'examInfo', 'choices'],
    queryFn: () => loadAll<ExamChoice>('examInfo'),
    staleTime: 60_000,
  })
}

/** Courses of an exam, 总分 first. */
export function useCourses(examId: string | undefined): string[] {
  const { data = [] } = useCourseList(examId)
  return [ALL_COURSES, ...data.map((course) => course.courseName).filter((name) => name !== ALL_COURSES)]
}

/** The course reports over questions begin with: the first one with question scores, or else the first of the exam. */
export function useQuestionCourse(examId: string | undefined): string | undefined {
  const { data = [] } = useCourseList(examId)
  return (data.find((course) => course.hasQuestions === 1) ?? data[0])?.courseName
}

function useCourseList(examId: string | undefined) {
  return useQuery({
    queryKey: ['courses', examId],
    queryFn: () => callApi(getExamCourseList, { examId: examId ?? '' }),
    staleTime: STALE_MS,
    enabled: examId !== undefined,
  })
}

/** The exam shown when the user has chosen none here: the last one they looked at, else the newest with a package. */
export function defaultExam(exams: ExamChoice[]): string | undefined {
  const last = kept<string>(LAST_EXAM)
  const ready = exams.filter((exam) => exam.packageVersion > 0)
  return (exams.find((exam) => exam.id === last) ?? ready[0] ?? exams[0])?.id
}

/** The next report begins with this exam. */
export function rememberExam(examId: string): void {
  keep(LAST_EXAM, examId)
}
