import { batchStates, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { CheckedKind } from '@xueheng/contract/domains/exam/import.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { conflict, refuse } from '../../../platform/error.ts'
import { requireState } from '../../../platform/states.ts'
import { examState } from '../exam-row.ts'
import { loadExam } from './batch.ts'
import { targetOf } from './import-target.ts'
import { settleExam } from './undo-batch.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch, examImportUndo, examSameName } from '../tables.ts'
import { every, into } from '../../../platform/access/doors.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'

const MARKS = every(examScoreImport, 'one mark of the exam keeps its list')

/** Removes everything imported of one kind. The exam's name has to be typed; its batches can no longer be undone. */
export async function clearImport(
  ctx: Ctx,
  kind: CheckedKind,
  examId: string,
  examName: string | null,
): Promise<{ removed: number }> {
  const exam = await loadExam(ctx, examId)
  if (examName !== exam.examName) throw refuse('请输入考试名称以确认清空')
  await lockKey(ctx.db, `exam-import:${examId}`)
  await requireState(ctx, examStates, examState(examId), 'clear')
  if (kind === 'student') await refuseWithScores(ctx, examId)
  const gone = await sql`delete from ${into(targetOf(kind).entity)} where exam_id = ${examId}`.execute(ctx.db)
  await sql`delete from ${own(examImportUndo)} u using ${own(examImportBatch)} b
    where b.id = u.batch_id and b.exam_id = ${examId} and b.kind = ${kind}`.execute(ctx.db)
  await sql`update ${own(examImportBatch)} set status = ${batchStates.states.undone.value}, message = '数据已清空'
    where exam_id = ${examId} and kind = ${kind} and status = ${batchStates.states.committed.value}`.execute(ctx.db)
  if (kind === 'student') await sql`delete from ${own(examSameName)} where exam_id = ${examId}`.execute(ctx.db)
  await settleExam(ctx, examId, kind)
  const removed = Number(gone.numAffectedRows ?? 0n)
  await logOperation(ctx, `examImport.clear.${kind}`, '清空导入数据', {
    entity: 'examInfo',
    rowId: examId,
    after: { kind, removed },
  })
  return { removed }
}

async function refuseWithScores(ctx: Ctx, examId: string): Promise<void> {
  const left = await sql`select 1 from ${MARKS} where exam_id = ${examId} and is_deleted = 0 limit 1`.execute(ctx.db)
  if (left.rows.length > 0) throw conflict('该考试还有成绩，请先清空成绩')
}
