import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { pickedValue } from '../../platform/crud/fields/pick.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { pickerState } from '../../platform/ui/picker-state.tsx'
import { menusQuery } from './menu-codes.ts'

/** Menus picked in their branches and kept by their codes. */
export function MenuCodesInput({ id, value, onChange }: InputProps) {
  const t = useT()
  const found = useQuery(menusQuery)
  return (
    <TreeSelect
      id={id}
      multiple
      treeLine
      allowClear
      value={pickedValue(value, true)}
      onChange={(next) => onChange?.(next)}
      treeData={found.data ?? []}
      fieldNames={{ label: 'name', value: 'code', children: 'children' }}
      showSearch={{ treeNodeFilterProp: 'name' }}
      {...pickerState(found)}
      placeholder={t('请选择菜单')}
    />
  )
}
