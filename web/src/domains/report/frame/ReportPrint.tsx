import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import type { Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { useMemo, useState } from 'react'
import { PrintSheet } from '../../../platform/crud/PrintSheet.tsx'
import { formatInstant } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useSession } from '../../../platform/session/session.ts'
import { type ReportRow, headRows, isNumeric, sortRows, titleOf } from './header-tree.ts'
import { useAlertText } from './ReportAlert.tsx'
import { type PrintLayout, type PrintPart, GUTTER, printLayout } from './print-layout.ts'
import { reportCell } from './report-cell.tsx'

interface ReportPrintProps {
  /** Name of the report and of its course. */
  title: string
  answer: ReportAnswer
  /** The order of the screen: `key` or `-key`. */
  sort: string | undefined
  onDone: () => void
}

/** A report on paper: pages on their side, the whole head on each, the totals last, and how the numbers were made. */
export function ReportPrint({ title, answer, sort, onDone }: ReportPrintProps) {
  const t = useT()
  const name = useSession((session) => session.user?.name ?? '')
  const { bureau, exam, units } = answer.heading
  const [printedAt] = useState(() => formatInstant(new Date()))
  const key = sort?.replace(/^-/, '')
  const rows = sortRows(answer.records, key, sort !== key)
  const layout = useMemo(() => printLayout(withoutCourse(answer), [...answer.records, ...answer.totals]), [answer])
  const alert = useAlertText(answer)
  const lines = [
    ...(alert ? [alert] : []),
    [t('口径'), answer.basis.map((line) => t(line)).join(t('；'))].join(t('：')),
    ...(answer.notes.length > 0 ? [[t('说明'), answer.notes.map((line) => t(line)).join(' ')].join(t('：'))] : []),
  ]
  return (
    <PrintSheet
      title={[bureau, exam].filter(Boolean).join(' ')}
      subtitle={[title, t('范围：{units}', { units }), pageOf(answer, t), alert].filter(Boolean).join('　')}
      lines={lines}
      foot={[exam, title, t('报表版本 {n}', { n: answer.packageVersion }), printedAt, name].join(' · ')}
      isWide
      onDone={onDone}
    >
      <div className="xh-print-body" style={styleOf(layout)}>
        {layout.parts.map((part, at) => (
          <PartTable key={at} {...{ part, rows }} totals={answer.totals} />
        ))}
      </div>
    </PrintSheet>
  )
}

/** The columns, but not that of the course where it is the same in every row: the title names it. */
function withoutCourse({ headers, records }: ReportAnswer): Header[] {
  const isOne = new Set(records.map((row) => row.courseName)).size === 1
  return headers.filter(({ key }) => key !== 'courseName' || !isOne)
}

/** Which rows of a list the paper holds, where the screen shows one page of them. */
function pageOf({ total, current, size, records }: ReportAnswer, t: ReturnType<typeof useT>): string {
  if (records.length >= total) return ''
  const from = (current - 1) * size + 1
  return t('第 {from}–{to} 行，共 {total} 行', { from, to: from + records.length - 1, total })
}

function styleOf({ size, columns }: PrintLayout) {
  return { fontSize: `${size}pt`, ...(columns > 1 && { columnCount: columns, columnGap: `${GUTTER}mm` }) }
}

interface PartTableProps {
  part: PrintPart
  rows: ReportRow[]
  totals: ReportRow[]
}

function PartTable({ part, rows, totals }: PartTableProps) {
  const t = useT()
  const leaves = leavesOf(part.headers)
  const draw = (row: ReportRow, at: number, className: string) => (
    <tr key={`${className}${at}`} className={className}>
      {leaves.map((leaf) => (
        <td key={leaf.key} className={isNumeric(leaf) ? 'is-right' : ''}>
          {reportCell(leaf, row)}
        </td>
      ))}
    </tr>
  )
  return (
    <table>
      <colgroup>
        {leaves.map((leaf) => (
          <col key={leaf.key} style={{ width: `${(100 * (part.shares.get(leaf.key) ?? 0)).toFixed(3)}%` }} />
        ))}
      </colgroup>
      <thead>
        {headRows(part.headers).map((cells, level) => (
          <tr key={level}>
            {cells.map(({ header, colSpan, rowSpan }) => (
              <th key={header.key} colSpan={colSpan} rowSpan={rowSpan}>
                {header.children ? t(header.title) : titleOf(t, header)}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {rows.map((row, at) => draw(row, at, ''))}
        {totals.map((row, at) => draw(row, at, 'is-total'))}
      </tbody>
    </table>
  )
}
