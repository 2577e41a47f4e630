import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { refuse } from '../../../platform/error.ts'
import { examImportBatch } from '../tables.ts'
import { holdForChange } from './batch.ts'
import { startCheck } from './check-batch.ts'

/** Whether the batch takes away what its workbooks leave out; then it is checked again. */
export async function keepOnly(
  ctx: Ctx,
  { batchId, isOn }: { batchId: string; isOn: number },
): Promise<{ jobId: string }> {
  const batch = await holdForChange(ctx, batchId)
  if (batch.kind === 'teacher') throw refuse('任课按班级和科目整体替换，不需要“只保留这些”')
  if (batch.kind === 'question') throw refuse('小题分不需要“只保留这些”，可清空后重新导入')
  await sql`update ${own(examImportBatch)} set is_exact = ${isOn ? 1 : 0} where id = ${batchId}`.execute(ctx.db)
  return { jobId: await startCheck(ctx, batchId) }
}
