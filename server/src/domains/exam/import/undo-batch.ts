import { batchStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { createTempTable } from '../../../platform/db/temp-table.ts'
import { conflict } from '../../../platform/error.ts'
import { type JobResult, defineJob } from '../../../platform/jobs/jobs.ts'
import { requireState } from '../../../platform/states.ts'
import { moveExam } from '../exam-row.ts'
import {
  type Batch,
  type RowBatch,
  isRowBatch,
  loadBatch,
  moveBatch,
  requireOpenExam,
  requireStaged,
  stateOfBatch,
} from './batch.ts'
import type { BatchPayload } from './check-batch.ts'
import { touchExam } from './commit-batch.ts'
import { removeMadeClasses } from './create-classes.ts'
import { putBackQuestions } from '../question/write-questions.ts'
import { targetOf } from './import-target.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch, examImportUndo, examSameName } from '../tables.ts'
import { every, into } from '../../../platform/access/doors.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'

const LIST = every(examStudentImport, 'an exam with any row left is no draft')
const MARKS = every(examScoreImport, 'an exam with any row left is no draft')

export const undoImportJob = defineJob<BatchPayload>({
  name: 'exam.undo-import',
  title: '撤销导入',
  singletonKey: ({ batchId }) => batchId,
  async run(_ctx, { batchId }, progress) {
    await progress.report({ step: '撤销' })
    return progress.finish((inside) => undoBatch(inside, batchId))
  },
})

const CLEARED = '批次的行在归档时已清理，不能撤销；请直接修改数据，或重新导入'

export async function startUndo(ctx: Ctx, batchId: string): Promise<string> {
  await requireState(ctx, batchStates, stateOfBatch(batchId), 'undo')
  const batch = await loadBatch(ctx, batchId)
  await requireOpenExam(ctx, batch, '撤销导入')
  requireStaged(batch, CLEARED)
  await refuseWhenFollowed(ctx, batch)
  const jobId = await ctx.jobs.start(ctx, undoImportJob, { batchId })
  await sql`update ${own(examImportBatch)} set job_id = ${jobId} where id = ${batchId}`.execute(ctx.db)
  return jobId
}

/** Whose rows stand on those of a kind, its own included. */
const STAND_ON: Record<ImportKind, ImportKind[]> = {
  student: ['student', 'score', 'question'],
  score: ['score'],
  teacher: ['teacher'],
  question: ['question'],
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
  requireStaged(batch, CLEARED)
  await refuseWhenFollowed(ctx, batch)
  await moveBatch(ctx, batchId, 'undo')
  const { removed, restored } = isRowBatch(batch) ? await putBack(ctx, batch) : await putBackQuestions(ctx, batch)
  const classes = await removeMadeClasses(ctx, batchId)
  await settleExam(ctx, batch.examId, batch.kind)
  await logOperation(ctx, 'examImport.undo', '撤销导入', { rowId: batchId, after: { removed, restored, classes } })
  return { text: `移除 ${removed} 条，恢复 ${restored} 条` }
}

async function putBack({ db }: Ctx, { id, kind, examId }: RowBatch): Promise<{ removed: number; restored: number }> {
  const rows = into(targetOf(kind).entity)
  const undo = await createTempTable(
    db,
    'undo_row',
    sql`select u.target_id, u.before from ${own(examImportUndo)} u where u.batch_id = ${id}`,
    ['target_id'],
  )
  await sql`delete from ${rows} t using ${undo} u where u.target_id = t.id`.execute(db)
  const added =
    await sql`delete from ${rows} where exam_id = ${examId} and batch_id = ${id} and is_deleted = 0`.execute(db)
  const back =
    await sql`insert into ${rows} select r.* from ${undo} u, jsonb_populate_record(null::${rows}, u.before) r`.execute(
      db,
    )
  await sql`delete from ${own(examImportUndo)} where batch_id = ${id}`.execute(db)
  await sql`delete from ${own(examSameName)} where batch_id = ${id}`.execute(db)
  return { removed: Number(added.numAffectedRows ?? 0n), restored: Number(back.numAffectedRows ?? 0n) }
}

/** Rows of a kind are gone: an exam without any row that is checked is a draft again. */
export async function settleExam(ctx: Ctx, examId: string, kind: ImportKind): Promise<void> {
  await touchExam(ctx, examId, kind)
  if (IMPORT_KINDS[kind].action !== 'import') return
  const left = await sql`select 1 from ${LIST} where exam_id = ${examId} and is_deleted = 0
    union all select 1 from ${MARKS} where exam_id = ${examId} and is_deleted = 0 limit 1`.execute(ctx.db)
  if (left.rows.length === 0) await moveExam(ctx, examId, 'clear')
}
