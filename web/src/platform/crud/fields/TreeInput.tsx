import { TreeSelect } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { useRefTree } from '../lookups.ts'
import type { InputProps } from './field-view.ts'
import { pickedValue } from './pick.tsx'
import { placeholder } from './wording.ts'

/** Rows of a forest, picked in their branches. */
export function TreeInput({ id, field, value, onChange, onBlur, disabled, placeholder: hint }: InputProps) {
  const t = useT()
  const { data = [], isFetching } = useRefTree(field)
  return (
    <TreeSelect
      id={id}
      value={pickedValue(value, field.multiple === true)}
      onChange={(next) => onChange?.(next ?? '')}
      onBlur={onBlur}
      disabled={disabled}
      treeData={data}
      fieldNames={{ label: 'title', value: 'value', children: 'children' }}
      loading={isFetching}
      multiple={field.multiple === true}
      treeLine
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={hint ?? placeholder(t, field)}
    />
  )
}
