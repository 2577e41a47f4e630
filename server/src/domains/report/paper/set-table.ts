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
  /** Stays on a page that stands, however much its cells wrap. */
  isStanding?: boolean
  /** Key of a difference, drawn as a bar to the left or right of zero beside its figure. */
  bar?: string
}

/** How far a bar may reach to either side of zero. */
interface TypeBar {
  below: number
  above: number
}

/** A table as `base.typ` draws it. */
export interface TypeTable {
  caption: string
  /** Lines of the head. */
  depth: number
  columns: { isNumber: boolean; width: number; bar: TypeBar | null }[]
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
export function setTable(table: PaperTable): TypeTable[] {
  const { caption, headers, records, totals = [], notes = [], isStanding = false, bar } = table
  const { rows, widthOf } = layOutTable(headers, records, totals)
  const isWide = !isStanding && totalWidth(withFixedFirst(headers), widthOf) > STANDING
  const parts = isStanding ? [withFixedFirst(headers)] : splitHeaders(headers, widthOf, isWide ? LYING : STANDING)
  return parts.map((part, at) => {
    const leaves = leavesOf(part)
    const { cells, depth } = layOutHeader(part.map(toSpec))
    return {
      caption: at === 0 ? caption : `${caption}（续）`,
      depth,
      columns: leaves.map((leaf) => columnOf(leaf, widthOf(leaf), leaf.key === bar ? records : [])),
      head: cells,
      rows: rows.map((row) => leaves.map((leaf) => cellText(leaf, row))),
      totalNum: totals.length,
      notes: at === parts.length - 1 ? notes : [],
      isWide,
    }
  })
}

/** Characters a bar takes beside its figure. */
const BAR_WIDTH = 10

function columnOf(leaf: Header, width: number, barOf: Row[]): TypeTable['columns'][number] {
  const values = barOf.map((row) => Number(row[leaf.key] ?? 0))
  const [below, above] = [-Math.min(0, ...values), Math.max(0, ...values)]
  const has = below + above > 0
  return { isNumber: isNumber(leaf), width: has ? width + BAR_WIDTH : width, bar: has ? { below, above } : null }
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
