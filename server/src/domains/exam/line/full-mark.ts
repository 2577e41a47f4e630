import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { coursesOf } from '../exam-course.ts'
import { type Exam, ruleOf } from '../exam-row.ts'
import { specLevels } from '../level/level-params.ts'

/** What can be reached in a course, for the total in all counted courses together, assigned marks among them where it follows those. */
export async function fullMark(ctx: Ctx, exam: Exam, courseName: string): Promise<number | undefined> {
  const courses = await coursesOf(ctx, exam.id)
  if (courseName !== TOTAL_COURSE) return courses.find((one) => one.courseName === courseName)?.examScore
  const levels = ruleOf(exam).totalBy === 'raw' ? [] : await specLevels(ctx, exam.id, courses)
  const tops = new Map(levels.map(({ courseId, grades }) => [courseId, grades[0]?.t2]))
  return courses.reduce(
    (sum, { courseId, examScore, isInTotal }) => sum + (isInTotal === 1 ? (tops.get(courseId) ?? examScore) : 0),
    0,
  )
}
