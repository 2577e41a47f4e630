import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { PrintSheet, UPRIGHT_COLUMNS } from '../../../platform/crud/PrintSheet.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { type ReportRow, headRows, isNumeric, leavesOf, titleOf } from './header-tree.ts'
import { reportCell } from './report-cell.tsx'

interface ReportPrintProps {
  title: string
  answer: ReportAnswer
  onDone: () => void
}

/** A report on paper: the whole head on every sheet, the rows, the totals, and how the numbers were made. */
export function ReportPrint({ title, answer, onDone }: ReportPrintProps) {
  const t = useT()
  const leaves = leavesOf(answer.headers)
  const lines = [
    [t('口径'), answer.basis.map((line) => t(line)).join(t('；'))].join(t('：')),
    ...answer.notes.map((line) => t(line)),
  ]
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
    <PrintSheet title={title} lines={lines} isWide={leaves.length > UPRIGHT_COLUMNS} onDone={onDone}>
      <table>
        <thead>
          {headRows(answer.headers).map((cells, level) => (
            <tr key={level}>
              {cells.map(({ header, colSpan, rowSpan }) => (
                <th key={header.key} colSpan={colSpan} rowSpan={rowSpan}>
                  {titleOf(t, header)}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {answer.records.map((row, at) => draw(row, at, ''))}
          {answer.totals.map((row, at) => draw(row, at, 'is-total'))}
        </tbody>
      </table>
    </PrintSheet>
  )
}
