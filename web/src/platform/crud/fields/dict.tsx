import { Select } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { useDictOptions } from '../lookups.ts'
import type { FieldView, InputProps } from './field-view.ts'
import { PickCell, pickedValue } from './pick.tsx'
import { placeholder } from './wording.ts'
import { selectState } from '../../ui/picker-state.tsx'

function DictInput({ id, field, value, onChange, onBlur, disabled, placeholder: hint }: InputProps) {
  const t = useT()
  const { options, found } = useDictOptions(field.dict ?? '')
  return (
    <Select
      id={id}
      value={pickedValue(value, field.multiple === true)}
      onChange={(next) => onChange?.(next ?? '')}
      onBlur={onBlur}
      disabled={disabled}
      options={options}
      {...selectState(found)}
      mode={field.multiple ? 'multiple' : undefined}
      maxTagCount="responsive"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={hint ?? placeholder(t, field)}
    />
  )
}

function DictFilter(props: InputProps) {
  return <DictInput {...props} field={{ ...props.field, multiple: false }} />
}

export const dictField: FieldView = {
  Cell: PickCell,
  Input: DictInput,
  Filter: DictFilter,
  align: 'left',
  width: 100,
  isPicked: true,
}
