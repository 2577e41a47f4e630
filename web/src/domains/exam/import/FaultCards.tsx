import { Checkbox } from 'antd'
import type { ImportSheet, StagedRow } from '@xueheng/contract/domains/exam/import.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { EditCell } from './EditCell.tsx'
import type { Edits } from './edits.ts'

interface FaultCardsProps {
  rows: StagedRow[]
  sheet: ImportSheet
  edits: Edits
  /** Rows that are ticked. */
  chosen: number[]
  onEdit: (rowId: number, column: number, text: string) => void
  onChoose: (rowIds: number[]) => void
}

/** The rows on a phone: who it is, what is wrong, and only the cells it is about. */
export function FaultCards({ rows, sheet, edits, chosen, onEdit, onChoose }: FaultCardsProps) {
  const t = useT()
  const at = (target: string) => sheet.targets.indexOf(target)
  return (
    <ul className="imp-cards">
      {rows.map((row) => {
        const columns = [...new Set(row.faults.map((fault) => fault.column))].filter((column) => column >= 0)
        return (
          <li key={row.rowId}>
            <header>
              <Checkbox
                checked={chosen.includes(row.rowId)}
                onChange={({ target }) =>
                  onChoose(target.checked ? [...chosen, row.rowId] : chosen.filter((one) => one !== row.rowId))
                }
              >
                <b>{row.cells[at('studentName')] || row.cells[at('studentNumber')] || t('无名')}</b>
              </Checkbox>
              <span>
                {row.cells[at('studentNumber')]} · {t('第 {n} 行', { n: row.rowNo })}
              </span>
            </header>
            {row.faults.map((fault, i) => (
              <p key={i} data-level={fault.level}>
                {fault.text}
              </p>
            ))}
            {columns.map((column) => (
              <label key={column}>
                <span>{sheet.titles[column]}</span>
                <EditCell
                  label={sheet.titles[column] ?? ''}
                  text={edits[row.rowId]?.[column] ?? row.cells[column] ?? ''}
                  isEdited={edits[row.rowId]?.[column] !== undefined}
                  faults={row.faults.filter((fault) => fault.column === column)}
                  onChange={(text) => onEdit(row.rowId, column, text)}
                />
              </label>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
