import { sumEarned } from '@xueheng/contract/domains/exam/paper/paper-sums.ts'
import { correctionStates, examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import { sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type ArchivedMark, type CoursePlace, findArchivedMarks } from './archived-mark.ts'
import { groupByCourse } from './of-course.ts'
import { type EarnedMark, type MarkedQuestion, earnedBy, questionsOf } from './question-mark.ts'

interface Corrected extends CoursePlace {
  studentNumber: string
}

/**
 * Says on the corrections of these students whether the sum of their archived questions is still the mark of the course, after
 * either of the two was corrected; nothing where the course has no archived question scores.
 */
export async function noteSums(ctx: Ctx, corrected: Corrected[]): Promise<void> {
  for (const { place, numbers } of groupByCourse(corrected)) await noteCourse(ctx, place, numbers)
}

async function noteCourse(ctx: Ctx, place: CoursePlace, numbers: string[]): Promise<void> {
  const marks = await findArchivedMarks(ctx, place, numbers)
  const [first] = marks
  const sids = marks.map(({ sid }) => sid)
  const earned = first && (await earnedBy(ctx, place.examId, first.courseId, sids))
  if (!earned) return
  const questions = await questionsOf(ctx, place)
  for (const mark of marks) await keepNote(ctx, place, mark, noteOf(mark, questions, earned))
}

function noteOf({ sid, text }: ArchivedMark, questions: MarkedQuestion[], earned: EarnedMark[]): string | null {
  const own = earned.filter((one) => one.sid === sid)
  const paper = questions.filter(({ paperCode }) => paperCode === own[0]?.paperCode)
  const sum = sumEarned(paper, new Map(own.map(({ questionNo, score10 }) => [questionNo, score10])))
  const score = Number(text)
  if (sum === (Number.isNaN(score) ? null : Math.round(score * 10))) return null
  return sum === null ? `没有小题分，科目成绩 ${text}` : `小题合计 ${sum / 10}，科目成绩 ${text}`
}

async function keepNote(
  ctx: Ctx,
  { examId, courseName }: CoursePlace,
  { person }: ArchivedMark,
  note: string | null,
): Promise<void> {
  await sql`update ${into(examScoreCorrection)} set sum_note = ${note}, is_sum_off = ${note === null ? 0 : 1}
    where exam_id = ${examId} and course_name = ${courseName} and student_number = ${person.studentNumber}
      and correction_status = ${correctionStates.states.applied.value}`.execute(ctx.db)
}
