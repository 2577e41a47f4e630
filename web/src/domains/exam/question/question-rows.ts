import type {
  getQuestionScoreList,
  questionCourses,
  queryStudentQuestionScore,
  questionScoreList,
} from '@xueheng/contract/domains/exam/question/question-calls.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useTabState } from '../../../platform/tabs/tab.ts'

export type QuestionCourse = Output<typeof questionCourses>[number]
export type WideRow = Output<typeof getQuestionScoreList>['records'][number]
export type MarkRow = Output<typeof questionScoreList>['records'][number]
export type StudentQuestion = Output<typeof queryStudentQuestionScore>[number]

export interface PlaceInList {
  current: number
  size: number
  studentNumber: string
}

const FIRST: PlaceInList = { current: 1, size: 20, studentNumber: '' }

/** Page and exam number a list of question scores is asked with; another number begins at the first page. */
export function useListPlace(name: string) {
  const [place, setPlace] = useTabState<PlaceInList>(`questions-${name}`, FIRST)
  return {
    place,
    turnTo: (current: number, size: number) => setPlace({ ...place, current, size }),
    find: (studentNumber: string) => setPlace({ ...place, current: 1, studentNumber: studentNumber.trim() }),
  }
}
