import type { Field } from '@xueheng/contract/kit/field.ts'
import { Input } from 'antd'
import { formatDecimal, formatSchoolYear } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type CellProps, type FieldView, type InputProps, isBlank } from './field-view.ts'
import { fixed } from './fixed.ts'
import { lazyInput } from './lazy-input.tsx'
import { RangeInput } from './RangeInput.tsx'
import { asText, placeholder } from './wording.ts'

function scaleOf(field: Field): number {
  return field.kind === 'integer' ? 0 : (field.scale ?? 2)
}

function NumberCell({ value, field }: CellProps) {
  if (!isBlank(value) && field.isSchoolYear) return formatSchoolYear(Number(value))
  return isBlank(value) ? '' : formatDecimal(fixed(value, scaleOf(field)), 'min2')
}

const NumberInput = lazyInput(async () => (await import('./NumberInput.tsx')).NumberInput)

/** One number to look for: what is not part of a number is not taken. */
function EqualFilter({ field, value, onChange, placeholder: hint, ...rest }: InputProps) {
  const t = useT()
  return (
    <Input
      {...rest}
      inputMode="decimal"
      allowClear
      value={asText(value)}
      onChange={(event) => onChange?.(event.target.value.replaceAll(/[^\d.-]/g, ''))}
      suffix={field.unit && t(field.unit)}
      placeholder={hint ?? placeholder(t, field)}
      autoComplete="off"
    />
  )
}

function NumberFilter(props: InputProps) {
  return props.field.search === 'range' ? <RangeInput {...props} /> : <EqualFilter {...props} />
}

export const numberField: FieldView = {
  Cell: NumberCell,
  Input: NumberInput,
  Filter: NumberFilter,
  align: 'right',
  width: 90,
  isPicked: false,
}
