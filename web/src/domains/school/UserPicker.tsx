import { Select } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'
import { useUsers, userLabel } from '../rights/index.ts'

interface UserPickerProps {
  value: string | undefined
  onChange: (userId: string | undefined) => void
  /** Users who are not offered. */
  except?: string[]
}

/** One user of the tenant, found by account or name. */
export function UserPicker({ value, onChange, except }: UserPickerProps) {
  const t = useT()
  const users = useUsers()
  const options = useMemo(
    () =>
      (users.data ?? [])
        .filter((user) => !except?.includes(user.id))
        .map((user) => ({ value: user.id, label: userLabel(user) })),
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
      {...selectState(users)}
      onChange={(next: string | undefined) => onChange(next)}
    />
  )
}
