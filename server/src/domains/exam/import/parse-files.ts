import { createHash } from 'node:crypto'
import type { ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { parseCourseTarget } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { withStagedRows } from '../../../platform/db/copy.ts'
import { inTransaction } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/error.ts'
import type { JobProgress } from '../../../platform/jobs/jobs.ts'
import { type SheetRow, readSheets } from '../../../platform/sheet/read.ts'
import { type Batch, type ExamOfBatch, loadFiles, type StoredFile } from './batch.ts'
import { HEAD_ROWS, type HeadRow, detectSheet, layoutOf, otherKindOf } from './detect-sheet.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch, examImportFile, examImportMapping, examImportRow } from '../tables.ts'

/** Joins the cells of a staged row; readers strip it from cells. */
export const CELL_MARK = '\u001f'
const REPORT_EVERY = 20_000

interface SheetHead {
  name: string
  rowNum: number
  head: HeadRow[]
}

/** Reads every file of the batch that has not been read yet into the staging table. */
export async function parseFiles(ctx: Ctx, batch: Batch, exam: ExamOfBatch, progress: JobProgress): Promise<void> {
  const unread = (await loadFiles(ctx, batch.id)).filter((file) => !file.sheets && !file.message)
  for (const file of unread) {
    await progress.report({ step: '读取文件', text: file.fileName })
    try {
      await inTransaction(ctx.db, (db) => parseFile({ ...ctx, db }, batch, file, exam, progress))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await sql`update ${own(examImportFile)} set message = ${error.message.slice(0, 500)}
        where batch_id = ${batch.id} and file_no = ${file.fileNo}`.execute(ctx.db)
    }
  }
}

async function parseFile(
  ctx: Ctx,
  batch: Batch,
  file: StoredFile,
  exam: ExamOfBatch,
  progress: JobProgress,
): Promise<void> {
  const { path } = await ctx.files.localPath(ctx, file.fileId)
  const heads: SheetHead[] = []
  const rows = readSheets({ path, name: file.fileName })
  const count = await stageRows(ctx, batch, lines(rows, heads, file.fileNo, progress))
  const sheets = await Promise.all(heads.map((head, i) => describeSheet(ctx, batch, file.fileNo, i + 1, head, exam)))
  await sql`update ${own(examImportFile)} set sheets = ${JSON.stringify(sheets)}
    where batch_id = ${batch.id} and file_no = ${file.fileNo}`.execute(ctx.db)
  await sql`update ${own(examImportBatch)} set last_row_id = last_row_id + ${count} where id = ${batch.id}`.execute(
    ctx.db,
  )
}

type Line = [rowId: number, fileNo: number, sheetNo: number, rowNo: number, cells: string]

const LINE_COLUMNS = { row_id: 'int', file_no: 'int', sheet_no: 'int', row_no: 'int', cells: 'text' }

function stageRows(ctx: Ctx, batch: Batch, source: AsyncIterable<Line>): Promise<number> {
  return withStagedRows(ctx.db, LINE_COLUMNS, source, async (lines, count) => {
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
    let sheet = heads.at(-1)
    if (sheet?.name !== row.sheet) {
      sheet = { name: row.sheet, rowNum: 0, head: [] }
      heads.push(sheet)
    }
    rowId += 1
    sheet.rowNum += 1
    if (sheet.head.length < HEAD_ROWS) sheet.head.push({ rowNo: row.rowNo, cells: row.cells })
    if (rowId % REPORT_EVERY === 0) await progress.report({ done: rowId, step: '读取文件' })
    yield [rowId, fileNo, heads.length, row.rowNo, row.cells.join(CELL_MARK)]
  }
}

async function describeSheet(
  ctx: Ctx,
  batch: Batch,
  fileNo: number,
  sheetNo: number,
  { name, rowNum, head }: SheetHead,
  exam: ExamOfBatch,
): Promise<ImportSheet> {
  const detected = detectSheet(batch.kind, head, exam.courses)
  const remembered = await rememberedTargets(ctx, batch, detected.titles, exam)
  const targets = remembered ?? detected.targets
  const otherKind = remembered ? undefined : otherKindOf(batch.kind, head, exam.courses)
  const layout = remembered ? layoutOf(batch.kind, remembered) : detected.layout
  return {
    ...detected,
    fileNo,
    sheetNo,
    name,
    rowNum,
    targets,
    layout,
    isIgnored: otherKind !== undefined || (layout === 'unknown' && sheetNo > 1),
    ...(otherKind && { otherKind }),
    isRemembered: remembered !== undefined,
  }
}

/** One header, one fingerprint: the titles in their order. */
export function fingerprintOf(titles: string[]): string {
  return createHash('sha256').update(titles.join(CELL_MARK)).digest('hex')
}

async function rememberedTargets(
  ctx: Ctx,
  batch: Batch,
  titles: string[],
  exam: ExamOfBatch,
): Promise<string[] | undefined> {
  const found = await sql<{ targets: string[] }>`select targets from ${own(examImportMapping)}
    where kind = ${batch.kind} and fingerprint = ${fingerprintOf(titles)}`.execute(ctx.db)
  return found.rows[0]?.targets.map((target) => {
    const course = parseCourseTarget(target)
    return course && !exam.courses.some((one) => one.name === course.courseName) ? '' : target
  })
}
