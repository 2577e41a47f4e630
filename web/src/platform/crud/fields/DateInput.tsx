import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { KeyboardEvent } from 'react'
import { type Language, useLanguage, useT } from '../../i18n/i18n.ts'
import { type InputProps, isBlank } from './field-view.ts'
import { placeholder } from './wording.ts'

const DAY = 'YYYY-MM-DD'
const MOMENT = 'YYYY-MM-DD HH:mm:ss'

/** As the language writes it; whoever types may use figures alone. */
function written(language: Language, format: string): string | string[] {
  return language === 'en' ? [format.replace(DAY, 'D MMM YYYY'), format] : format
}

function parse(value: unknown): Dayjs | null {
  const moment = isBlank(value) ? undefined : dayjs(String(value))
  return moment?.isValid() ? moment : null
}

export function DateInput({ id, field, value, onChange, onBlur, disabled, placeholder: hint }: InputProps) {
  const t = useT()
  const language = useLanguage()
  const format = field.kind === 'date' ? DAY : MOMENT
  return (
    <DatePicker
      id={id}
      className="crud-wide"
      value={parse(value)}
      format={written(language, format)}
      showTime={field.kind === 'dateTime'}
      disabled={disabled}
      onBlur={() => onBlur?.()}
      onKeyDown={keepEnter}
      onChange={(next) => onChange?.(next ? next.format(format) : '')}
      placeholder={hint ?? placeholder(t, field)}
    />
  )
}

/** Enter takes the day that was typed or aimed at; it does not send the form around. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

/** A range of whole days; the ends are sent as the first and last second of their days. */
export function DateFilter({ id, field, value, onChange }: InputProps) {
  const t = useT()
  const language = useLanguage()
  const [from, to] = (value ?? []) as [string?, string?]
  const [start, end] = field.kind === 'date' ? ['', ''] : [' 00:00:00', ' 23:59:59']
  return (
    <DatePicker.RangePicker
      id={{ start: id ?? '', end: `${id ?? ''}-end` }}
      className="crud-wide"
      allowEmpty={[true, true]}
      value={[parse(from), parse(to)]}
      format={written(language, DAY)}
      placeholder={[t('开始日期'), t('结束日期')]}
      onChange={(range) =>
        onChange?.([range?.[0] ? range[0].format(DAY) + start : '', range?.[1] ? range[1].format(DAY) + end : ''])
      }
    />
  )
}
