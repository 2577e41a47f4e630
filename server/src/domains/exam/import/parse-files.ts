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

/** While the rows of one file are written, the next is read. */
const AT_A_TIME = 2

/** Reads every file of the batch that has not been read yet into the staging table, in their order. */
export async function parseFiles(ctx: Ctx, batch: Batch, exam: ExamOfBatch, progress: JobProgress): Promise<void> {
  const unread = (await loadFiles(ctx, batch.id)).filter((file) => !file.sheets && !file.message && !file.leftOut)
  const reading: Promise<void>[] = []
  for (const [at, file] of unread.entries()) {
    const [ended] = await Promise.allSettled([reading[at - AT_A_TIME]])
    if (ended.status === 'rejected') break
    await progress.report({ step: '读取文件', text: file.fileName })
    const one = readInto({ ctx, batch, exam, progress }, file, reading[at - 1])
    // Whoever waits for all hears of it.
    one.catch(() => {})
    reading.push(one)
  }
  await allOf(reading)
}

interface Reading {
  ctx: Ctx
  batch: Batch
  exam: ExamOfBatch
  progress: JobProgress
}

/** A file that is none stays without rows and says why. `before` ends when the file before is kept: rows are numbered in the order of files. */
async function readInto(work: Reading, file: StoredFile, before: Promise<void> | undefined): Promise<void> {
  const { ctx, batch } = work
  try {
    await inTransaction(ctx.db, (db) => parseFile({ ...work, ctx: { ...ctx, db } }, file, before))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`update ${own(examImportFile)} set message = ${error.message.slice(0, 500)}
      where batch_id = ${batch.id} and file_no = ${file.fileNo}`.execute(ctx.db)
    await before
  }
}

async function parseFile(
  { ctx, batch, exam, progress }: Reading,
  file: StoredFile,
  before: Promise<void> | undefined,
): Promise<void> {
  const { path } = await ctx.files.localPath(ctx, file.fileId)
  const heads: SheetHead[] = []
  const rows = readSheets(
    { path, name: file.fileName },
    {},
    ({ name, isHidden }) => heads.push({ name, isHidden, rowNum: 0, head: [] }) > 0,
  )
  const count = await stageRows(ctx, batch, lines(rows, heads, file.fileNo, progress), before)
  if (count === 0) throw unreadable(REASONS.empty)
  const sheets =
    batch.kind === 'question'
      ? describeQuestionSheets(await papersOf(ctx, batch.examId), file, heads)
      : await describeSheets(ctx, batch, file.fileNo, heads, exam)
  await sql`update ${own(examImportFile)} set sheets = ${JSON.stringify(sheets)}
    where batch_id = ${batch.id} and file_no = ${file.fileNo}`.execute(ctx.db)
  await sql`update ${own(examImportBatch)} set last_row_id = last_row_id + ${count} where id = ${batch.id}`.execute(
    ctx.db,
  )
}

type Line = [rowId: number, fileNo: number, sheetNo: number, rowNo: number, cells: string]

const LINE_COLUMNS = { row_id: 'int', file_no: 'int', sheet_no: 'int', row_no: 'int', cells: 'text' }

function stageRows(
  ctx: Ctx,
  batch: Batch,
  source: AsyncIterable<Line>,
  before: Promise<void> | undefined,
): Promise<number> {
  return withStagedRows(ctx.db, LINE_COLUMNS, source, async (lines, count) => {
    await before
    await sql`insert into ${own(examImportRow)} (tenant_id, batch_id, row_id, file_no, sheet_no, row_no, cells)
      select ${ctx.user.tenantId}, b.id, b.last_row_id + l.row_id, l.file_no, l.sheet_no, l.row_no, l.cells
      from ${lines} l, ${own(examImportBatch)} b where b.id = ${batch.id}`.execute(ctx.db)
    return count
  })
}

async function* lines(
  rows: AsyncIterable<SheetRow>,
  heads: SheetHead[],
  fileNo: number,
  progress: JobProgress,
): AsyncGenerator<Line> {
  let rowId = 0
  for await (const row of rows) {
    rowId += 1
    noteRow(heads.at(-1), row)
    if (rowId % REPORT_EVERY === 0) await progress.report({ done: rowId, step: '读取文件' })
    yield [rowId, fileNo, heads.length, row.rowNo, row.cells.join(CELL_MARK)]
  }
}

function noteRow(sheet: SheetHead | undefined, { rowNo, cells }: SheetRow): void {
  if (!sheet) throw new Error('a row came before its sheet')
  sheet.rowNum += 1
  if (sheet.head.length < HEAD_ROWS) sheet.head.push({ rowNo, cells })
}
