import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { type ExamAction, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { DEFAULT_RULE, type ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { tellChange } from '../../platform/rows/live.ts'
import { findRow } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { type StateRow, stateRow, transition } from '../../platform/states.ts'
import { into } from '../../platform/access/doors.ts'

export type Exam = EntityRow<typeof examInfo.fields>

/** The row whose `exam_status` moves. */
export function examState(examId: string): StateRow {
  return stateRow(examInfo, examId, 'examStatus')
}

/** What it takes to change an exam so that whoever has it open hears of it. */
type Teller = Pick<Ctx, 'db' | 'rules' | 'user'>

/** Moves the state of an exam, or throws the refusal; open screens of the exam read it again. */
export async function moveExam(ctx: Teller, examId: string, action: ExamAction): Promise<void> {
  await transition(ctx, examStates, examState(examId), action)
  await tellChange(ctx, examInfo.name, examId)
}

/** An exam of the caller's tenant, or the refusal of a missing row. */
export async function findExam(ctx: Ctx, examId: string): Promise<Exam> {
  const row = await findRow(examInfo, ctx, examId)
  if (!row) throw new AppError('row.notFound')
  return row
}

/** The rule of an exam; keys it does not name keep their default. */
export function ruleOf(exam: Pick<Exam, 'ruleJson'>): ExamRule {
  return { ...DEFAULT_RULE, ...exam.ruleJson }
}

/** A change of what the numbers depend on: computed tasks expire, the package becomes stale. */
export async function raiseDataVersion(ctx: Teller, examId: string): Promise<number> {
  const result = await sql<{
    version: number
  }>`update ${into(examInfo)} set data_version = coalesce(data_version, 0) + 1
    where id = ${examId} returning data_version as version`.execute(ctx.db)
  await tellChange(ctx, examInfo.name, examId)
  return result.rows[0]?.version ?? 0
}
