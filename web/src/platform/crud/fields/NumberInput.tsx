import { InputNumber } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { type InputProps, isBlank } from './field-view.ts'
import { placeholder } from './wording.ts'

/** Works on text so that an exact decimal never passes through a binary number; the rules judge what was typed. */
export function NumberInput({ field, value, onChange, placeholder: hint, ...rest }: InputProps) {
  const t = useT()
  return (
    <InputNumber<string | number>
      {...rest}
      className="crud-number"
      value={isBlank(value) ? null : (value as string | number)}
      onChange={(next) => onChange?.(next ?? '')}
      stringMode={!field.wireNumber && field.kind === 'decimal'}
      keyboard={field.kind === 'integer'}
      controls={field.kind === 'integer'}
      suffix={field.isSchoolYear ? endOf(value) : field.unit && t(field.unit)}
      placeholder={hint ?? placeholder(t, field)}
    />
  )
}

/** The year a school year ends in, beside the one it is called by. */
function endOf(value: unknown): string | undefined {
  const year = Number(value)
  return year >= 1900 ? `–${year + 1}` : undefined
}
