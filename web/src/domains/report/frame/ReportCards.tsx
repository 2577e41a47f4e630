import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { useState } from 'react'
import { sideBySide } from '../../../platform/crud/CrudCards.tsx'
import { textWidth } from '../../../platform/crud/text-width.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { leavesOf, withFixedFirst } from '@xueheng/contract/derive/report-headers.ts'
import { type ReportRow, sortRows, titleOf } from './header-tree.ts'
import { NOTHING, cellText, isFew, nameOfTotal, reportCell, step, stepClass } from './report-cell.tsx'
import { unitColumn } from './ReportTable.tsx'
import { FigureButton, canAsk } from '../figure/FigureButton.tsx'
import type { Figure } from '../figure/figure-asked.ts'
import { Scrollable } from '../../../platform/ui/Scrollable.tsx'

interface ReportCardsProps {
  report: AnyReport
  answer: ReportAnswer
  sort: string | undefined
  onDrill: ((row: ReportRow) => void) | undefined
  onAsk: (figure: Figure) => void
}

/** Measures a card shows before it is opened. */
const FIRST = 6

/** A report on a phone: the totals first, then one card per row. */
export function ReportCards({ report, answer, sort, onDrill, onAsk }: ReportCardsProps) {
  const t = useT()
  const key = sort?.replace(/^-/, '')
  const rows = sortRows(answer.records, key, sort !== key)
  const headers = withFixedFirst(answer.headers)
  return (
    <Scrollable className="report-cards" label={t('报表数据')}>
      <ul>
        {answer.totals.map((row, at) => (
          <Card key={`total${at}`} {...{ report, headers, row, onAsk }} isTotal />
        ))}
        {rows.map((row, at) => (
          <Card key={at} {...{ report, headers, row, onDrill, onAsk }} total={answer.totals[0]} />
        ))}
      </ul>
    </Scrollable>
  )
}

interface CardProps {
  report: AnyReport
  headers: Header[]
  row: ReportRow
  total?: ReportRow | undefined
  isTotal?: boolean
  onDrill?: ((row: ReportRow) => void) | undefined
  onAsk: (figure: Figure) => void
}

function Card({ report, headers, row, total, isTotal, onDrill, onAsk }: CardProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const groups = headers.flatMap((header) => pathsOf(header))
  const unit = unitColumn(report, headers)
  const names = leavesOf(headers).filter((leaf) => leaf.fixed)
  const measures = groups.filter(({ leaf }) => !leaf.fixed)
  const name = names
    .map((leaf) => cellText(leaf, row))
    .filter((text) => text && text !== NOTHING)
    .join(' ')
  const title = name || (isTotal ? nameOfTotal(row) : '')
  return (
    <li className={isTotal ? 'is-total' : isFew(row) ? 'is-few' : ''}>
      <header>
        {onDrill && unit ? (
          <button type="button" className="crud-link" onClick={() => onDrill(row)}>
            {title}
          </button>
        ) : (
          <strong>{title}</strong>
        )}
      </header>
      <dl>
        {sideBySide(
          (isOpen ? measures : firstOf(measures)).map(({ leaf, above }) => {
            const label = [...above.map((title) => t(title)), titleOf(t, leaf)].join(' ')
            return { label, leaf, isWide: textWidth(label) + textWidth(cellText(leaf, row)) > HALF }
          }),
        ).map((measure) => (
          <Measure key={measure.leaf.key} {...measure} {...{ row, total, onAsk }} />
        ))}
      </dl>
      {measures.length > FIRST && (
        <button type="button" className="crud-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('收起') : t('展开其余 {n} 项', { n: measures.length - FIRST })}
        </button>
      )}
    </li>
  )
}

interface Measured {
  leaf: Header
  /** Titles of the heads above it. */
  above: string[]
}

/** What a card shows before it is opened: what the report is read for, then the columns it begins with; in the order of the table. */
function firstOf(measures: Measured[]): Measured[] {
  const [sought, others] = [
    measures.filter(({ leaf }) => leaf.highlight),
    measures.filter(({ leaf }) => !leaf.highlight),
  ]
  const shown = new Set([...sought, ...others].slice(0, FIRST))
  return measures.filter((measure) => shown.has(measure))
}

/** The columns under a head with the titles above each. */
function pathsOf(header: Header, above: string[] = []): Measured[] {
  if (!header.children) return [{ leaf: header, above }]
  return header.children.flatMap((child) => pathsOf(child, [...above, header.title]))
}

interface MeasureProps {
  label: string
  isWide: boolean
  leaf: Header
  row: ReportRow
  total: ReportRow | undefined
  onAsk: (figure: Figure) => void
}

/** Half the width of a phone, or all of it where name and value need more. */
const HALF = 144

function Measure({ label, isWide, leaf, row, total, onAsk }: MeasureProps) {
  return (
    <div className={`${stepClass(step(leaf, row, total))} ${isWide ? 'is-wide' : ''}`}>
      <dt>{label}</dt>
      <dd className="report-figure">
        {canAsk(leaf, row) ? <FigureButton header={leaf} row={row} onAsk={onAsk} /> : reportCell(leaf, row)}
      </dd>
    </div>
  )
}
