import { markWord } from '@xueheng/contract/domains/report/mark-words.ts'
import { isWorded } from '@xueheng/contract/domains/report/worded.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import type { ReactNode } from 'react'
import { fixed } from '../../../platform/crud/fields/fixed.ts'
import { formatDecimal, formatNumber, formatTime } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/i18n.ts'
import { type ReportRow, isNumeric } from './header-tree.ts'

/** Numbers of fewer students say little; their rows are drawn quietly. */
export const FEW = 10
/** Where a number is missing. */
export const NOTHING = '—'
const UNIT_NAMES = ['className', 'schoolName', 'areaName', 'courseName']
export function isFew(row: ReportRow): boolean {
  return typeof row.studentNum === 'number' && row.studentNum < FEW
}

/** The value as text: numbers with the digits of their column, a dash where there is none (which is not zero). */
export function cellText(header: Header, row: ReportRow): string {
  const value = row[header.key]
  const word = markWord(header, row)
  if (word) return t(word)
  if (value === null || value === undefined || value === '') return isNumeric(header) ? NOTHING : ''
  if (!isNumeric(header)) return isWorded(header.key, row) ? t(String(value)) : formatTime(String(value))
  return formatDecimal(fixed(value, header.kind === 'integer' ? 0 : (header.scale ?? 2)))
}

export function reportCell(header: Header, row: ReportRow): ReactNode {
  const text = cellText(header, row)
  return isChange(header) && text !== NOTHING ? <Change value={Number(row[header.key])} /> : text
}

/** 升降: drawn with an arrow. */
export function isChange({ key }: Header): boolean {
  return /change$/i.test(key)
}

/** Places won or lost against the exam before; said by shape and sign, not by colour alone. */
function Change({ value }: { value: number }) {
  if (value === 0) return <span className="report-change">0</span>
  const isUp = value > 0
  const places = formatNumber(Math.abs(value))
  return (
    <span
      role="img"
      aria-label={t(isUp ? '上升 {n} 名' : '下降 {n} 名', { n: places })}
      className={isUp ? 'report-change is-up' : 'report-change is-down'}
    >
      {isUp ? '▲' : '▼'} {places}
    </span>
  )
}

const STEPS = [0, 0.05, 0.12]

/**
 * How far a value lies above or below the total row, in steps -3 to 3; 0 where nothing can be compared.
 * Steps are shares of the total: any difference, 5 %, 12 %.
 */
export function step(header: Header, row: ReportRow, total: ReportRow | undefined): number {
  const value = row[header.key]
  const base = total?.[header.key]
  if (!header.highlight || typeof value !== 'number' || typeof base !== 'number' || base === 0 || isFew(row)) return 0
  const share = (value - base) / Math.abs(base)
  if (share === 0) return 0
  return Math.sign(share) * STEPS.filter((from) => Math.abs(share) > from).length
}

/** Class of a highlighted cell: `is-above-2`, `is-below-1`. */
export function stepClass(value: number): string {
  return value === 0 ? '' : `is-${value > 0 ? 'above' : 'below'}-${Math.abs(value)}`
}

/** What a total row is over: the finest unit name it carries (本校, 县区, 联考), 合计 without one. */
export function nameOfTotal(row: ReportRow): string {
  const name = UNIT_NAMES.map((key) => row[key]).find((value) => typeof value === 'string' && value !== '')
  return t(String(name ?? '合计'))
}
