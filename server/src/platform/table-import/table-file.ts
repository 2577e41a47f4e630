import { refuse } from '../error.ts'
import type { FileAnswer } from '../files/files.ts'
import { type SheetFile, type SheetRow, readSheets } from '../sheet/read.ts'
import { type SheetSpec, type SheetValues, XLSX_TYPE, writeWorkbook } from '../sheet/write.ts'

/** One column of a workbook people fill in. */
export interface TableColumn {
  key: string
  title: string
  /** Other titles it is known by. */
  also?: readonly string[]
  isRequired?: boolean
  example?: string
  width?: number
  options?: string[] | undefined
}

export interface TableRow {
  rowNo: number
  values: Record<string, string>
}

/** A row whose first cell starts so is there to be looked at. */
export const EXAMPLE_MARK = '示例'
const FAULT_TITLE = '错误'
const MOST_ROWS = 2000
const HEAD_ROWS = 10

export interface TableContents {
  rows: TableRow[]
  /** What else stands in the file and was not read as rows: every filled line is a row, the head or named here. */
  passed: string[]
}

/**
 * The rows below the header of the first sheet that has one, by column. The header is the first line that names every
 * required column; its order does not matter, columns nobody knows are left out. Throws a refusal without header or rows.
 */
export async function readTable(
  file: SheetFile,
  columns: readonly TableColumn[],
  mostRows = MOST_ROWS,
): Promise<TableContents> {
  const reading = new TableReading(columns)
  for await (const row of readSheets(file, { rows: 2 * mostRows + HEAD_ROWS, bytes: 50 * 1024 * 1024 })) {
    reading.take(row)
    if (reading.rows.length > mostRows) throw refuse(`一次最多导入${mostRows}行`)
  }
  if (!reading.head) throw refuse(`找不到表头，应有：${titlesOf(columns)}`)
  if (reading.rows.length === 0) throw refuse('没有可导入的行')
  return { rows: reading.rows, passed: reading.passed() }
}

/** Line after line of a file: what each of them is. */
class TableReading {
  head: { sheet: string; keys: (string | undefined)[]; unknown: string[] } | undefined
  readonly rows: TableRow[] = []
  private examples = 0
  /** Filled lines that are neither head nor row, by sheet. */
  private readonly others = new Map<string, number>()

  constructor(private readonly columns: readonly TableColumn[]) {}

  take({ sheet, rowNo, cells }: SheetRow): void {
    if (sheet === this.head?.sheet) {
      if (cells[0]?.startsWith(EXAMPLE_MARK)) this.examples += 1
      else this.rows.push({ rowNo, values: valuesOf(this.head.keys, cells) })
    } else if (this.head || !this.takeHead(sheet, cells)) this.others.set(sheet, (this.others.get(sheet) ?? 0) + 1)
  }

  private takeHead(sheet: string, cells: string[]): boolean {
    const keys = (this.others.get(sheet) ?? 0) < HEAD_ROWS ? headOf(cells, this.columns) : undefined
    if (keys) this.head = { sheet, keys, unknown: cells.filter((cell, at) => cell !== '' && keys[at] === undefined) }
    return keys !== undefined
  }

  passed(): string[] {
    const above = this.others.get(this.head?.sheet ?? '') ?? 0
    const sheets = [...this.others].filter(([sheet]) => sheet !== this.head?.sheet)
    return [
      ...(above > 0 ? [`表头以上的${above}行`] : []),
      ...(this.examples > 0 ? [`示例${this.examples}行`] : []),
      ...sheets.map(([sheet, lines]) => `工作表「${sheet}」的${lines}行`),
      ...(this.head && this.head.unknown.length > 0 ? [`列「${this.head.unknown.join('」「')}」`] : []),
    ]
  }
}

function titlesOf(columns: readonly TableColumn[]): string {
  return columns.flatMap((column) => (column.isRequired ? [column.title] : [])).join('、')
}

/** Which column stands where; nothing when a required one is missing. Throws a refusal where one stands twice. */
function headOf(cells: string[], columns: readonly TableColumn[]): (string | undefined)[] | undefined {
  const keys = cells.map((cell) => {
    const title = cell.replaceAll(/[*＊\s]/g, '')
    return columns.find((column) => column.title === title || column.also?.includes(title))?.key
  })
  if (!columns.every((column) => !column.isRequired || keys.includes(column.key))) return undefined
  const twice = cells.find((_cell, at) => keys[at] !== undefined && keys.indexOf(keys[at]) !== at)
  if (twice !== undefined) throw refuse(`列「${twice}」出现了两次，请只保留一列`)
  return keys
}

function valuesOf(head: (string | undefined)[], cells: string[]): Record<string, string> {
  return Object.fromEntries(head.flatMap((key, at) => (key ? [[key, cells[at] ?? '']] : [])))
}

/** An empty workbook: what to do in its first lines, drop-downs, and an example that is never imported. */
export async function templateOf(title: string, note: string, columns: readonly TableColumn[]): Promise<FileAnswer> {
  const [first, ...rest] = columns
  const example = Object.fromEntries(rest.map((column) => [column.key, column.example ?? '']))
  const rows = [{ ...example, ...(first && { [first.key]: `${EXAMPLE_MARK} ${first.example ?? ''}` }) }]
  const header = columns.map((column) => ({ ...headerOf(column), title: starred(column) }))
  return workbook(`${title}模板`, { name: title, title: [title, note], header, rows })
}

function starred({ title, isRequired }: TableColumn): string {
  return isRequired ? `${title}*` : title
}

function headerOf({ key, title, width = 16, options }: TableColumn) {
  return { key, title, width, ...(options && options.length > 0 ? { options } : {}) }
}

/** What was uploaded, each fault in a note at its cell and all of a row in its last column. */
export async function annotatedTable(
  title: string,
  columns: readonly TableColumn[],
  rows: { values: Record<string, string>; faults: Record<string, string> }[],
): Promise<FileAnswer> {
  const header = [...columns.map((one) => ({ ...headerOf(one), title: starred(one) })), FAULTS]
  return workbook(`${title}-检查结果`, { name: title, header, rows: rows.map(annotated) })
}

const FAULTS = { key: 'faults', title: FAULT_TITLE, width: 60 }

function annotated({
  values,
  faults,
}: {
  values: Record<string, string>
  faults: Record<string, string>
}): SheetValues {
  const said = Object.values(faults)
  return { ...values, faults: said.join('；'), ...(said.length > 0 && { _faults: faults }) }
}

export async function workbook(name: string, sheet: SheetSpec): Promise<FileAnswer> {
  return { name: `${name}.xlsx`, contentType: XLSX_TYPE, body: await writeWorkbook([sheet]) }
}
