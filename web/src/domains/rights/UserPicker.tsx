import { Select } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'
import { useUsers, userLabel } from './use-users.ts'

interface UserPickerProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Everybody of the tenant by account or name. */
export function UserPicker({ value, onChange }: UserPickerProps) {
  const t = useT()
  const users = useUsers()
  return (
    <Select
      className="rights-picker"
      aria-label={t('用户')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      {...selectState(users)}
      value={users.data ? value : undefined}
      placeholder={t('请选择用户')}
      options={users.data?.map((one) => ({ value: one.id, label: userLabel(one) }))}
      onChange={(id?: string) => onChange(id)}
    />
  )
}
