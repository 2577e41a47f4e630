import { open, readFile } from 'node:fs/promises'
import { AppError } from '../error.ts'
import { readCsv } from './read-csv.ts'
import { readXls } from './read-xls.ts'
import { readXlsx } from './read-xlsx.ts'
import { DEFAULT_LIMITS, REASONS, type SheetLimits, unreadable } from './sheet-fault.ts'
import type { SheetRow } from './sheet-row.ts'

export interface SheetFile {
  path: string
  name: string
}

/**
 * The filled rows of all visible sheets of an .xlsx, .xls or .csv, told apart by their content.
 * Throws an AppError in the user's words for locked, broken, oversized and foreign files.
 */
export async function* readSheets(file: SheetFile, limits: Partial<SheetLimits> = {}): AsyncGenerator<SheetRow> {
  const bounds = { ...DEFAULT_LIMITS, ...limits }
  let rows = 0
  for await (const row of await openRows(file, bounds)) {
    while (row.cells.length > 0 && row.cells.at(-1) === '') row.cells.pop()
    if (row.cells.length === 0) continue
    rows += 1
    if (rows > bounds.rows) throw unreadable(`行数超过${bounds.rows}行，请拆分后上传`)
    if (row.cells.length > bounds.columns) throw unreadable(`列数超过${bounds.columns}列`)
    yield row
  }
}

async function openRows(file: SheetFile, limits: SheetLimits): Promise<AsyncIterable<SheetRow> | Iterable<SheetRow>> {
  const { head, size } = await peek(file.path)
  if (size === 0) throw unreadable(REASONS.empty)
  if (size > limits.bytes) throw new AppError('request.tooLarge', { limit: `${Math.floor(limits.bytes / 1048576)}MB` })
  if (head.startsWith('PK')) return readXlsx(await readFile(file.path), limits)
  if (head.startsWith('\xd0\xcf\x11\xe0')) return readXls(await readFile(file.path))
  if (/^(\xef\xbb\xbf)?\s*<(!doctype|html|\?xml|table|head|meta)/i.test(head)) throw unreadable(REASONS.webPage)
  if (/^(%PDF|\x89PNG|\xff\xd8\xff|GIF8|Rar!|7z|\x1f\x8b)/.test(head)) throw unreadable(REASONS.notWorkbook)
  return readCsv(file.path)
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

export type { SheetRow } from './sheet-row.ts'
