import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import { withUnit } from '../../../platform/crud/fields/wording.ts'
import { textWidth } from '../../../platform/crud/text-width.ts'
import { t } from '../../../platform/i18n/i18n.ts'

export type ReportRow = Record<string, unknown>

export interface HeadCell {
  header: Header
  colSpan: number
  rowSpan: number
}

/** The rows of a printed head: groups span their columns, columns without a group span the rows below. */
export function headRows(headers: Header[]): HeadCell[][] {
  const depth = depthOf(headers)
  const rows: HeadCell[][] = Array.from({ length: depth }, () => [])
  const visit = (header: Header, level: number): void => {
    const isLeaf = !header.children
    rows[level]?.push({ header, colSpan: leavesOf([header]).length, rowSpan: isLeaf ? depth - level : 1 })
    header.children?.forEach((child) => visit(child, level + 1))
  }
  headers.forEach((header) => visit(header, 0))
  return rows
}

/** Rows of the head: one without groups. */
export function depthOf(headers: Header[]): number {
  return headers.length === 0 ? 0 : 1 + Math.max(...headers.map((header) => depthOf(header.children ?? [])))
}

const NUMERIC = new Set(['integer', 'decimal', 'percent'])

export function isNumeric(header: Header): boolean {
  return NUMERIC.has(header.kind ?? '')
}

/** Title with its unit: 及格率(%). */
export function titleOf(t: (text: string) => string, header: Header): string {
  return withUnit(t(header.title), header.unit && t(header.unit))
}

const NARROWEST = 72
const PADDING = 18
const SORT_MARK = 20

/** Never narrower than its title with unit and sort mark. */
export function widthOf(header: Header): number {
  const title = textWidth(titleOf(t, header)) + PADDING
  return Math.max(NARROWEST, title + (header.sortable ? SORT_MARK : 0))
}

/** Rows in the order of a column; blanks last in both directions. Without a column the bureau's order stays. */
export function sortRows(rows: ReportRow[], key: string | undefined, isDown: boolean): ReportRow[] {
  if (!key) return rows
  const sign = isDown ? -1 : 1
  return rows.toSorted((one, other) => {
    const a = one[key] ?? null
    const b = other[key] ?? null
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (
      sign * (typeof a === 'string' ? a.localeCompare(String(b), 'zh-CN', { numeric: true }) : Number(a) - Number(b))
    )
  })
}
