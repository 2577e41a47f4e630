import { type CellObject, type ParsingOptions, type WorkSheet, SSF, read, utils } from '@e965/xlsx'
import { cellText, numberText } from './cell-text.ts'
import { digitsOf, withZeros } from './leading-zeros.ts'
import { REASONS, unreadable } from './sheet-fault.ts'
import type { SheetRow, SheetTeller } from './sheet-row.ts'

/** Rows of an old binary workbook. The format holds at most 65,536 rows, so it is read as a whole. */
export function* readXls(file: Buffer, tell: SheetTeller): Generator<SheetRow> {
  const book = openBook(file)
  for (const [index, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name]
    const isHidden = Boolean(book.Workbook?.Sheets?.[index]?.Hidden)
    if (tell({ name, isHidden }) && sheet?.['!ref']) yield* rowsOf(name, sheet)
  }
}

/** Throws where an old binary workbook cannot be opened; its rows are not read. */
export function inspectXls(file: Buffer): void {
  if (openBook(file, { bookSheets: true }).SheetNames.length === 0) throw unreadable(REASONS.notWorkbook)
}

function openBook(file: Buffer, more: ParsingOptions = {}) {
  // A workbook under a password of the newer format is an OLE container with this one stream.
  if (file.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw unreadable(REASONS.encrypted)
  try {
    return read(file, { type: 'buffer', dense: true, cellNF: true, cellHTML: false, cellFormula: false, ...more })
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message)
    throw Object.assign(unreadable(isLocked ? REASONS.encrypted : REASONS.broken), { cause: error })
  }
}

function* rowsOf(name: string, sheet: WorkSheet): Generator<SheetRow> {
  const range = utils.decode_range(sheet['!ref'] ?? 'A1')
  const rows = sheet['!data'] ?? []
  for (let r = range.s.r; r <= range.e.r; r++) {
    const cells = Array.from({ length: range.e.c + 1 }, (_none, c) => textOf(rows[r]?.[c]))
    yield { sheet: name, rowNo: r + 1, cells }
  }
}

function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined) return ''
  if (cell.t === 'e') return cell.w ?? ''
  if (cell.t === 'n' && typeof cell.v === 'number' && typeof cell.z === 'string' && SSF.is_date(cell.z)) {
    return serialText(cell.v)
  }
  return withZeros(cellText(cell.v), cell.t === 'n' && typeof cell.z === 'string' ? digitsOf(cell.z) : 0)
}

function serialText(serial: number): string {
  const moment = SSF.parse_date_code(serial) as { y: number; m: number; d: number; H: number; M: number; S: number }
  if (!moment) return numberText(serial)
  const two = (value: number) => String(Math.round(value)).padStart(2, '0')
  const day = `${moment.y}-${two(moment.m)}-${two(moment.d)}`
  const hasTime = moment.H + moment.M + moment.S > 0
  return hasTime ? `${day} ${two(moment.H)}:${two(moment.M)}:${two(moment.S)}` : day
}
