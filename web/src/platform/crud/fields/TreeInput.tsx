import { TreeSelect } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { useRefTree } from '../lookups.ts'
import type { InputProps } from './field-view.ts'
import { pickedValue } from './pick.tsx'
import { placeholder } from './wording.ts'
import { pickerState } from '../../ui/picker-state.tsx'

/** Rows of a forest, picked in their branches. */
export function TreeInput({ id, field, value, onChange, onBlur, disabled, placeholder: hint }: InputProps) {
  const t = useT()
  const found = useRefTree(field)
  const picked = pickedValue(value, field.multiple === true)
  // A tree names what it knows, and shows the number of the rest: nothing is picked until the names are there.
  const isNameless = found.isLoading && picked !== undefined
  return (
    <TreeSelect
      id={id}
      value={isNameless ? undefined : picked}
      onChange={(next) => onChange?.(next ?? '')}
      onBlur={onBlur}
      disabled={disabled}
      treeData={found.data ?? []}
      fieldNames={{ label: 'title', value: 'value', children: 'children' }}
      {...pickerState(found)}
      multiple={field.multiple === true}
      treeLine
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={isNameless ? '…' : (hint ?? placeholder(t, field))}
    />
  )
}
