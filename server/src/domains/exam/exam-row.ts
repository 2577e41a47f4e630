import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { DEFAULT_RULE, type ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { findRow } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { type StateRow, stateRow } from '../../platform/states.ts'
import { into } from '../../platform/access/doors.ts'

export type Exam = EntityRow<typeof examInfo.fields>

/** The row whose `exam_status` moves. */
export function examState(examId: string): StateRow {
  return stateRow(examInfo, examId, 'examStatus')
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
export async function raiseDataVersion(ctx: Pick<Ctx, 'db'>, examId: string): Promise<number> {
  const result = await sql<{
    version: number
  }>`update ${into(examInfo)} set data_version = coalesce(data_version, 0) + 1
    where id = ${examId} returning data_version as version`.execute(ctx.db)
  return result.rows[0]?.version ?? 0
}
