import { refuse } from '../error.ts'
import type { FileAnswer } from '../files/files.ts'
import { type SheetFile, readSheets } from '../sheet/read.ts'
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

/**
 * The rows below the header of the first sheet, by column. The header is the first line that names every required
 * column; its order does not matter, columns nobody knows are left out. Throws a refusal without header or rows.
 */
export async function readTable(file: SheetFile, columns: readonly TableColumn[]): Promise<TableRow[]> {
  const rows: TableRow[] = []
  let head: (string | undefined)[] | undefined
  let sheet: string | undefined
  let seen = 0
  for await (const row of readSheets(file, { rows: MOST_ROWS + HEAD_ROWS, bytes: 20 * 1024 * 1024 })) {
    sheet ??= row.sheet
    if (row.sheet !== sheet) break
    seen += 1
    if (!head) {
      head = headOf(row.cells, columns)
      if (!head && seen >= HEAD_ROWS) break
    } else if (!row.cells[0]?.startsWith(EXAMPLE_MARK))
      rows.push({ rowNo: row.rowNo, values: valuesOf(head, row.cells) })
  }
  if (!head) throw refuse(`找不到表头，应有：${titlesOf(columns)}`)
  if (rows.length === 0) throw refuse('没有可导入的行')
  if (rows.length > MOST_ROWS) throw refuse(`一次最多导入${MOST_ROWS}行`)
  return rows
}

function titlesOf(columns: readonly TableColumn[]): string {
  return columns.flatMap((column) => (column.isRequired ? [column.title] : [])).join('、')
}

/** Which column stands where; nothing when a required one is missing. */
function headOf(cells: string[], columns: readonly TableColumn[]): (string | undefined)[] | undefined {
  const keys = cells.map((cell) => {
    const title = cell.replaceAll(/[*＊\s]/g, '')
    return columns.find((column) => column.title === title || column.also?.includes(title))?.key
  })
  return columns.every((column) => !column.isRequired || keys.includes(column.key)) ? keys : undefined
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
