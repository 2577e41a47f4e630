import { neutralText } from './cell-text.ts'
import { pageSetupXml, sheetPropertiesXml, wrappedHeight } from './paper-xml.ts'
import { type HeaderSpec, type PaperSpec, type SheetSpec, type SheetValues, layOutHeader } from './sheet-spec.ts'
import type { Look, Styles } from './sheet-styles.ts'
import { columnName, escapeXml } from './xml-text.ts'

/** A note on a cell: zero-based row and column and what it says. */
export interface Note {
  row: number
  column: number
  text: string
}

/** A list of options kept on the hidden sheet: `选项!$A$1:$A$9`. */
export type RangeOf = (options: string[]) => string

/** A spreadsheet program draws every note when it opens the file; beyond this only the colour is set. */
const MOST_NOTES = 20_000
const LAST_ROW = 1_048_576
const CHUNK = 64 * 1024
const NUMERIC = /^-?\d{1,15}(\.\d+)?$/

/** The XML of one sheet in pieces. `notes` is filled on the way. */
export async function* sheetXml(
  spec: SheetSpec,
  styles: Styles,
  rangeOf: RangeOf,
  notes: Note[],
): AsyncGenerator<string> {
  const head = layOutHeader(spec.header)
  const titles = spec.title ?? []
  const top = titles.length + head.depth
  yield opening(spec, head.leaves, top)
  yield titles.map((line, row) => titleRow(line, row, styles, spec.paper)).join('')
  yield headerRows(head, titles.length, styles, spec.paper !== undefined)
  const writeRow = cellWriter(head.leaves, styles, spec.paper, false)
  const writeTotal = cellWriter(head.leaves, styles, spec.paper, true)
  let row = top
  let buffer = ''
  for await (const values of spec.rows) {
    const faults = (values['_faults'] ?? {}) as Record<string, string>
    const writeCell = values['_isTotal'] ? writeTotal : writeRow
    buffer += `<row r="${row + 1}">${head.leaves.map((leaf, c) => writeCell(leaf, c, row, values, faults)).join('')}</row>`
    collectNotes(head.leaves, row, faults, notes)
    row += 1
    if (buffer.length > CHUNK) {
      yield buffer
      buffer = ''
    }
  }
  yield buffer + footRows(spec, head.leaves, row, styles)
  yield closing(spec, head, titles.length, row, rangeOf, notes.length > 0)
}

