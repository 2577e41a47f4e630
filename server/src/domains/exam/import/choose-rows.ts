import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { refuse } from '../../../platform/error.ts'
import { examImportRow } from '../tables.ts'
import { holdForChange } from './batch.ts'
import { startCheck } from './check-batch.ts'

const MOST_ROWS = 1000

interface Choice {
  batchId: string
  rowIds: number[]
  /** 1 takes rows that would be left out, 0 leaves rows out; null takes back what was said before. */
  isTaken: number | null
  reason: string | null
}

/** Keeps what the user says of rows, with the reason and in the log, and checks the batch again. */
export async function chooseRows(ctx: Ctx, { batchId, rowIds, isTaken, reason }: Choice): Promise<{ jobId: string }> {
  const batch = await holdForChange(ctx, batchId)
  const ids = [...new Set(rowIds)]
  if (ids.length === 0 || ids.length > MOST_ROWS) throw refuse(`一次可选择 1 到 ${MOST_ROWS} 行`)
  const note = reason?.trim() ?? ''
  if (isTaken === 0 && note === '') throw refuse('请填写不导入的原因')
  const choice = isTaken === null ? null : isTaken ? 'in' : 'out'
  const changed = await sql`update ${own(examImportRow)} set choice = ${choice}, note = ${note || null}
    where batch_id = ${batchId} and row_id = any(${ids}::int[])`.execute(ctx.db)
  if (Number(changed.numAffectedRows ?? 0) !== ids.length) throw refuse('所选的行已不存在')
  const after = { examId: batch.examId, rows: ids.length, choice, reason: note }
  await logOperation(ctx, 'examImport.choose', '选择导入的行', { rowId: batchId, after })
  return { jobId: await startCheck(ctx, batchId) }
}
