import {
  type WidthOf,
  leavesOf,
  splitHeaders,
  totalWidth,
  withFixedFirst,
} from '@xueheng/contract/derive/report-headers.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import { t } from '../../../platform/i18n/i18n.ts'
import { type ReportRow, isNumeric, titleOf } from './header-tree.ts'
import { cellText, isChange } from './report-cell.tsx'

/** Room between the margins of a page on its side, in millimetres, and a point in millimetres. */
const [PAGE_WIDTH, PAGE_HEIGHT] = [277, 186]
const POINT = 0.3528
/** Sizes of type in points, the largest first; smaller than the last is not read at a table. */
const SIZES = [9, 8.5, 8, 7.5, 7]
/** A line and the padding of a row, lines of a head, and what stands above and below the table, in millimetres. */
const LINE = 1.2
const ROW_PADDING = 0.75
const HEAD_LINES = 3
const AROUND = 34
/** A cell's padding and rule, and the widest column of text, in the size of type. */
const PADDING = 0.7
const WIDEST = 14
const NARROW_LETTER = 0.58
const ARROW = 1.4
/** Columns of a newspaper a narrow table is set in, and the space between them in millimetres. */
const MOST_COLUMNS = 4
export const GUTTER = 6

/** A table of the paper: its head and the width of each column as a share of the whole. */
export interface PrintPart {
  headers: Header[]
  shares: Map<string, number>
}

export interface PrintLayout {
  /** Points. */
  size: number
  parts: PrintPart[]
  /** How often the one narrow table stands beside itself. */
  columns: number
}

/**
 * Lays a report out on pages that lie on their side: on as few of them as any size of type needs, in the largest size
 * that needs no more. A table of few columns runs on in newspaper columns.
 */
export function printLayout(headers: Header[], rows: ReportRow[]): PrintLayout {
  const widths = columnWidths(headers, rows)
  const widthOf: WidthOf = (leaf) => widths.get(leaf.key) ?? 0
  const split = (size: number): Header[][] => splitHeaders(headers, widthOf, PAGE_WIDTH / (size * POINT))
  const pages = SIZES.map((size) => pagesOf(split(size), widthOf, size, rows.length))
  const size = SIZES[pages.indexOf(Math.min(...pages))] ?? 7
  const parts = split(size).map((part) => ({ headers: part, shares: sharesOf(part, widthOf) }))
  const width = totalWidth(parts[0]?.headers ?? [], widthOf) * size * POINT
  return { size, parts, columns: parts.length > 1 ? 1 : columnsBeside(width) }
}

/** Sheets of paper the parts take; a part that does not fit the width counts as too many. */
function pagesOf(parts: Header[][], widthOf: WidthOf, size: number, rows: number): number {
  const widest = Math.max(...parts.map((part) => totalWidth(part, widthOf) * size * POINT))
  if (widest > PAGE_WIDTH && size > (SIZES.at(-1) ?? 0)) return Infinity
  const line = size * POINT * LINE
  const beside = parts.length > 1 ? 1 : columnsBeside(widest)
  const height = (parts.length * rows * (line + ROW_PADDING)) / beside + AROUND
  const head = HEAD_LINES * (line + ROW_PADDING)
  return Math.ceil((height + (parts.length - 1) * head) / (PAGE_HEIGHT - head))
}

function columnsBeside(width: number): number {
  return Math.max(1, Math.min(MOST_COLUMNS, Math.floor((PAGE_WIDTH + GUTTER) / (width + GUTTER))))
}

function sharesOf(part: Header[], widthOf: WidthOf): Map<string, number> {
  const whole = totalWidth(part, widthOf)
  return new Map(leavesOf(part).map((leaf) => [leaf.key, widthOf(leaf) / whole]))
}

/** What each column needs, in the size of type: its longest value, a title that may take two lines. */
function columnWidths(headers: Header[], rows: ReportRow[]): Map<string, number> {
  const widths = new Map(leavesOf(headers).map((leaf) => [leaf.key, columnWidth(leaf, rows)]))
  for (const group of withFixedFirst(headers).filter((header) => header.children)) widen(group, widths)
  return widths
}

function columnWidth(leaf: Header, rows: ReportRow[]): number {
  const title = lettersOf(titleOf(t, leaf))
  const longest = rows.reduce((most, row) => Math.max(most, lettersOf(cellText(leaf, row))), 0)
  return isNumeric(leaf)
    ? Math.max(longest + (isChange(leaf) ? ARROW : 0), Math.ceil(title / 2)) + PADDING
    : Math.min(WIDEST, Math.max(longest, title)) + PADDING
}

/** The title of a group may take two lines as well, not more. */
function widen(group: Header, widths: Map<string, number>): void {
  const leaves = leavesOf([group])
  const missing =
    Math.ceil(lettersOf(t(group.title)) / 2) + PADDING - totalWidth([group], (leaf) => widths.get(leaf.key) ?? 0)
  if (missing <= 0) return
  for (const leaf of leaves) widths.set(leaf.key, (widths.get(leaf.key) ?? 0) + missing / leaves.length)
}

/** A Chinese character is as wide as the type is high. */
function lettersOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 1 : NARROW_LETTER), 0)
}
