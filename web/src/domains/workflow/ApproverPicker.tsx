import { approverList } from '@xueheng/contract/domains/workflow/process.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'

interface ApproverPickerProps {
  /** Given by the form, for its label. */
  id?: string
  value?: string
  onChange?: (id: string) => void
  /** The one who is chosen from the start, by name. */
  known?: { id: string; name: string } | undefined
}

/** One colleague, found by account or name. */
export function ApproverPicker({ id, value, onChange, known }: ApproverPickerProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [picked, pick] = useState(known)
  const keyword = useDeferredValue(typed)
  const people = useQuery({
    queryKey: ['flow', 'approvers', keyword],
    queryFn: () => callApi(approverList, { keyword }),
    placeholderData: (old) => old,
  })
  const options = (people.data ?? []).map((one) => ({
    value: one.id,
    label: [one.name, one.account].filter(Boolean).join(' · '),
  }))
  const isListed = options.some((one) => one.value === value)
  if (picked && picked.id === value && !isListed) options.unshift({ value: picked.id, label: picked.name })

  function choose(next: string): void {
    pick({ id: next, name: options.find((one) => one.value === next)?.label ?? '' })
    onChange?.(next)
  }
  return (
    <Select<string>
      {...(id && { id })}
      {...(value && { value })}
      onChange={choose}
      className="crud-wide"
      placeholder={t('按账号或姓名查找用户')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      {...selectState(people)}
      options={options}
    />
  )
}
