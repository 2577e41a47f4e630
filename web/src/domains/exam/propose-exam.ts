import { currentStudyYear } from '@xueheng/contract/domains/school/study-year.ts'
import { wallTime } from '../../platform/i18n/clock.ts'
import type { Exam } from './exam.ts'

/** What is said of an exam by the exam before it. */
const TAKEN_OVER = ['stage', 'gradeCode', 'examMode', 'artsScience', 'areaCodes'] as const

type LastExam = Pick<Exam, 'studyYear' | 'examType' | (typeof TAKEN_OVER)[number]>

/** Keys of dictionary exam_type. */
const TYPE = { monthly: '1', half: '2', final: '3', firstMock: '5', secondMock: '6', thirdMock: '7' }
/** Which exam usually is in which month, and which one in the last year of a stage. */
const USUAL: Record<number, string> = { 1: TYPE.final, 4: TYPE.half, 6: TYPE.final, 7: TYPE.final, 11: TYPE.half }
const USUAL_LAST_YEAR: Record<number, string> = {
  ...USUAL,
  3: TYPE.firstMock,
  4: TYPE.secondMock,
  5: TYPE.thirdMock,
}
const FOLLOWING: Record<string, string> = {
  [TYPE.firstMock]: TYPE.secondMock,
  [TYPE.secondMock]: TYPE.thirdMock,
}
/** Keys of dictionary exam_grade: 小学六年级, 初三, 高三. */
const LAST_GRADES = new Set(['6', '9', '12'])

/** What a new exam most likely is, by the day it is set up and the exam before it; all of it may be changed. */
export function proposeExam(today: Date, last: LastExam | undefined) {
  const day = wallTime(today)
  const { year, month } = day
  const studyYear = currentStudyYear(day)
  const isFollowing = last?.studyYear === studyYear
  const usual = LAST_GRADES.has(last?.gradeCode ?? '') ? USUAL_LAST_YEAR : USUAL
  const examType = (isFollowing && FOLLOWING[last.examType]) || (usual[month] ?? TYPE.monthly)
  return {
    examYear: year,
    studyYear,
    term: month >= 9 || month === 1 ? 1 : 2,
    examType,
    ...(last && Object.fromEntries(TAKEN_OVER.map((name) => [name, last[name]]))),
  }
}
