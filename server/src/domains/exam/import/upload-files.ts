import { batchStates, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { FileReason } from '@xueheng/contract/domains/exam/left-out.ts'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { sql } from 'kysely'
import type { Ctx, Upload } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { refuse } from '../../../platform/error.ts'
import { requireState } from '../../../platform/states.ts'
import { examState } from '../exam-row.ts'
import { holdForChange, loadExam, loadFiles, parseKind } from './batch.ts'
import { stemOf } from './book-name.ts'
import { startCheck } from './check-batch.ts'
import { papersOf } from '../question/papers.ts'
import { refuseArchivedQuestions } from '../question/question-files.ts'
import { type Unpacked, unpackUploads } from './unpack-uploads.ts'
import { into } from '../../../platform/access/doors.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch, examImportFile, examImportRow } from '../tables.ts'

const MOST_FILES = 100

interface UploadInput {
  examId: string
  kind: string
  batchId: string | null
  isReplace: number | null
}

/** Files become a batch, or join one, or take the place of those they came from; then the batch is checked. */
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
  if (kind === 'question') await requirePapers(ctx, input.examId)
  const files = await unpackUploads(ctx, uploads)
  const batchId = input.batchId || (await addBatch(ctx, input.examId, kind))
  const batch = await holdForChange(ctx, batchId)
  if (batch.examId !== input.examId || batch.kind !== kind) throw refuse('批次属于另一场考试或另一种类型')
  if (input.isReplace) await dropReplaced(ctx, batchId, files.books)
  await addFiles(ctx, batchId, files)
  return { batchId, jobId: await startCheck(ctx, batchId) }
}

/** Question scores are held against the questions of the papers, and come in before they are archived. */
async function requirePapers(ctx: Ctx, examId: string): Promise<void> {
  if ((await papersOf(ctx, examId)).length === 0) throw refuse('请先录入试卷题目，再导入小题分')
  await refuseArchivedQuestions(ctx, examId)
}

async function addBatch(ctx: Ctx, examId: string, kind: string): Promise<string> {
  const id = nextId()
  await sql`insert into ${own(examImportBatch)} (id, tenant_id, exam_id, kind, status, create_user, create_user_name)
    values (${id}, ${ctx.user.tenantId}, ${examId}, ${kind}, ${batchStates.states.uploaded.value}, ${ctx.user.id},
      ${ctx.user.name})`.execute(ctx.db)
  return id
}

/** A mended workbook takes the place of the file it came from, told by its name, and of no other. */
async function dropReplaced(ctx: Ctx, batchId: string, books: Upload[]): Promise<void> {
  const files = await loadFiles(ctx, batchId)
  for (const { name } of books) {
    const [old, second] = files.filter((file) => !file.leftOut && isSameBook(file.fileName, name))
    if (!old) throw refuse(`批次里没有与「${name}」同名的文件，请保持文件名不变，或作为新文件上传`)
    if (second) throw refuse(`批次里有几个与「${name}」同名的文件，请先移除其中一个`)
    await dropFile(ctx, batchId, old.fileNo)
  }
}

/** Folders of an archive are told where both names have them. */
function isSameBook(one: string, other: string): boolean {
  const [a, b] = [stemOf(one), stemOf(other)]
  const last = (path: string) => path.split('/').at(-1)
  return a === b || (!(a.includes('/') && b.includes('/')) && last(a) === last(b))
}

async function dropFile(ctx: Ctx, batchId: string, fileNo: number): Promise<void> {
  for (const table of [examImportRow, examImportFile]) {
    await sql`delete from ${into(table)} where batch_id = ${batchId} and file_no = ${fileNo}`.execute(ctx.db)
  }
}

interface KnownFile {
  fileNo: number
  fileName: string
  sha256: string
}

/** The same contents a second time change nothing: they are named and not read, like what is no workbook in an archive. */
async function addFiles(ctx: Ctx, batchId: string, { books, others }: Unpacked): Promise<void> {
  const known = await sql<KnownFile>`select file_no, file_name, sha256 from ${own(examImportFile)}
    where batch_id = ${batchId} order by file_no`.execute(ctx.db)
  let fileNo = known.rows.at(-1)?.fileNo ?? 0
  if (fileNo + books.length + others.length > MOST_FILES) throw refuse(`一个批次最多 ${MOST_FILES} 个文件`)
  const seen = new Map(known.rows.map((row) => [row.sha256, row.fileName]))
  for (const book of books) {
    const same = seen.get(book.sha256)
    const told = same === undefined ? book.fault : `与「${same}」内容相同，没有重复读取`
    await addFile(ctx, batchId, ++fileNo, book, same === undefined ? null : 'same', told)
    seen.set(book.sha256, same ?? book.name)
  }
  for (const name of others) {
    await addFile(ctx, batchId, ++fileNo, { name, fileId: '', size: 0, sha256: '' }, 'notBook', '不是工作簿，没有读取')
  }
}

async function addFile(
  ctx: Ctx,
  batchId: string,
  fileNo: number,
  { fileId, name, size, sha256 }: Pick<Upload, 'fileId' | 'name' | 'size' | 'sha256'>,
  leftOut: FileReason | null,
  message: string,
): Promise<void> {
  await sql`insert into ${own(examImportFile)} (tenant_id, batch_id, file_no, file_id, file_name, size_bytes, sha256, left_out,
      message)
    values (${ctx.user.tenantId}, ${batchId}, ${fileNo}, ${fileId}, ${name.slice(-255)}, ${size}, ${sha256}, ${leftOut},
      ${message.slice(0, 500)})`.execute(ctx.db)
}

/** Takes a file and its rows out of a batch. */
export async function removeFile(ctx: Ctx, batchId: string, fileNo: number): Promise<{ jobId: string }> {
  await holdForChange(ctx, batchId)
  await sql`delete from ${own(examImportRow)} where batch_id = ${batchId} and file_no = ${fileNo}`.execute(ctx.db)
  const gone = await sql<{ sha256: string; leftOut: FileReason | null }>`delete from ${own(examImportFile)}
    where batch_id = ${batchId} and file_no = ${fileNo} returning sha256, left_out`.execute(ctx.db)
  if (gone.rows[0]?.leftOut === null) await takeSame(ctx, batchId, gone.rows[0].sha256)
  if ((await loadFiles(ctx, batchId)).length === 0) throw refuse('批次至少要有一个文件')
  return { jobId: await startCheck(ctx, batchId) }
}

/** A file of the same contents takes the place of one that was removed. */
async function takeSame(ctx: Ctx, batchId: string, sha256: string): Promise<void> {
  await sql`update ${own(examImportFile)} set left_out = null, message = '' where batch_id = ${batchId} and file_no =
    (select min(f.file_no) from ${own(examImportFile)} f where f.batch_id = ${batchId} and f.left_out = 'same' and f.sha256 = ${sha256})`.execute(
    ctx.db,
  )
}
