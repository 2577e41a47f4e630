import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { FAULT_COLUMN, IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportFault, ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { conflict } from '../../../platform/error.ts'
import type { FileAnswer } from '../../../platform/files/files.ts'
import {
  type SheetSpec,
  type SheetValues,
  XLSX_TYPE,
  writeWorkbook,
  writeWorkbookTo,
} from '../../../platform/sheet/write.ts'
import { createZip } from '../../../platform/sheet/zip-writer.ts'
import { type StoredFile, loadBatch, loadExam, loadFiles, requireStaged } from './batch.ts'
import { ANNOTATED, stemOf } from './book-name.ts'
import { CELL_MARK } from './cell-mark.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportRow, examImportFault } from '../tables.ts'

const PAGE = 5000

/**
 * The rows as they are staged, with a last column that says what is wrong and the cells it is about marked: a workbook per
 * file, under its name and with its sheets; several of them in one archive.
 */
export async function annotatedWorkbook(ctx: Ctx, batchId: string): Promise<FileAnswer> {
  const batch = await loadBatch(ctx, batchId)
  const exam = await loadExam(ctx, batch.examId)
  requireStaged(batch, '考试归档后不再保留上传的行')
  const files = (await loadFiles(ctx, batchId)).filter((file) => sheetsOf(file).length > 0)
  const [first] = files
  if (!first) throw conflict('没有已识别的工作表')
  if (files.length > 1) {
    const { title } = IMPORT_KINDS[batch.kind]
    const name = `${exam.examName}-${title}${ANNOTATED}.zip`
    return { name, contentType: 'application/zip', body: createReadStream(await zipBooks(ctx, batchId, files)) }
  }
  const path = ctx.files.tempPath('xlsx')
  await writeWorkbookTo(path, specsOf(ctx, batchId, first))
  const name = bookName(first).split('/').at(-1) ?? ''
  return { name, contentType: XLSX_TYPE, body: createReadStream(path) }
}

function sheetsOf({ sheets }: StoredFile): ImportSheet[] {
  return (sheets ?? []).filter((sheet) => !sheet.isIgnored && sheet.headerRow > 0)
}

function specsOf(ctx: Ctx, batchId: string, file: StoredFile): SheetSpec[] {
  return sheetsOf(file).map((sheet) => specOf(ctx, batchId, sheet))
}

function bookName({ fileName }: StoredFile): string {
  return `${stemOf(fileName)}${ANNOTATED}.xlsx`
}

async function zipBooks(ctx: Ctx, batchId: string, files: StoredFile[]): Promise<string> {
  const path = ctx.files.tempPath('zip')
  const handle = await open(path, 'w')
  try {
    const zip = createZip(async (chunk) => void (await handle.write(chunk)))
    for (const file of files) await zip.add(bookName(file), await writeWorkbook(specsOf(ctx, batchId, file)))
    await zip.end()
  } finally {
    await handle.close()
  }
  return path
}

function specOf(ctx: Ctx, batchId: string, sheet: ImportSheet): SheetSpec {
  const kept = sheet.titles.map((title, i) => ({ title, key: String(i) })).filter(({ title }) => title !== FAULT_COLUMN)
  const header = [...kept, { title: FAULT_COLUMN, key: 'faults', width: 60 }]
  return { name: sheet.name, header, rows: rowsOf(ctx, batchId, sheet), freeze: { rows: 1, columns: 0 } }
}

interface KeptRow {
  rowId: number
  cells: string
  faults: ImportFault[] | null
}

async function* rowsOf(ctx: Ctx, batchId: string, sheet: ImportSheet): AsyncGenerator<SheetValues> {
  let last = 0
  for (;;) {
    const page = await sql<KeptRow>`select r.row_id, r.cells,
        (select jsonb_agg(jsonb_build_object('column', f.column_no, 'code', f.code, 'text', f.text) order by f.column_no)
          from ${own(examImportFault)} f where f.batch_id = r.batch_id and f.row_id = r.row_id) as faults
      from ${own(examImportRow)} r
      where r.batch_id = ${batchId} and r.file_no = ${sheet.fileNo} and r.sheet_no = ${sheet.sheetNo}
        and r.row_no > ${sheet.headerRow} and r.row_id > ${last}
      order by r.row_id limit ${PAGE}`.execute(ctx.db)
    for (const row of page.rows) yield valuesOf(row)
    last = page.rows.at(-1)?.rowId ?? last
    if (page.rows.length < PAGE) return
  }
}

function valuesOf(row: KeptRow): SheetValues {
  const faults = row.faults ?? []
  const values: SheetValues = Object.fromEntries(row.cells.split(CELL_MARK).map((text, i) => [String(i), text]))
  values['faults'] = faults.map((fault) => fault.text).join('；')
  const marked = faults.filter((fault) => fault.column >= 0)
  if (marked.length > 0)
    values['_faults'] = Object.fromEntries(marked.map((fault) => [String(fault.column), fault.text]))
  return values
}
