import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useT } from '../../i18n/i18n.ts'
import { type InputProps, isBlank } from './field-view.ts'
import { placeholder } from './wording.ts'

const DAY = 'YYYY-MM-DD'
const MOMENT = 'YYYY-MM-DD HH:mm:ss'

function parse(value: unknown): Dayjs | null {
  const moment = isBlank(value) ? undefined : dayjs(String(value))
  return moment?.isValid() ? moment : null
}

export function DateInput({ id, field, value, onChange, onBlur, disabled }: InputProps) {
  const t = useT()
  const format = field.kind === 'date' ? DAY : MOMENT
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
export function DateFilter({ id, field, value, onChange }: InputProps) {
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
