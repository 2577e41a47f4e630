import { Input } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import type { FieldView, InputProps } from './field-view.ts'
import { lazyInput } from './lazy-input.tsx'
import { textField } from './text.tsx'
import { paragraphRows } from './paragraph-rows.ts'
import { asText, placeholder } from './wording.ts'

/** Few forms have an editor: it is fetched by those alone. */
const RichInput = lazyInput(async () => (await import('./RichInput.tsx')).RichInput, { isAhead: false })

function ParagraphInput(props: InputProps) {
  return props.field.rich ? <RichInput {...props} /> : <PlainInput {...props} />
}

function PlainInput({ field, value, onChange, placeholder: hint, ...rest }: InputProps) {
  const t = useT()
  return (
    <Input.TextArea
      {...rest}
      value={asText(value)}
      onChange={(event) => onChange?.(event.target.value)}
      autoSize={{ minRows: paragraphRows(field), maxRows: 18 }}
      maxLength={field.length ?? 20_000}
      placeholder={hint ?? placeholder(t, field)}
    />
  )
}

export const paragraphField: FieldView = { ...textField, Input: ParagraphInput, width: 240 }
