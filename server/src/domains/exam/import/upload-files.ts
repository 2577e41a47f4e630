import { batchStates, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { sql } from 'kysely'
import type { Ctx, Upload } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { refuse } from '../../../platform/error.ts'
import { requireState } from '../../../platform/states.ts'
import { examState } from '../exam-row.ts'
import { holdForChange, loadExam, loadFiles, parseKind } from './batch.ts'
import { startCheck } from './check-batch.ts'
import { unpackUploads } from './unpack-uploads.ts'
import { into } from '../../../platform/access/doors.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch, examImportFault, examImportFile, examImportRow } from '../tables.ts'

const MOST_FILES = 100

interface UploadInput {
  examId: string
  kind: string
  batchId: string | null
  isReplace: number | null
}

/** Files become a batch, or join one, or take the place of everything in it; then the batch is checked. */
export async function uploadWorkbooks(
  ctx: Ctx,
  input: UploadInput,
  uploads: Upload[],
): Promise<{ batchId: string; jobId: string }> {
  const kind = parseKind(input.kind)
  const exam = await loadExam(ctx, input.examId)
  const { action, title, parts } = IMPORT_KINDS[kind]
  await requireState(ctx, examStates, examState(input.examId), action)
  if (parts.length > 0 && exam.courses.length === 0) throw refuse(`请先设置考试科目，再导入${title}`)
  const batchId = input.batchId || (await addBatch(ctx, input.examId, kind))
  const batch = await holdForChange(ctx, batchId)
  if (batch.examId !== input.examId || batch.kind !== kind) throw refuse('批次属于另一场考试或另一种类型')
  if (input.isReplace) await clearBatch(ctx, batchId)
  await addFiles(ctx, batchId, await unpackUploads(ctx, uploads))
  return { batchId, jobId: await startCheck(ctx, batchId) }
}

async function addBatch(ctx: Ctx, examId: string, kind: string): Promise<string> {
  const id = nextId()
  await sql`insert into ${own(examImportBatch)} (id, tenant_id, exam_id, kind, status, create_user, create_user_name)
    values (${id}, ${ctx.user.tenantId}, ${examId}, ${kind}, ${batchStates.states.uploaded.value}, ${ctx.user.id},
      ${ctx.user.name})`.execute(ctx.db)
  return id
}

async function clearBatch(ctx: Ctx, batchId: string): Promise<void> {
  for (const table of [examImportFile, examImportRow, examImportFault]) {
    await sql`delete from ${into(table)} where batch_id = ${batchId}`.execute(ctx.db)
  }
}

/** The same contents a second time change nothing and are passed over. */
async function addFiles(ctx: Ctx, batchId: string, uploads: Upload[]): Promise<void> {
  const known = await sql<{ sha256: string; last: number }>`select sha256, max(file_no) over () as last
    from ${own(examImportFile)} where batch_id = ${batchId}`.execute(ctx.db)
  const seen = new Set(known.rows.map((row) => row.sha256))
  let fileNo = known.rows[0]?.last ?? 0
  if (fileNo + uploads.length > MOST_FILES) throw refuse(`一个批次最多 ${MOST_FILES} 个文件`)
  for (const upload of uploads) {
    if (seen.has(upload.sha256)) continue
    seen.add(upload.sha256)
    fileNo += 1
    await sql`insert into ${own(examImportFile)} (tenant_id, batch_id, file_no, file_id, file_name, size_bytes, sha256)
      values (${ctx.user.tenantId}, ${batchId}, ${fileNo}, ${upload.fileId}, ${upload.name}, ${upload.size},
        ${upload.sha256})`.execute(ctx.db)
  }
}

/** Takes a file and its rows out of a batch. */
export async function removeFile(ctx: Ctx, batchId: string, fileNo: number): Promise<{ jobId: string }> {
  await holdForChange(ctx, batchId)
  await sql`delete from ${own(examImportRow)} where batch_id = ${batchId} and file_no = ${fileNo}`.execute(ctx.db)
  await sql`delete from ${own(examImportFile)} where batch_id = ${batchId} and file_no = ${fileNo}`.execute(ctx.db)
  if ((await loadFiles(ctx, batchId)).length === 0) throw refuse('批次至少要有一个文件')
  return { jobId: await startCheck(ctx, batchId) }
}
