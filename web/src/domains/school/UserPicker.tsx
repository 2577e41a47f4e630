import { userSelect } from '@xueheng/contract/domains/people/user.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo } from 'react'
import { get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { pickerState } from '../../platform/ui/picker-state.tsx'

interface UserPickerProps {
  value: string | undefined
  onChange: (userId: string | undefined) => void
  /** Users who are not offered. */
  except?: string[]
}

interface SelectUser {
  id: string
  account: string
  name?: string
}

/** One user of the tenant, found by account or name. */
export function UserPicker({ value, onChange, except }: UserPickerProps) {
  const t = useT()
  const users = useQuery({ queryKey: ['users', 'select'], queryFn: () => get<SelectUser[]>(userSelect.path) })
  const options = useMemo(
    () =>
      (users.data ?? [])
        .filter((user) => !except?.includes(user.id))
        .map((user) => ({ value: user.id, label: [user.account, user.name].filter(Boolean).join(' · ') })),
    [users.data, except],
  )
  return (
    <Select<string>
      allowClear
      className="unit-user"
      aria-label={t('用户')}
      placeholder={t('按账号或姓名查找用户')}
      value={value}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      {...pickerState(users)}
      onChange={(next: string | undefined) => onChange(next)}
    />
  )
}
