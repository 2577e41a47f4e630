import { fieldMessage } from '@xueheng/contract/derive/schema.ts'
import type { EditedRow } from '@xueheng/contract/domains/gather/gathered.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import type { Option } from '../../../platform/crud/lookups.ts'
import type { CrudRow } from '../../../platform/crud/row.ts'
import type { GridMark, GridRow } from '../../../platform/grid/columns.ts'
import type { Edits, RowEdits } from '../../../platform/grid/edits.ts'

/** A column of the sheet; the first ones only say whose row it is. */
export interface SheetColumn {
  name: string
  field: Field
  isFixed: boolean
  isRequired: boolean
  /** Answers to choose from, where there are some. */
  options?: readonly Option[] | undefined
}

/** Why a row was not saved, at the cell it is about (-1 for the whole row), while that cell says the same. */
export interface SheetFault {
  column: number
  typed: string | undefined
  text: string
}

export type SheetFaults = ReadonlyMap<string, SheetFault>

export function cellText({ options }: Pick<SheetColumn, 'options'>, value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  return options?.find((one) => one.value === text)?.label ?? text
}

const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/

/** What is sent for a typed text: the key of an answer, a day as it is written here. */
export function cellValue({ field, options }: Pick<SheetColumn, 'field' | 'options'>, text: string): string {
  if (options) return options.find((one) => one.label === text)?.value ?? text
  const day = field.kind === 'date' ? DAY.exec(text) : null
  return day ? [day[1], day[2]?.padStart(2, '0'), day[3]?.padStart(2, '0')].join('-') : text
}

/** What is wrong with a typed text, in Chinese. */
export function cellFault(column: SheetColumn, text: string): string | undefined {
  const { options, field } = column
  if (options && text !== '') {
    const value = cellValue(column, text)
    return options.some((one) => one.value === value) ? undefined : '不是可选的内容'
  }
  return fieldMessage(field, cellValue(column, text))
}

export interface Sheet {
  columns: readonly SheetColumn[]
  stateOf(row: CrudRow): string
  mayEdit(row: CrudRow): boolean
}

/** A row as it was read: whose it is, its items, its state last of the fixed ones. */
export function readRow(sheet: Sheet, row: CrudRow, index: number): GridRow {
  const cells = sheet.columns.map((column) =>
    column.name === STATE ? sheet.stateOf(row) : cellText(column, row[column.name]),
  )
  const isLocked = !sheet.mayEdit(row)
  const marks: Record<number, GridMark> = isLocked ? {} : missing(sheet, cells)
  if (row['rejectReason'] && !isLocked) marks[-1] = { level: 'warning', text: String(row['rejectReason']) }
  return {
    key: row.id,
    head: String(index + 1),
    cells,
    isLocked,
    isJudgedLive: true,
    marks,
  }
}

/** The column of the state; no field of the row is named so. */
export const STATE = '#state'

function missing({ columns }: Sheet, cells: readonly string[]): Record<number, GridMark> {
  const found: Record<number, GridMark> = {}
  for (const [i, { isRequired }] of columns.entries())
    if (isRequired && (cells[i] ?? '') === '') found[i] = { level: 'warning', text: '提交前必须填写' }
  return found
}

/** The same row with what is typed over it: judged anew, with what the server found and what others changed meanwhile. */
export function judgeRow(
  sheet: Sheet,
  row: GridRow,
  edits: RowEdits | undefined,
  fault: SheetFault | undefined,
): GridRow {
  if (!edits && !fault) return row
  const cells = row.cells.map((text, i) => edits?.[i]?.to ?? text)
  const marks: Record<number, GridMark> = { ...(!row.isLocked && missing(sheet, cells)) }
  const whole = row.marks?.[-1]
  if (whole) marks[-1] = whole
  if (fault && fault.typed === edits?.[fault.column]?.to) marks[fault.column] = { level: 'error', text: fault.text }
  for (const [key, { from, to }] of Object.entries(edits ?? {})) {
    const i = Number(key)
    const column = sheet.columns[i]
    const wrong = column && cellFault(column, to)
    if (wrong) marks[i] = { level: 'error', text: wrong }
    else if (from !== row.cells[i])
      marks[i] = { level: 'error', text: `他人已改为「${row.cells[i] ?? ''}」，请选择以谁的为准` }
  }
  return { ...row, marks }
}

/** Cells typed over that somebody else has changed since, as they are now: taken for saved, the typed ones are changes of them. */
export function overtaken(rows: readonly GridRow[], cells: Edits['cells']): Edits['cells'] {
  const found: Edits['cells'] = {}
  for (const row of rows) {
    for (const [key, { from }] of Object.entries(cells[row.key] ?? {})) {
      const now = row.cells[Number(key)] ?? ''
      if (from !== now) found[row.key] = { ...found[row.key], [Number(key)]: { from, to: now } }
    }
  }
  return found
}

/** What is sent of the rows that can be: those without a fault. */
export function editedRows(
  sheet: Sheet,
  rows: readonly GridRow[],
  stored: ReadonlyMap<string, CrudRow>,
  cells: Edits['cells'],
): EditedRow[] {
  return rows.flatMap((row) => {
    const edits = cells[row.key]
    const faulty = Object.entries(row.marks ?? {}).some(
      ([column, { level }]) => level === 'error' && edits?.[Number(column)],
    )
    if (!edits || row.isLocked || faulty) return []
    const values = Object.entries(edits).flatMap(([key, { to }]) => {
      const column = sheet.columns[Number(key)]
      return column ? [[column.name, cellValue(column, to)]] : []
    })
    const updateTime = String(stored.get(row.key)?.['updateTime'] ?? '')
    return [{ id: row.key, updateTime, values: Object.fromEntries(values) }]
  })
}