function opening(spec: SheetSpec, leaves: HeaderSpec[], top: number): string {
  const freeze = spec.freeze ?? { rows: top, columns: 0 }
  const columns = leaves.map(
    (leaf, i) => `<col min="${i + 1}" max="${i + 1}" width="${columnWidth(leaf)}" customWidth="1"/>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ',
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">',
    spec.paper ? sheetPropertiesXml(spec.paper) : '',
    `<sheetViews><sheetView workbookViewId="0">${pane(freeze)}</sheetView></sheetViews>`,
    `<cols>${columns.join('')}</cols><sheetData>`,
  ].join('')
}

function columnWidth(leaf: HeaderSpec): number {
  return leaf.width ?? Math.max(leaf.kind === 'text' || !leaf.kind ? 12 : 9, [...leaf.title].length * 2.2 + 2)
}

function pane(freeze: { rows: number; columns: number }): string {
  const { rows, columns } = freeze
  if (rows === 0 && columns === 0) return ''
  const active = rows > 0 && columns > 0 ? 'bottomRight' : rows > 0 ? 'bottomLeft' : 'topRight'
  const splits = `${columns > 0 ? ` xSplit="${columns}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''}`
  return `<pane${splits} topLeftCell="${columnName(columns)}${rows + 1}" activePane="${active}" state="frozen"/>`
}

function titleRow(line: string, row: number, styles: Styles, paper: PaperSpec | undefined): string {
  const style = styles.styleOf({ font: row === 0 ? 'title' : 'faint', ...(paper && { align: 'center' }) })
  const height = paper && row === 0 ? ' ht="26" customHeight="1"' : ''
  return `<row r="${row + 1}"${height}>${textCell(`A${row + 1}`, line, style)}</row>`
}

/** Lines below the table. Merged cells do not grow with their text, so their height is said. */
function footRows({ paper }: SheetSpec, leaves: HeaderSpec[], first: number, styles: Styles): string {
  if (!paper) return ''
  const style = styles.styleOf({ font: 'faint', align: 'wrap' })
  const characters = leaves.slice(0, pageColumns(paper, leaves)).reduce((sum, leaf) => sum + columnWidth(leaf), 0)
  return paper.foot
    .map((line, at) => {
      const row = first + at + 1
      const height = `ht="${wrappedHeight(line, characters)}" customHeight="1"`
      return `<row r="${row}" ${height}>${textCell(`A${row}`, line, style)}</row>`
    })
    .join('')
}

/** Columns on the first page. */
function pageColumns({ breaks }: PaperSpec, leaves: HeaderSpec[]): number {
  return breaks[0] ?? leaves.length
}

function headerRows(head: ReturnType<typeof layOutHeader>, above: number, styles: Styles, isForPaper: boolean): string {
  const style = styles.styleOf({ fill: 'header', font: 'bold', align: 'center', hasBorder: true })
  return Array.from({ length: head.depth }, (_none, line) => {
    const row = above + line
    const titles = new Map(head.cells.filter((cell) => cell.row === line).map((cell) => [cell.column, cell.title]))
    const cells = head.leaves.map((_leaf, c) => {
      const title = titles.get(c)
      const ref = `${columnName(c)}${row + 1}`
      return title === undefined ? `<c r="${ref}" s="${style}"/>` : textCell(ref, title, style)
    })
    // A title over two lines.
    const height = isForPaper && line === head.depth - 1 ? ' ht="32" customHeight="1"' : ''
    return `<row r="${row + 1}"${height}>${cells.join('')}</row>`
  }).join('')
}

function cellWriter(leaves: HeaderSpec[], styles: Styles, paper: PaperSpec | undefined, isTotal: boolean) {
  const ruled: Look = paper ? { hasBorder: true, ...(isTotal && { font: 'bold' }) } : {}
  const looks = leaves.map((leaf) => {
    const look = { ...lookOf(leaf), ...ruled, ...(paper && isNumeric(leaf) && { align: 'right' as const }) }
    return { plain: styles.styleOf(look), fault: styles.styleOf({ ...look, fill: 'fault' }) }
  })
  const names = leaves.map((_leaf, c) => columnName(c))
  return (leaf: HeaderSpec, c: number, row: number, values: SheetValues, faults: Record<string, string>): string => {
    const key = leaf.key ?? ''
    const value = values[key]
    const isFaulty = faults[key] !== undefined
    const style = looks[c]?.[isFaulty ? 'fault' : 'plain'] ?? 0
    const ref = `${names[c]}${row + 1}`
    if (value === null || value === undefined || value === '') {
      return isFaulty || paper ? `<c r="${ref}" s="${style}"/>` : ''
    }
    return valueCell(ref, value, leaf, style)
  }
}

function lookOf(leaf: HeaderSpec): Look {
  if (!isNumeric(leaf)) return { format: '@' }
  const digits = leaf.scale ? `.${'0'.repeat(leaf.scale)}` : ''
  if (leaf.kind === 'percent') return { format: `0${digits}%` }
  return leaf.scale === undefined ? {} : { format: `${leaf.isGrouped ? '#,##0' : '0'}${digits}` }
}

function isNumeric({ kind }: HeaderSpec): boolean {
  return kind === 'number' || kind === 'percent'
}

function valueCell(ref: string, value: unknown, leaf: HeaderSpec, style: number): string {
  if (isNumeric(leaf) && (typeof value === 'number' || (typeof value === 'string' && NUMERIC.test(value)))) {
    const number = Number(value)
    if (!Number.isFinite(number)) return ''
    // Dividing in decimals: 83.33 / 100 is 0.8333, not 0.83329999.
    const shown = leaf.kind === 'percent' ? Number((number / 100).toPrecision(15)) : number
    return `<c r="${ref}" s="${style}"><v>${shown}</v></c>`
  }
  return textCell(ref, neutralText(String(value as string)), style)
}

function textCell(ref: string, text: string, style: number): string {
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}

function collectNotes(leaves: HeaderSpec[], row: number, faults: Record<string, string>, notes: Note[]): void {
  for (const [key, text] of Object.entries(faults)) {
    const column = leaves.findIndex((leaf) => leaf.key === key)
    if (column >= 0 && notes.length < MOST_NOTES) notes.push({ row, column, text })
  }
}

function closing(
  spec: SheetSpec,
  head: ReturnType<typeof layOutHeader>,
  above: number,
  end: number,
  rangeOf: RangeOf,
  hasNotes: boolean,
): string {
  const merges = head.cells
    .filter((cell) => cell.rowSpan > 1 || cell.columnSpan > 1)
    .map((cell) => {
      const first = `${columnName(cell.column)}${above + cell.row + 1}`
      const last = `${columnName(cell.column + cell.columnSpan - 1)}${above + cell.row + cell.rowSpan}`
      return `<mergeCell ref="${first}:${last}"/>`
    })
    .concat(mergedLines(spec, head.leaves, end))
  const lists = head.leaves.flatMap((leaf, c) => (leaf.options?.length ? [validation(leaf.options, c)] : []))
  function validation(options: string[], c: number): string {
    const cells = `${columnName(c)}${above + head.depth + 1}:${columnName(c)}${LAST_ROW}`
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${cells}"><formula1>${escapeXml(rangeOf(options))}</formula1></dataValidation>`
  }
  return [
    '</sheetData>',
    merges.length > 0 ? `<mergeCells count="${merges.length}">${merges.join('')}</mergeCells>` : '',
    lists.length > 0 ? `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>` : '',
    spec.paper ? pageSetupXml(spec.paper) : '',
    hasNotes ? '<legacyDrawing r:id="rId1"/>' : '',
    '</worksheet>',
  ].join('')
}

/** Lines above and below the table of a sheet for paper run over the columns of the first page. */
function mergedLines({ paper, title = [] }: SheetSpec, leaves: HeaderSpec[], end: number): string[] {
  const columns = paper ? pageColumns(paper, leaves) : 1
  if (!paper || columns < 2) return []
  const rows = [...title.map((_line, at) => at + 1), ...paper.foot.map((_line, at) => end + at + 1)]
  return rows.map((row) => `<mergeCell ref="A${row}:${columnName(columns - 1)}${row}"/>`)
}
