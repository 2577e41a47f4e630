import { Input, InputNumber, Select } from 'antd'
import { Labelled } from './Labelled.tsx'

interface FieldProps {
  label: string
  isRequired?: boolean
  problem?: string | undefined
  help?: string
  isWide?: boolean
}

interface TextFieldProps extends FieldProps {
  value: string
  length: number
  isLocked?: boolean
  onChange: (value: string) => void
}

export function TextField({ value, length, isLocked = false, onChange, ...field }: TextFieldProps) {
  return (
    <Labelled {...field}>
      {(id) => (
        <Input
          id={id}
          maxLength={length}
          disabled={isLocked}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  )
}

interface NumberFieldProps extends FieldProps {
  value: number | null | undefined
  least?: number
  onChange: (value: number | null) => void
}

export function NumberField({ value, least, onChange, ...field }: NumberFieldProps) {
  return (
    <Labelled {...field}>
      {(id) => (
        <InputNumber<number>
          id={id}
          value={value ?? null}
          {...(least !== undefined && { min: least })}
          onChange={(next) => onChange(next ?? null)}
        />
      )}
    </Labelled>
  )
}

interface PickFieldProps<V extends string | number> extends FieldProps {
  value: V | null | undefined
  options: { value: V; label: string }[]
  mayBeEmpty?: boolean
  isLocked?: boolean
  placeholder?: string
  onChange: (value: V | null) => void
}

export function PickField<V extends string | number>({
  value,
  options,
  mayBeEmpty = false,
  isLocked = false,
  placeholder,
  onChange,
  ...field
}: PickFieldProps<V>) {
  return (
    <Labelled {...field}>
      {(id) => (
        <Select<V>
          id={id}
          value={value ?? null}
          allowClear={mayBeEmpty}
          disabled={isLocked}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={placeholder}
          options={options}
          onChange={(next: V | undefined) => onChange(next ?? null)}
        />
      )}
    </Labelled>
  )
}

/** Keys of a dictionary that are stored as numbers. */
export function numeric(options: { value: string; label: string }[]): { value: number; label: string }[] {
  return options.map((one) => ({ ...one, value: Number(one.value) }))
}
