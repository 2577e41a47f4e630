import type { ImportFault } from '@xueheng/contract/domains/exam/import.ts'
import { Tooltip } from 'antd'

interface EditCellProps {
  label: string
  text: string
  isEdited: boolean
  faults: ImportFault[]
  onChange: (text: string) => void
}

/** A cell that is typed over like in a spreadsheet; what is wrong with it shows as colour and in a tip. */
export function EditCell({ label, text, isEdited, faults, onChange }: EditCellProps) {
  const level = faults.some((fault) => fault.level === 'error') ? 'error' : faults[0]?.level
  const tip = faults.map((fault) => fault.text).join('；')
  const input = (
    <input
      className="imp-cell"
      aria-label={label}
      aria-invalid={level === 'error'}
      data-level={level}
      data-edited={isEdited || undefined}
      value={text}
      maxLength={500}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  return tip ? <Tooltip title={tip}>{input}</Tooltip> : input
}
