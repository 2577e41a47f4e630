import { batchStates, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { IMPORT_KINDS, type ImportKind } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { inTransaction, lockKey, withClient } from '../../../platform/db/pool.ts'
import { conflict } from '../../../platform/error.ts'
import { type JobResult, defineJob } from '../../../platform/jobs/jobs.ts'
import { requireState, transition } from '../../../platform/states.ts'
import { type Batch, loadBatch, moveBatch, requireOpenExam, stateOfBatch, stateOfExam } from './batch.ts'
import type { BatchPayload } from './check-batch.ts'
import { touchExam } from './commit-batch.ts'
import { targetOf } from './import-target.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch } from '../tables.ts'
import { every } from '../../../platform/access/doors.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'

const everyExamStudentImport = every(examStudentImport, '?')
const everyExamScoreImport = every(examScoreImport, '?')

export const undoImportJob = defineJob<BatchPayload>({
  name: 'exam.undo-import',
  title: '撤销导入',
  singletonKey: ({ batchId }) => batchId,
  async run(ctx, { batchId }, progress) {
    await progress.report({ step: '撤销' })
    return inTransaction(ctx.db, (db) => undoBatch({ ...ctx, db }, batchId))
  },
})

export async function startUndo(ctx: Ctx, batchId: string): Promise<string> {
  await requireState(ctx, batchStates, stateOfBatch(batchId), 'undo')
  const batch = await loadBatch(ctx, batchId)
  await requireOpenExam(ctx, batch, '撤销导入')
  await refuseWhenFollowed(ctx, batch)
  const jobId = await ctx.jobs.start(ctx, undoImportJob, { batchId })
  await sql`update ${own(examImportBatch)} set job_id = ${jobId} where id = ${batchId}`.execute(ctx.db)
  return jobId
}

/** Whose rows stand on those of a kind, its own included. */
const STAND_ON: Record<ImportKind, ImportKind[]> = {
  student: ['student', 'score'],
  score: ['score'],
  teacher: ['teacher'],
}

/** Later batches may stand on this one's rows: the last one goes first. */
async function refuseWhenFollowed(ctx: Ctx, batch: Batch): Promise<void> {
  const later = await sql<{ id: string }>`select id from ${own(examImportBatch)}
    where exam_id = ${batch.examId} and kind = any(${STAND_ON[batch.kind]}::varchar[])
      and status = ${batchStates.states.committed.value}
      and commit_seq > (select commit_seq from ${own(examImportBatch)} where id = ${batch.id}) limit 1`.execute(ctx.db)
  if (later.rows.length > 0) throw conflict('之后还有已导入的批次，请先撤销之后的批次')
}

/** Puts every row the batch wrote back to what it was, and takes away those it added. */
export async function undoBatch(ctx: Ctx, batchId: string): Promise<JobResult> {
  const batch = await loadBatch(ctx, batchId)
  await lockKey(ctx.db, `exam-import:${batch.examId}`)
  await requireOpenExam(ctx, batch, '撤销导入')
  await refuseWhenFollowed(ctx, batch)
  await moveBatch(ctx, batchId, 'undo')
  const { table } = targetOf(batch.kind)
  const { removed, restored } = await withClient(ctx, async (client) => {
    const fresh = await client.query('select 1 from exam_import_undo where batch_id = $1 and before is null', [batchId])
    await client.query(`delete from ${table} t using exam_import_undo u where u.batch_id = $1 and u.target_id = t.id`, [
      batchId,
    ])
    const back = await client.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, before)).*
       from exam_import_undo where batch_id = $1 and before is not null`,
      [batchId],
    )
    await client.query('delete from exam_import_undo where batch_id = $1', [batchId])
    return { removed: fresh.rowCount ?? 0, restored: back.rowCount ?? 0 }
  })
  await settleExam(ctx, batch.examId, batch.kind)
  await logOperation(ctx, 'examImport.undo', '撤销导入', { rowId: batchId, after: { removed, restored } })
  return { text: `移除 ${removed} 条，恢复 ${restored} 条` }
}

/** Rows of a kind are gone: an exam without any row that is checked is a draft again. */
export async function settleExam(ctx: Ctx, examId: string, kind: ImportKind): Promise<void> {
  await touchExam(ctx, examId, kind)
  if (IMPORT_KINDS[kind].action !== 'import') return
  const left = await sql`select 1 from ${everyExamStudentImport} where exam_id = ${examId} and is_deleted = 0
    union all select 1 from ${everyExamScoreImport} where exam_id = ${examId} and is_deleted = 0 limit 1`.execute(
    ctx.db,
  )
  if (left.rows.length === 0) await transition(ctx, examStates, stateOfExam(examId), 'clear')
}
