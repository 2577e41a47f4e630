import { userSelect } from '@xueheng/contract/domains/people/user.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { pickerState } from '../../platform/ui/picker-state.tsx'

interface Person {
  id: string
  account: string
  name: string
  realName?: string
}

interface UserPickerProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Everybody of the tenant by account or name. */
export function UserPicker({ value, onChange }: UserPickerProps) {
  const t = useT()
  const users = useQuery({ queryKey: ['rights-users'], queryFn: () => callApi(userSelect) as Promise<Person[]> })
  return (
    <Select
      className="rights-picker"
      aria-label={t('用户')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      {...pickerState(users)}
      value={users.data ? value : undefined}
      placeholder={t('请选择用户')}
      options={users.data?.map((one) => ({ value: one.id, label: `${one.realName || one.name}（${one.account}）` }))}
      onChange={(id?: string) => onChange(id)}
    />
  )
}
