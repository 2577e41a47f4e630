import { Input } from 'antd'
import { asText } from './wording.ts'
import type { FieldView, InputProps } from './field-view.ts'
import { textField } from './text.tsx'

function SecretInput({ field, value, onChange, ...rest }: InputProps) {
  return (
    <Input.Password
      {...rest}
      value={asText(value)}
      onChange={(event) => onChange?.(event.target.value)}
      maxLength={field.length ?? 255}
      autoComplete="new-password"
    />
  )
}

/** Typed, and never shown: a list has no column for it. */
export const secretField: FieldView = { ...textField, Cell: () => '', Input: SecretInput }
