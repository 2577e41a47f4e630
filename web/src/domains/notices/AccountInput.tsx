import { Select } from 'antd'
import { useMemo } from 'react'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { pickedValue } from '../../platform/crud/fields/pick.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'
import { useUsers, userLabel } from '../rights/index.ts'

/** One user of the tenant, found by account or name and kept by the account. */
export function AccountInput(props: InputProps) {
  return <AccountSelect {...props} isMultiple={false} />
}

/** Several users; their accounts are kept as a comma list. */
export function AccountsInput(props: InputProps) {
  return <AccountSelect {...props} isMultiple />
}

function AccountSelect({ id, value, onChange, onBlur, disabled, isMultiple }: InputProps & { isMultiple: boolean }) {
  const t = useT()
  const users = useUsers()
  const options = useMemo(
    () => (users.data ?? []).map((user) => ({ value: user.account, label: userLabel(user) })),
    [users.data],
  )
  return (
    <Select<string | string[]>
      id={id}
      allowClear
      mode={isMultiple ? 'multiple' : undefined}
      disabled={disabled}
      value={pickedValue(value, isMultiple)}
      onChange={(next) => onChange?.([next ?? ''].flat().join(','))}
      onBlur={onBlur}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      {...selectState(users)}
      placeholder={t('按账号或姓名查找用户')}
    />
  )
}
