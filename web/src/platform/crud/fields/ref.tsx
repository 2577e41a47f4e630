import { Select, TreeSelect } from 'antd'
import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { useRefList, useRefTree } from '../lookups.ts'
import type { FieldView, InputProps } from './field-view.ts'
import { PickCell, pickedValue } from './pick.tsx'
import { placeholder } from './wording.ts'

function RefInput(props: InputProps) {
  return props.field.tree ? <TreeInput {...props} /> : <ListInput {...props} />
}

function TreeInput({ id, field, value, onChange, onBlur, disabled }: InputProps) {
  const t = useT()
  const { data = [], isPending } = useRefTree(field)
  return (
    <TreeSelect
      id={id}
      value={pickedValue(value, field.multiple === true)}
      onChange={(next) => onChange?.(next ?? '')}
      onBlur={onBlur}
      disabled={disabled}
      treeData={data}
      fieldNames={{ label: 'title', value: 'value', children: 'children' }}
      loading={isPending}
      multiple={field.multiple === true}
      treeLine
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={placeholder(t, field)}
    />
  )
}

/** Rows of the other entity, searched on the server by their label while the user types. */
function ListInput({ id, field, value, onChange, onBlur, disabled }: InputProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const picked = pickedValue(value, field.multiple === true)
  const { options, isFetching } = useRefList(field, typed, picked)
  return (
    <Select
      id={id}
      value={picked}
      onChange={(next) => onChange?.(next ?? '')}
      onBlur={onBlur}
      disabled={disabled}
      options={options}
      loading={isFetching}
      mode={field.multiple ? 'multiple' : undefined}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={placeholder(t, field)}
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
  width: 200,
  isPicked: true,
}
