import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { allOf } from '../../../platform/all-of.ts'
import { withStagedRows } from '../../../platform/db/copy.ts'
import { inTransaction } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/error.ts'
import type { JobProgress } from '../../../platform/jobs/jobs.ts'
import { type SheetRow, readSheets } from '../../../platform/sheet/read.ts'
import { REASONS, unreadable } from '../../../platform/sheet/sheet-fault.ts'
import { type Batch, type ExamOfBatch, loadFiles, type StoredFile } from './batch.ts'
import { CELL_MARK } from './cell-mark.ts'
import { type SheetHead, describeSheets } from './describe-sheet.ts'
import { describeQuestionSheets } from '../question/describe-questions.ts'
import { papersOf } from '../question/papers.ts'
import { HEAD_ROWS } from './detect-sheet.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch, examImportFile, examImportRow } from '../tables.ts'

const REPORT_EVERY = 20_000

/** While the rows of some files are written, the next are read. */
const AT_A_TIME = 2
/** Bytes of files that are read and written together: each time costs a dozen statements, and a school's file is small. */
const TOGETHER = 2 * 1024 * 1024

/** Reads every file of the batch that has not been read yet into the staging table, in their order. */
export async function parseFiles(ctx: Ctx, batch: Batch, exam: ExamOfBatch, progress: JobProgress): Promise<void> {
  const unread = (await loadFiles(ctx, batch.id)).filter((file) => !file.sheets && !file.message && !file.leftOut)
  const reading: Promise<void>[] = []
  for (const [at, files] of inGroups(unread).entries()) {
    const [ended] = await Promise.allSettled([reading[at - AT_A_TIME]])
    if (ended.status === 'rejected') break
    const work = { ctx, batch, exam, progress }
    const one = inTransaction(ctx.db, (db) => readGroup({ ...work, ctx: { ...ctx, db } }, files, reading[at - 1]))
    // Whoever waits for all hears of it.
    one.catch(() => {})
    reading.push(one)
  }
  await allOf(reading)
}

function bytesOf(files: StoredFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function inGroups(files: StoredFile[]): StoredFile[][] {
  const groups: StoredFile[][] = []
  for (const file of files) {
    const last = groups.at(-1)
    if (last && bytesOf(last) + file.size <= TOGETHER) last.push(file)
    else groups.push([file])
  }
  return groups
}

interface Reading {
  ctx: Ctx
  batch: Batch
  exam: ExamOfBatch
  progress: JobProgress
}

/** What was found in a file; one that cannot be read keeps no rows and says why. */
interface FileRead {
  file: StoredFile
  path: string
  heads: SheetHead[]
  message: string
}

/** `before` ends when the files before are kept: rows are numbered in the order of files. */
async function readGroup(work: Reading, files: StoredFile[], before: Promise<void> | undefined): Promise<void> {
  const { ctx, batch } = work
  const found: FileRead[] = []
  for (const file of files) found.push(await locate(ctx, file))
  const count = await stageRows(ctx, batch, linesOf(work, found), found, before)
  for (const one of found) await keepFile(work, one)
  await sql`update ${own(examImportBatch)} set last_row_id = last_row_id + ${count} where id = ${batch.id}`.execute(
    ctx.db,
  )
}

/** A file that is gone from the store, or is not what was uploaded, is told like one that cannot be read. */
async function locate(ctx: Ctx, file: StoredFile): Promise<FileRead> {
  try {
    const { path } = await ctx.files.localPath(ctx, file.fileId)
    return { file, path, heads: [], message: '' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { file, path: '', heads: [], message: error.message }
  }
}

async function keepFile({ ctx, batch, exam }: Reading, { file, heads, message }: FileRead): Promise<void> {
  const describe = async () =>
    batch.kind === 'question'
      ? describeQuestionSheets(await papersOf(ctx, batch.examId), file, heads)
      : describeSheets(ctx, batch, file.fileNo, heads, exam)
  const told = message ? sql`message = ${message.slice(0, 500)}` : sql`sheets = ${JSON.stringify(await describe())}`
  await sql`update ${own(examImportFile)} set ${told}
    where batch_id = ${batch.id} and file_no = ${file.fileNo}`.execute(ctx.db)
}

type Line = [rowId: number, fileNo: number, sheetNo: number, rowNo: number, cells: string]

const LINE_COLUMNS = { row_id: 'int', file_no: 'int', sheet_no: 'int', row_no: 'int', cells: 'text' }

/** Writes the rows of all files but those that say why they cannot be read; answers how many they are. */
function stageRows(
  ctx: Ctx,
  batch: Batch,
  source: AsyncIterable<Line>,
  found: FileRead[],
  before: Promise<void> | undefined,
): Promise<number> {
  return withStagedRows(ctx.db, LINE_COLUMNS, source, async (lines) => {
    await before
    const refused = found.filter(({ message }) => message).map(({ file }) => file.fileNo)
    const kept =
      await sql`insert into ${own(examImportRow)} (tenant_id, batch_id, row_id, file_no, sheet_no, row_no, cells)
      select ${ctx.user.tenantId}, b.id, b.last_row_id + l.row_id, l.file_no, l.sheet_no, l.row_no, l.cells
      from ${lines} l, ${own(examImportBatch)} b where b.id = ${batch.id}
        and l.file_no <> all(${refused})`.execute(ctx.db)
    return Number(kept.numAffectedRows)
  })
}

/**
 * The rows of files one after the other; a file that breaks off gives its numbers to the next. The database takes them in meanwhile and
 * answers nothing else.
 */
async function* linesOf(work: Reading, found: FileRead[]): AsyncGenerator<Line> {
  let rowId = 0
  for (const one of found.filter(({ message }) => !message)) {
    const { fileNo, fileName } = one.file
    await work.progress.report({ step: '读取文件', text: fileName })
    const first = rowId
    try {
      for await (const row of rowsOf(one)) {
        rowId += 1
        noteRow(one.heads.at(-1), row)
        if (rowId % REPORT_EVERY === 0) await work.progress.report({ done: rowId, step: '读取文件' })
        yield [rowId, fileNo, one.heads.length, row.rowNo, row.cells.join(CELL_MARK)]
      }
      if (rowId === first) throw unreadable(REASONS.empty)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      one.message = error.message
      rowId = first
    }
  }
}

function rowsOf({ file, path, heads }: FileRead): AsyncGenerator<SheetRow> {
  return readSheets({ path, name: file.fileName }, {}, ({ name, isHidden }) => {
    heads.push({ name, isHidden, rowNum: 0, head: [] })
    return true
  })
}

function noteRow(sheet: SheetHead | undefined, { rowNo, cells }: SheetRow): void {
  if (!sheet) throw new Error('a row came before its sheet')
  sheet.rowNum += 1
  if (sheet.head.length < HEAD_ROWS) sheet.head.push({ rowNo, cells })
}
