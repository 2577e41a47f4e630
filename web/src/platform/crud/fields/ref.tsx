import { Select } from 'antd'
import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { useRefList } from '../lookups.ts'
import type { FieldView, InputProps } from './field-view.ts'
import { lazyInput } from './lazy-input.tsx'
import { PickCell, pickedValue } from './pick.tsx'
import { placeholder } from './wording.ts'
import { selectState } from '../../ui/picker-state.tsx'

const TreeInput = lazyInput(async () => (await import('./TreeInput.tsx')).TreeInput)

function RefInput(props: InputProps) {
  return props.field.tree ? <TreeInput {...props} /> : <ListInput {...props} />
}

/** Rows of the other entity, searched on the server by their label while the user types. */
function ListInput({ id, field, value, onChange, onBlur, disabled, placeholder: hint }: InputProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const picked = pickedValue(value, field.multiple === true)
  const { options, found } = useRefList(field, typed, picked)
  return (
    <Select
      id={id}
      value={picked}
      onChange={(next) => onChange?.(next ?? '')}
      onBlur={onBlur}
      disabled={disabled}
      options={options}
      {...selectState(found)}
      mode={field.multiple ? 'multiple' : undefined}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={hint ?? placeholder(t, field)}
    />
  )
}

function RefFilter(props: InputProps) {
  return <RefInput {...props} field={{ ...props.field, multiple: false }} />
}

export const refField: FieldView = {
  Cell: PickCell,
  Input: RefInput,
  Filter: RefFilter,
  align: 'left',
  width: 180,
  isPicked: true,
}
