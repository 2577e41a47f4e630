import { TreeSelect } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import { type TreeNode, treeLabels, useRefTree } from '../lookups.ts'
import type { InputProps } from './field-view.ts'
import { isByNumber, pickedValue } from './pick.tsx'
import { placeholder } from './wording.ts'
import { pickerState } from '../../ui/picker-state.tsx'

/** Rows of a forest, picked in their branches. */
export function TreeInput({ id, field, value, onChange, onBlur, disabled, placeholder: hint }: InputProps) {
  const t = useT()
  const found = useRefTree(field)
  const picked = pickedValue(value, field.multiple === true)
  // A tree shows the key of what it has no name for: nothing is picked until the names are there.
  const isNameless = found.isLoading && picked !== undefined
  const nodes = found.data ?? []
  const nameless = isByNumber(field) ? without(nodes, picked).map((key) => nodeOf(key, t('（名称不可见）'))) : []
  return (
    <TreeSelect
      id={id}
      value={isNameless ? undefined : picked}
      onChange={(next) => onChange?.(next ?? '')}
      onBlur={onBlur}
      disabled={disabled}
      treeData={[...nodes, ...nameless]}
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

/** What is picked and not in the tree: the reader may not see it, or it is gone. */
function without(nodes: TreeNode[], picked: string | string[] | undefined): string[] {
  const known = treeLabels(nodes)
  return [picked ?? []].flat().filter((key) => !known.has(key))
}

function nodeOf(value: string, title: string): TreeNode & { disabled: boolean } {
  return { id: value, value, title, disabled: true }
}
