import { ONLY_PAPER, paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { listAll } from '../../../platform/rows/read.ts'
import type { KnownRow } from '../../../platform/rows/rows.ts'

export type StoredQuestion = KnownRow<typeof paperQuestion>

/** Which paper of which course of which exam. */
export interface PaperPlace {
  examId: string
  courseName: string
  paperCode: string
}

/** The place a call names; the only paper of the course where it names none. */
export function placeOf(given: { examId: string; courseName: string; paperCode?: string | null }): PaperPlace {
  return { examId: given.examId, courseName: given.courseName, paperCode: given.paperCode || ONLY_PAPER }
}

/** The questions of a paper as they stand on it. */
export async function readPaper(ctx: Ctx, { examId, courseName, paperCode }: PaperPlace): Promise<StoredQuestion[]> {
  return readCourse(ctx, { examId, courseName }, paperCode)
}

/** The questions of a course, of all its papers where none is named. */
export function readCourse(
  ctx: Ctx,
  { examId, courseName }: Pick<PaperPlace, 'examId' | 'courseName'>,
  paperCode?: string | null,
): Promise<StoredQuestion[]> {
  return listAll(paperQuestion, ctx, {
    examId_equal: examId,
    courseName_equal: courseName,
    ...(paperCode ? { paperCode_equal: paperCode } : {}),
  })
}

const NUMBERED = every(paperQuestion, 'the number of a question that was removed is not given again')

/** The highest number a question of the course ever had. */
export async function lastQuestionId(
  ctx: Pick<Ctx, 'db'>,
  { examId, courseName }: Pick<PaperPlace, 'examId' | 'courseName'>,
): Promise<number> {
  const found = await sql<{ last: number }>`select coalesce(max(q.question_id), 0) as last from ${NUMBERED} q
    where q.exam_id = ${examId} and q.course_name = ${courseName}`.execute(ctx.db)
  return found.rows[0]?.last ?? 0
}

/** The courses among these that have questions. */
export async function coursesWithQuestions(
  ctx: Pick<Ctx, 'db'>,
  examId: string,
  courseNames: string[],
): Promise<string[]> {
  const found = await sql<{ courseName: string }>`select distinct q.course_name from ${NUMBERED} q
    where q.exam_id = ${examId} and q.is_deleted = 0 and q.course_name = any(${courseNames}) order by 1`.execute(ctx.db)
  return found.rows.map((row) => row.courseName)
}
