import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import type { AccessRule } from '../../../platform/access/rules.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { AppError, fault } from '../../../platform/error.ts'
import { requireState } from '../../../platform/states.ts'
import { coursesOf } from '../exam-course.ts'
import { READABLE } from '../exam-settings.ts'
import { type Exam, examState, findExam } from '../exam-row.ts'
import type { PaperPlace } from './questions.ts'

/** The bureau sees the questions of its exams. Others see keys with the reports, also those who bring marks in before. */
export const paperAccess: AccessRule = {
  entity: paperQuestion,
  limit(reader) {
    const exams = sql`select e.id from ${visible(reader, examInfo)} e`
    return reader.scope.level === 'all'
      ? sql`exam_id in (${exams})`
      : sql`exam_id in (${exams} where e.exam_status = any(${READABLE}::int[]))`
  },
}

/**
 * An exam whose papers may be changed now, and by the bureau alone, as its other settings; the papers of the course are
 * held until the transaction ends. Throws the refusal.
 */
export async function openPaper(ctx: Ctx, { examId, courseName }: Omit<PaperPlace, 'paperCode'>): Promise<Exam> {
  if (ctx.scope.level !== 'all') throw new AppError('access.refused')
  const exam = await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'editPaper')
  const courses = await coursesOf(ctx, examId)
  if (!courses.some((course) => course.courseName === courseName))
    throw fault('courseName', `科目「${courseName}」不在本次考试`)
  await lockKey(ctx.db, `exam-paper:${examId}:${courseName}`)
  return exam
}
