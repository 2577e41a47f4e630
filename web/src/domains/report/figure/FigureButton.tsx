import type { Header } from '@xueheng/contract/kit/report.ts'
import { type ReportRow, isNumeric } from '../frame/header-tree.ts'
import { reportCell } from '../frame/report-cell.tsx'
import type { Figure } from './figure-asked.ts'

/** Only a figure that is there can say where it comes from. */
export function canAsk(header: Header, row: ReportRow): boolean {
  return isNumeric(header) && typeof row[header.key] === 'number'
}

/** A figure outside the rows of a table that asks where it comes from. */
export function FigureButton({ header, row, onAsk }: Figure & { onAsk: (figure: Figure) => void }) {
  return (
    <button
      type="button"
      className="report-ask"
      onClick={() => onAsk({ header, row })}
      onKeyDown={(event) => event.key === 'F1' && (event.preventDefault(), onAsk({ header, row }))}
    >
      {reportCell(header, row)}
    </button>
  )
}
