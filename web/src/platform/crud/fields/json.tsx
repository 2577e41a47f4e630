import { Input } from 'antd'
import { useState } from 'react'
import { type CellProps, type FieldView, type InputProps, isBlank } from './field-view.ts'
import { textField } from './text.tsx'

function JsonCell({ value }: CellProps) {
  if (isBlank(value)) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Structured values belong to pages of their own; here they can be read and, when need be, repaired. */
function JsonInput({ id, value, onChange, onBlur, disabled }: InputProps) {
  const [typed, setTyped] = useState(() => (isBlank(value) ? '' : JSON.stringify(value, null, 2)))

  function change(text: string) {
    setTyped(text)
    try {
      onChange?.(text === '' ? null : JSON.parse(text))
    } catch {
      onChange?.(text)
    }
  }

  return (
    <Input.TextArea
      id={id}
      className="crud-code"
      value={typed}
      disabled={disabled}
      onBlur={onBlur}
      onChange={(event) => change(event.target.value)}
      autoSize={{ minRows: 4, maxRows: 16 }}
    />
  )
}

export const jsonField: FieldView = { ...textField, Cell: JsonCell, Input: JsonInput, width: 200 }
