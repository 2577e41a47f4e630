import { leavesOf, splitHeaders, totalWidth, withFixedFirst } from '@xueheng/contract/derive/report-headers.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import { layOutHeader } from '../../../platform/sheet/write.ts'
import { layOutTable, toSpec } from '../report-sheet.ts'
import type { Row } from '../run.ts'

/** A table of a paper: a report's answer, or the part of it that the paper shows. */
export interface PaperTable {
  caption: string
  headers: Header[]
  records: Row[]
  totals?: Row[]
  notes?: string[]
}

/** A table as `base.typ` draws it. */
export interface TypeTable {
  caption: string
  /** Lines of the head. */
  depth: number
  columns: { isNumber: boolean; width: number }[]
  head: { title: string; row: number; column: number; rowSpan: number; columnSpan: number }[]
  rows: string[][]
  /** Rows at the end that are totals. */
  totalNum: number
  notes: string[]
  /** Too wide for a page that stands. */
  isWide: boolean
}

/** Characters of a line at the size of tables, on a page that stands and on one that lies. */
const [STANDING, LYING] = [112, 168]

/** A table in the parts that pages hold side by side. */
export function setTable({ caption, headers, records, totals = [], notes = [] }: PaperTable): TypeTable[] {
  const { rows, widthOf } = layOutTable(headers, records, totals)
  const isWide = totalWidth(withFixedFirst(headers), widthOf) > STANDING
  const parts = splitHeaders(headers, widthOf, isWide ? LYING : STANDING)
  return parts.map((part, at) => {
    const leaves = leavesOf(part)
    const { cells, depth } = layOutHeader(part.map(toSpec))
    return {
      caption: at === 0 ? caption : `${caption}（续）`,
      depth,
      columns: leaves.map((leaf) => ({ isNumber: isNumber(leaf), width: widthOf(leaf) })),
      head: cells,
      rows: rows.map((row) => leaves.map((leaf) => cellText(leaf, row))),
      totalNum: totals.length,
      notes: at === parts.length - 1 ? notes : [],
      isWide,
    }
  })
}

function isNumber({ kind }: Header): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'percent'
}

/** A value as the screen shows it: digits of its column, thousands apart, a dash where there is none. */
export function cellText(leaf: Header, row: Row): string {
  const value = row[leaf.key]
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value !== 'number') return String(value)
  const digits = leaf.kind === 'integer' ? 0 : (leaf.scale ?? 2)
  const text = value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return leaf.kind === 'percent' ? `${text}%` : text
}

/** The columns of these keys, in this order, without their groups. */
export function pickColumns(headers: Header[], ...keys: string[]): Header[] {
  const leaves = leavesOf(headers)
  return keys.flatMap((key) => leaves.filter((leaf) => leaf.key === key))
}
