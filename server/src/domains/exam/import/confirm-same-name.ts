import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { refuse } from '../../../platform/error.ts'
import { examSameName } from '../tables.ts'
import { type Batch, holdForChange, loadFiles } from './batch.ts'
import { startCheck } from './check-batch.ts'
import { evaluateBatch } from './workbench.ts'

interface Word {
  batchId: string
  rowIds: number[]
  /** 0 takes back what was said before. */
  isConfirmed: number
  reason: string | null
}

/** Keeps, per pair or group of one name in one class, that they are different people, and checks the batch again. */
export async function confirmSameName(ctx: Ctx, word: Word): Promise<{ jobId: string }> {
  const { batchId, isConfirmed } = word
  const batch = await holdForChange(ctx, batchId)
  const reason = word.reason?.trim() ?? ''
  if (isConfirmed && reason === '') throw refuse('请填写确认的依据')
  const groups = await groupsOf(ctx, batch, word.rowIds)
  for (const numbers of groups) {
    await forget(ctx, batch.examId, numbers)
    if (!isConfirmed) continue
    await sql`insert into ${own(examSameName)} (tenant_id, exam_id, student_numbers, reason, batch_id)
      values (${ctx.user.tenantId}, ${batch.examId}, ${JSON.stringify(numbers)}, ${reason}, ${batchId})`.execute(ctx.db)
  }
  const title = isConfirmed ? '确认同班重名' : '撤回同班重名的确认'
  const after = { examId: batch.examId, studentNumbers: groups, reason }
  await logOperation(ctx, 'examImport.confirmSameName', title, { rowId: batchId, after })
  return { jobId: await startCheck(ctx, batchId) }
}

/** The numbers of everybody who shares name and class with one of the rows, group by group. */
async function groupsOf(ctx: Ctx, batch: Batch, rowIds: number[]): Promise<string[][]> {
  if (batch.kind !== 'student') throw refuse('只有考生名单有同班重名')
  const sheets = (await loadFiles(ctx, batch.id)).flatMap((file) => file.sheets ?? [])
  const found = await evaluateBatch(ctx, batch, sheets, (db) =>
    db.query<{ name: string; n: number; numbers: string }>(
      `select distinct student_name as name, n, cast(to_json(numbers) as varchar) as numbers
        from same_name where list_contains(from_json($ids, '["BIGINT"]'), row_id)`,
      { ids: JSON.stringify(rowIds) },
    ),
  )
  if (found.length === 0) throw refuse('所选的行没有同班重名')
  return found.map(({ name, n, numbers }) => {
    const list = JSON.parse(numbers) as string[]
    if (list.length !== Number(n) || list.includes('')) throw refuse(`「${name}」的考号重复或为空，请先改正`)
    return list
  })
}

async function forget(ctx: Ctx, examId: string, numbers: string[]): Promise<void> {
  await sql`delete from ${own(examSameName)}
    where exam_id = ${examId} and student_numbers @> ${JSON.stringify(numbers)}::jsonb`.execute(ctx.db)
}
