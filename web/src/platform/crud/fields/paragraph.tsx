import { Input } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import type { FieldView, InputProps } from './field-view.ts'
import { textField } from './text.tsx'
import { asText, placeholder } from './wording.ts'

function ParagraphInput({ field, value, onChange, ...rest }: InputProps) {
  const t = useT()
  return (
    <Input.TextArea
      {...rest}
      value={asText(value)}
      onChange={(event) => onChange?.(event.target.value)}
      autoSize={{ minRows: field.rows ?? 3, maxRows: 18 }}
      maxLength={field.length ?? 20_000}
      placeholder={placeholder(t, field)}
    />
  )
}

export const paragraphField: FieldView = { ...textField, Input: ParagraphInput, width: 240 }
