import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useT } from '../../i18n/i18n.ts'
import { type CellProps, type FieldView, type InputProps, isBlank } from './field-view.ts'
import { placeholder } from './wording.ts'

const DAY = 'YYYY-MM-DD'
const MOMENT = 'YYYY-MM-DD HH:mm:ss'

function parse(value: unknown): Dayjs | null {
  const moment = isBlank(value) ? undefined : dayjs(String(value))
  return moment?.isValid() ? moment : null
}

function formatOf(kind: string): string {
  return kind === 'date' ? DAY : MOMENT
}

function DateCell({ value, field }: CellProps) {
  if (isBlank(value)) return ''
  return field.kind === 'date' ? String(value).slice(0, 10) : String(value)
}

function DateInput({ id, field, value, onChange, onBlur, disabled }: InputProps) {
  const t = useT()
  const format = formatOf(field.kind)
  return (
    <DatePicker
      id={id}
      className="crud-wide"
      value={parse(value)}
      format={format}
      showTime={field.kind === 'dateTime'}
      disabled={disabled}
      onBlur={() => onBlur?.()}
      onChange={(next) => onChange?.(next ? next.format(format) : '')}
      placeholder={placeholder(t, field)}
    />
  )
}

/** A range of whole days; the ends are sent as the first and last second of their days. */
function DateFilter({ id, field, value, onChange }: InputProps) {
  const t = useT()
  const [from, to] = (value ?? []) as [string?, string?]
  const [start, end] = field.kind === 'date' ? ['', ''] : [' 00:00:00', ' 23:59:59']
  return (
    <DatePicker.RangePicker
      id={{ start: id ?? '', end: `${id ?? ''}-end` }}
      className="crud-wide"
      allowEmpty={[true, true]}
      value={[parse(from), parse(to)]}
      format={DAY}
      placeholder={[t('开始日期'), t('结束日期')]}
      onChange={(range) =>
        onChange?.([range?.[0] ? range[0].format(DAY) + start : '', range?.[1] ? range[1].format(DAY) + end : ''])
      }
    />
  )
}

export const dateField: FieldView = {
  Cell: DateCell,
  Input: DateInput,
  Filter: DateFilter,
  align: 'left',
  width: 110,
  isPicked: true,
}

export const dateTimeField: FieldView = { ...dateField, width: 170 }
