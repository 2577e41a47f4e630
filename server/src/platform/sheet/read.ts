import { open, readFile } from 'node:fs/promises'
import { AppError } from '../error.ts'
import { encodingOf, readCsv } from './read-csv.ts'
import { isOpenDocument, odsContents, readOds } from './read-ods.ts'
import { inspectXls, readXls } from './read-xls.ts'
import { readXlsx } from './read-xlsx.ts'
import { DEFAULT_LIMITS, REASONS, type SheetLimits, unreadable } from './sheet-fault.ts'
import type { SheetRow, SheetTeller } from './sheet-row.ts'
import { inspectWorkbook } from './zip-guard.ts'

export interface SheetFile {
  path: string
  name: string
}

const VISIBLE: SheetTeller = (sheet) => !sheet.isHidden

/**
 * The filled rows of the sheets of an .xlsx, .xls, .ods or .csv, told apart by their content: of all visible sheets, or of
 * those `tell` wants. Throws an AppError in the user's words for locked, broken, oversized and foreign files.
 */
export async function* readSheets(
  file: SheetFile,
  limits: Partial<SheetLimits> = {},
  tell: SheetTeller = VISIBLE,
): AsyncGenerator<SheetRow> {
  const bounds = { ...DEFAULT_LIMITS, ...limits }
  let rows = 0
  for await (const row of await openRows(file, bounds, tell)) {
    while (row.cells.length > 0 && row.cells.at(-1) === '') row.cells.pop()
    if (row.cells.length === 0) continue
    rows += 1
    if (rows > bounds.rows) throw unreadable(`行数超过${bounds.rows}行，请拆分后上传`)
    if (row.cells.length > bounds.columns) throw unreadable(`列数超过${bounds.columns}列`)
    yield row
  }
}

type Rows = AsyncIterable<SheetRow> | Iterable<SheetRow>

async function openRows(file: SheetFile, limits: SheetLimits, tell: SheetTeller): Promise<Rows> {
  const format = await formatOf(file, limits)
  if (format === 'xls') return readXls(await readFile(file.path), tell)
  if (format === 'text') return tell({ name: 'CSV', isHidden: false }) ? readCsv(file.path) : []
  const archive = await readFile(file.path)
  return isOpenDocument(archive) ? readOds(archive, limits, tell) : readXlsx(archive, limits, tell)
}

/** Throws as `readSheets` does where a file is no workbook, without reading its rows. */
export async function inspectSheets(file: SheetFile, limits: Partial<SheetLimits> = {}): Promise<void> {
  const bounds = { ...DEFAULT_LIMITS, ...limits }
  const format = await formatOf(file, bounds)
  if (format === 'text') return void (await encodingOf(file.path))
  const contents = await readFile(file.path)
  if (format === 'xls') inspectXls(contents)
  else if (isOpenDocument(contents)) odsContents(contents, bounds)
  else inspectWorkbook(contents, bounds)
}

async function formatOf(file: SheetFile, limits: SheetLimits): Promise<'archive' | 'xls' | 'text'> {
  const { head, size } = await peek(file.path)
  if (size === 0) throw unreadable(REASONS.empty)
  if (size > limits.bytes) throw new AppError('request.tooLarge', { limit: `${Math.floor(limits.bytes / 1048576)}MB` })
  if (head.startsWith('PK')) return 'archive'
  if (head.startsWith('\xd0\xcf\x11\xe0')) return 'xls'
  if (/^(\xef\xbb\xbf)?\s*<(!doctype|html|\?xml|table|head|meta)/i.test(head)) throw unreadable(REASONS.webPage)
  if (/^(%PDF|\x89PNG|\xff\xd8\xff|GIF8|Rar!|7z|\x1f\x8b)/.test(head)) throw unreadable(REASONS.notWorkbook)
  if (!(await mayBeText(file))) throw unreadable(REASONS.plainText)
  return 'text'
}

/** Text under the name of a workbook is none; old systems give tables of tabs or commas the name .xls. */
async function mayBeText({ path, name }: SheetFile): Promise<boolean> {
  if (/\.(xlsx|xlsm|ods)$/i.test(name)) return false
  return !/\.xls$/i.test(name) || isTable(path)
}

const SAMPLE_LINES = 5

/** Whether the first lines have equally many cells, at least two. */
async function isTable(path: string): Promise<boolean> {
  const widths = new Set<number>()
  let lines = 0
  for await (const { cells } of readCsv(path)) {
    widths.add(cells.length)
    lines += 1
    if (lines === SAMPLE_LINES) break
  }
  return lines > 1 && widths.size === 1 && !widths.has(1)
}

async function peek(path: string): Promise<{ head: string; size: number }> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0)
    return { head: buffer.toString('latin1', 0, bytesRead), size: (await handle.stat()).size }
  } finally {
    await handle.close()
  }
}

export type { SheetRow, SheetTold } from './sheet-row.ts'
