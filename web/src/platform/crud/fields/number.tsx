import type { Field } from '@xueheng/contract/kit/field.ts'
import { InputNumber } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { type CellProps, type FieldView, type InputProps, isBlank } from './field-view.ts'
import { fixed } from './fixed.ts'
import { RangeInput } from './RangeInput.tsx'
import { placeholder } from './wording.ts'

function scaleOf(field: Field): number {
  return field.kind === 'integer' ? 0 : (field.scale ?? 2)
}

function NumberCell({ value, field }: CellProps) {
  return isBlank(value) ? '' : fixed(value, scaleOf(field))
}

/** Works on text so that an exact decimal never passes through a binary number; the rules judge what was typed. */
function NumberInput({ field, value, onChange, ...rest }: InputProps) {
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
      suffix={field.unit}
      placeholder={placeholder(t, field)}
    />
  )
}

function NumberFilter(props: InputProps) {
  return props.field.search === 'range' ? <RangeInput {...props} /> : <NumberInput {...props} />
}

export const numberField: FieldView = {
  Cell: NumberCell,
  Input: NumberInput,
  Filter: NumberFilter,
  align: 'right',
  width: 110,
  isPicked: false,
}
