import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'
import { useChoices, wordsForNameless } from './use-choices.ts'

interface GroupPickerProps {
  id: string
  value: string[]
  onChange: (next: string[]) => void
}

/** Roles, departments and posts in one list, by their names. */
export function GroupPicker({ id, value, onChange }: GroupPickerProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed)
  const keys = value.join()
  const kinds = [
    { label: '角色', found: useChoices('role', keyword, keys) },
    { label: '部门', found: useChoices('department', keyword, keys) },
    { label: '岗位', found: useChoices('post', keyword, keys) },
  ]
  const all = kinds.map(({ found }) => found)
  const failed = all.find(({ isLoadingError }) => isLoadingError)
  const groups = kinds.map(({ label, found }) => ({
    label: t(label),
    options: (found.data ?? []).map((one) => ({ value: one.value, label: t(one.label ?? '') })),
  }))
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      value={value}
      onChange={onChange}
      allowClear
      placeholder={t('选择角色、部门或岗位')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      {...selectState({
        isFetching: all.some(({ isFetching }) => isFetching),
        error: failed?.error,
        refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
      })}
      labelRender={({ label }) => label ?? t(wordsForNameless(...all))}
      options={failed ? [] : groups.filter(({ options }) => options.length > 0)}
    />
  )
}
