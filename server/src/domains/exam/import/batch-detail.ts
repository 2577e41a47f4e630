import type { Page } from '@xueheng/contract/kit/page.ts'
import type { importBatchFields } from '@xueheng/contract/domains/exam/import.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { type Batch, listBatches, loadBatch, loadFiles, shownFiles } from './batch.ts'
import { every } from '../../../platform/access/doors.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'

const EXAM_NAMES = every(examInfo, 'name of the exam of a batch the caller sees')

type Shown = Row<typeof importBatchFields>
const NO_COUNTS = { read: 0, left: 0, rows: 0, fresh: 0, changed: 0, unchanged: 0, faulty: 0, warned: 0 }
const NONE_GONE = { num: 0, rows: [] }

export async function batchDetail(ctx: Ctx, batchId: string): Promise<Shown> {
  const batch = await loadBatch(ctx, batchId)
  return show(ctx, batch, await nameOf(ctx, batch.examId))
}

export async function batchPage(
  ctx: Ctx,
  filter: { examId: string | null; kind: string | null },
): Promise<Page<Shown>> {
  const page = await listBatches(ctx, filter)
  const shown = async (batch: Batch) => show(ctx, batch, await nameOf(ctx, batch.examId))
  return { ...page, records: await Promise.all(page.records.map(shown)) }
}

async function show(
  ctx: Ctx,
  { id, lastRowId: _internal, isCleared, isExact, gone, ...batch }: Batch,
  examName: string,
): Promise<Shown> {
  const files = shownFiles(await loadFiles(ctx, id))
  return {
    ...batch,
    isCleared: isCleared ? 1 : 0,
    isExact: isExact ? 1 : 0,
    gone: gone ?? NONE_GONE,
    batchId: id,
    examName,
    counts: { ...NO_COUNTS, ...batch.counts },
    files,
  }
}

async function nameOf(ctx: Ctx, examId: string): Promise<string> {
  const found = await sql<{
    name: string
  }>`select exam_name as name from ${EXAM_NAMES} where id = ${examId}`.execute(ctx.db)
  return found.rows[0]?.name ?? ''
}
