import { Input } from 'antd'
import { t as translate, useT } from '../../i18n/i18n.ts'
import { type CellProps, type FieldView, type InputProps, isBlank, wordOf } from './field-view.ts'
import { asText, placeholder } from './wording.ts'

function TextCell({ field, value }: CellProps) {
  if (isBlank(value)) return ''
  return wordOf(translate, field, value)
}

function TextInput({ field, value, onChange, placeholder: hint, ...rest }: InputProps) {
  const t = useT()
  return (
    <Input
      {...rest}
      value={asText(value)}
      onChange={(event) => onChange?.(event.target.value)}
      allowClear
      maxLength={field.length ?? 255}
      suffix={field.unit && t(field.unit)}
      placeholder={hint ?? placeholder(t, field)}
      autoComplete="off"
    />
  )
}

export const textField: FieldView = {
  Cell: TextCell,
  Input: TextInput,
  Filter: TextInput,
  align: 'left',
  width: 160,
  isPicked: false,
}
