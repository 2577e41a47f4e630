import { type FormField, fieldsOf } from '@xueheng/contract/domains/workflow/form.ts'
import type { ChoiceKind } from '@xueheng/contract/domains/workflow/request.ts'
import { Select } from 'antd'
import { type ComponentType, useMemo } from 'react'
import { FormFields, type OwnInputs } from '../../platform/crud/FormFields.tsx'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ChoicePicker } from './ChoicePicker.tsx'
import { FilesInput } from './FilesInput.tsx'

/** The inputs of a form that a process file declares. */
export function RequestFields({ fields }: { fields: readonly FormField[] }) {
  const named = useMemo(() => Object.entries(fieldsOf(fields)), [fields])
  const inputs = useMemo(() => inputsFor(fields), [fields])
  return <FormFields fields={named} mode="add" inputs={inputs} />
}

function inputsFor(fields: readonly FormField[]): OwnInputs {
  const own = fields.flatMap((field) => {
    const Input = inputFor(field)
    return Input ? [[field.id, Input] as const] : []
  })
  return Object.fromEntries(own)
}

function inputFor({ kind, options }: FormField): ComponentType<InputProps> | undefined {
  switch (kind) {
    case 'enum':
      return (props) => <OptionInput {...props} options={options} />
    case 'people':
    case 'department':
    case 'school':
      return (props) => <ChoiceInput {...props} kind={kind} />
    case 'upload':
      return FilesInput
    default:
      return undefined
  }
}

function OptionInput({
  id,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  options,
}: InputProps & Pick<FormField, 'options'>) {
  const t = useT()
  return (
    <Select<string | null>
      id={id}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(next) => onChange?.(next ?? '')}
      onBlur={onBlur}
      disabled={disabled}
      allowClear={field.required !== true}
      placeholder={t(field.message ?? '')}
      options={options.map((one) => ({ value: one.value, label: t(one.label) }))}
    />
  )
}

function ChoiceInput({ id, value, onChange, onBlur, disabled, kind }: InputProps & { kind: ChoiceKind }) {
  return (
    <ChoicePicker
      {...{ id, kind, onBlur, disabled }}
      value={typeof value === 'string' && value !== '' ? [value] : []}
      onChange={([next = '']) => onChange?.(next)}
    />
  )
}
