import { formatTime } from '../../i18n/format.ts'
import { type CellProps, type FieldView, isBlank } from './field-view.ts'
import { lazyInput } from './lazy-input.tsx'

function DateCell({ value, field }: CellProps) {
  if (isBlank(value)) return ''
  return formatTime(field.kind === 'date' ? String(value).slice(0, 10) : String(value))
}

const DateInput = lazyInput(async () => (await import('./DateInput.tsx')).DateInput)
const DateFilter = lazyInput(async () => (await import('./DateInput.tsx')).DateFilter)

export const dateField: FieldView = {
  Cell: DateCell,
  Input: DateInput,
  Filter: DateFilter,
  align: 'left',
  width: 110,
  isPicked: true,
}

export const dateTimeField: FieldView = { ...dateField, width: 170 }
