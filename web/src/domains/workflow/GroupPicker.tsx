import { type ChoiceKind, choiceList } from '@xueheng/contract/domains/workflow/request.ts'
import { useQueries } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'

const KINDS: { kind: ChoiceKind; label: string }[] = [
  { kind: 'role', label: '角色' },
  { kind: 'department', label: '部门' },
  { kind: 'post', label: '岗位' },
]

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
  const found = useQueries({
    queries: KINDS.map(({ kind }) => ({
      queryKey: ['flow', 'choices', kind, keyword, keys],
      queryFn: () => callApi(choiceList, { kind, keyword, keys }),
    })),
  })
  const groups = KINDS.map(({ label }, at) => ({
    label: t(label),
    options: (found[at]?.data ?? []).map((one) => ({ value: one.value, label: t(one.label ?? '') })),
  }))
  const isWhole = found.every(({ data }) => data !== undefined)
  const known = new Set(groups.flatMap(({ options }) => options.map((one) => one.value)))
  const lost = isWhole ? value.filter((key) => !known.has(key)) : []
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      value={isWhole ? value : []}
      disabled={!isWhole && value.length > 0}
      onChange={onChange}
      allowClear
      loading={!isWhole}
      placeholder={t('选择角色、部门或岗位')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={[
        ...groups.filter(({ options }) => options.length > 0),
        ...lost.map((key) => ({ value: key, label: t('不存在，请重新选择') })),
      ]}
    />
  )
}
