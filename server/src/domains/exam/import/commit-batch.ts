import { batchStates, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { conflict, refuse } from '../../../platform/error.ts'
import { type JobProgress, type JobResult, defineJob } from '../../../platform/jobs/jobs.ts'
import { requireState } from '../../../platform/states.ts'
import type { FaultCount, ImportCounts, ImportKind, ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { examState, moveExam } from '../exam-row.ts'
import {
  type Batch,
  UPLOAD_AGAIN,
  isRowBatch,
  loadBatch,
  loadFiles,
  moveBatch,
  requireStaged,
  stateOfBatch,
} from './batch.ts'
import { type BatchPayload, countVerdict, isTrusted } from './check-batch.ts'
import { goneMessage, readGone, removeGone, requireShown } from './gone-rows.ts'
import type { InputPaths } from './inputs.ts'
import { dropVerdict, recallVerdict } from './kept-verdict.ts'
import { withTempFile } from './temp-file.ts'
import { fingerprintOf, judgeBatch, withBatchInputs } from './workbench.ts'
import { writeKeptQuestions, writeQuestions } from '../question/write-questions.ts'
import { copyChanges, tellRows, writeChanges } from './write-changes.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch, examImportCheck } from '../tables.ts'

export const commitImportJob = defineJob<BatchPayload>({
  name: 'exam.commit-import',
  title: '导入批次',
  singletonKey: ({ batchId }) => batchId,
  async run(_ctx, { batchId }, progress) {
    const result = await progress.finish((inside) => commitBatch(inside, batchId, progress))
    await dropVerdict(batchId)
    return result
  },
  onFailure: (ctx, { batchId }, message) => moveBatch(ctx, batchId, 'fail', message),
})

/** What the user has said yes to. */
interface Agreed {
  hasWarnings: boolean
  hasRemovals: boolean
}

/** Hands a checked batch over to be written. Warnings want a yes, which is logged. */
export async function startCommit(ctx: Ctx, batchId: string, { hasWarnings, hasRemovals }: Agreed): Promise<string> {
  await requireState(ctx, batchStates, stateOfBatch(batchId), 'commit')
  const batch = await loadBatch(ctx, batchId)
  await requireState(ctx, examStates, examState(batch.examId), IMPORT_KINDS[batch.kind].action)
  requireStaged(batch, UPLOAD_AGAIN)
  const warned = batch.counts?.warned ?? 0
  if (warned > 0) {
    if (!hasWarnings) throw refuse(`有 ${warned} 行警告，请确认后再导入`)
    await confirmWarnings(ctx, batch)
  }
  const gone = batch.gone?.num ?? 0
  if (gone > 0 && !hasRemovals) throw refuse(`有 ${gone} 条工作簿里没有的数据将移除，请确认后再导入`)
  await moveBatch(ctx, batchId, 'commit')
  const jobId = await ctx.jobs.start(ctx, commitImportJob, { batchId })
  await sql`update ${own(examImportBatch)} set job_id = ${jobId} where id = ${batchId}`.execute(ctx.db)
  return jobId
}

/** What a commit has written. */
interface Written {
  counts: ImportCounts
  faultCounts: FaultCount[]
  gone: number
}

/** Writes what the check found, where it would find the same now. */
async function writeKept(
  ctx: Ctx,
  batch: Batch,
  sheets: ImportSheet[],
  paths: InputPaths,
  progress: JobProgress,
): Promise<Written | undefined> {
  if (!isTrusted(batch)) return undefined
  const found = recallVerdict(batch.id, await fingerprintOf(ctx, batch, sheets, paths))
  if (!found) return undefined
  if (isRowBatch(batch)) await writeChanges(ctx, found.path, batch, found.counts, progress)
  else await writeKeptQuestions(ctx, found.path, batch, progress)
  return { ...found, gone: 0 }
}

async function writeJudged(
  ctx: Ctx,
  batch: Batch,
  sheets: ImportSheet[],
  db: AnalyticsBatch,
  progress: JobProgress,
): Promise<Written> {
  const verdict = await countVerdict(db, sheets)
  if (verdict.counts.faulty > 0) throw conflict('名单或参数在校验之后有变动，出现了新的错误，请重新校验')
  const removed = await readGone(db, batch)
  requireShown(batch, removed)
  const refusal = await goneMessage(ctx, db, batch)
  if (refusal) throw conflict(refusal)
  if (!isRowBatch(batch)) await writeQuestions(ctx, db, batch, progress)
  else {
    await withTempFile(ctx, 'csv', async (path) => {
      await copyChanges(ctx, db, batch.kind, path)
      await writeChanges(ctx, path, batch, verdict.counts, progress)
    })
    await removeGone(ctx, db, batch, removed)
  }
  return { ...verdict, gone: removed.num }
}

async function confirmWarnings(ctx: Ctx, batch: Batch): Promise<void> {
  await sql`update ${own(examImportBatch)} set confirm_user = ${ctx.user.id}, confirm_time = localtimestamp(0)
    where id = ${batch.id}`.execute(ctx.db)
  await logOperation(ctx, 'examImport.confirmWarnings', '确认导入警告', {
    rowId: batch.id,
    after: { examId: batch.examId, faultCounts: batch.faultCounts.filter((count) => count.level === 'warning') },
  })
}

/**
 * Judges the batch once more against the database of this moment, unless nothing it follows from has changed since its check,
 * and writes what is new or changed. Everything or nothing: the caller's transaction.
 */
export async function commitBatch(ctx: Ctx, batchId: string, progress: JobProgress): Promise<JobResult> {
  const { examId } = await loadBatch(ctx, batchId)
  await lockKey(ctx.db, `exam-import:${examId}`)
  // Read under the lock: an archive that went before has cleared its rows.
  const batch = await loadBatch(ctx, batchId)
  requireStaged(batch, UPLOAD_AGAIN)
  const files = await loadFiles(ctx, batchId)
  const sheets = files.flatMap((file) => file.sheets ?? [])
  await progress.report({ step: '校验' })
  const { counts, faultCounts, gone } = await withBatchInputs(
    ctx,
    batch,
    sheets,
    async (paths) =>
      (await writeKept(ctx, batch, sheets, paths, progress)) ??
      judgeBatch(ctx, batch, sheets, paths, (db) => writeJudged(ctx, batch, sheets, db, progress)),
  )
  if (faultCounts.some((one) => isUnconfirmed(batch, one))) throw conflict('出现了尚未确认的警告，请重新校验')
  await touchExam(ctx, batch.examId, batch.kind)
  await sql`update ${own(examImportBatch)} set counts = ${JSON.stringify(counts)}, commit_time = localtimestamp(0),
      commit_seq = nextval('exam_import_commit_seq')
    where id = ${batchId}`.execute(ctx.db)
  await moveBatch(ctx, batchId, 'commitDone')
  const [fresh, changed, unchanged, removed] = [counts.fresh, counts.changed, counts.unchanged, gone].map((n) =>
    n.toLocaleString('en'),
  )
  if (isRowBatch(batch)) await tellRows(ctx, batch)
  const text = `新增 ${fresh} 条，变更 ${changed} 条，未变 ${unchanged} 条${gone > 0 ? `，移除 ${removed} 条` : ''}`
  return { text, link: `/bigdata/exam/import?examId=${batch.examId}&kind=${batch.kind}&batchId=${batchId}` }
}

function isUnconfirmed(batch: Batch, count: { code: string; level: string; num: number }): boolean {
  const known = batch.faultCounts.find((one) => one.code === count.code)
  return count.level === 'warning' && count.num > (known?.num ?? 0)
}

/** Says that rows of a kind change: where that takes the exam back to 已导入, what was checked speaks of other rows. */
export async function touchExam(ctx: Ctx, examId: string, kind: ImportKind): Promise<void> {
  const { action } = IMPORT_KINDS[kind]
  await moveExam(ctx, examId, action)
  if (kind === 'question') await forgetQuestionCheck(ctx, examId)
  else if (examStates.actions[action].to !== '*') await forgetChecks(ctx, examId)
}

export async function forgetChecks(ctx: Pick<Ctx, 'db'>, examId: string): Promise<void> {
  await sql`delete from ${own(examImportCheck)} where exam_id = ${examId}`.execute(ctx.db)
}

/** Question scores are checked apart: what changes in them leaves the other checks as they are. */
async function forgetQuestionCheck(ctx: Pick<Ctx, 'db'>, examId: string): Promise<void> {
  await sql`delete from ${own(examImportCheck)} where exam_id = ${examId} and kind = 'question'`.execute(ctx.db)
}
