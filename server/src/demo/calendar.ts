import type { ExamPlan } from './model.ts'

/** The four exams of the last year at school; the cohort leaves in `studyYear + 1`. */
export function examCalendar(studyYear: number): ExamPlan[] {
  const leaves = studyYear + 1
  const plans: [name: string, year: number, term: number, examType: string, begin: string, end: string][] = [
    ['高三上学期摸底考试', studyYear, 1, '4', '09-10', '09-12'],
    ['高三上学期期中联考', studyYear, 1, '2', '11-12', '11-14'],
    ['高三第一次模拟考试', leaves, 2, '5', '03-04', '03-06'],
    ['高三第二次模拟考试', leaves, 2, '6', '04-22', '04-24'],
  ]
  return plans.map(([name, examYear, term, examType, begin, end], i) => ({
    no: i + 1,
    name: `${leaves}届${name}`,
    code: `GZ${leaves}-${i + 1}`,
    examYear,
    term,
    examType,
    beginDate: `${examYear}-${begin}`,
    endDate: `${examYear}-${end}`,
    isNewTerm: i > 0 && term !== plans[i - 1]?.[2],
  }))
}
