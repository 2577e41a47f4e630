import { type ChoiceKind, choiceList } from '@xueheng/contract/domains/workflow/request.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { pickerState } from '../../platform/ui/picker-state.tsx'

interface ChoicePickerProps {
  kind: ChoiceKind
  id?: string | undefined
  /** What is picked; several are a list. */
  value: string[]
  onChange: (next: string[]) => void
  onBlur?: (() => void) | undefined
  isMultiple?: boolean
  disabled?: boolean | undefined
}

const HINTS: Record<ChoiceKind, string> = {
  people: '按账号或姓名查找用户',
  department: '按名称查找部门',
  school: '按名称查找学校',
  role: '选择角色',
  post: '选择岗位',
}

/** People, units, roles and posts by their names; what stands behind a name is nowhere to be seen. */
export function ChoicePicker({ kind, id, value, onChange, onBlur, isMultiple = false, disabled }: ChoicePickerProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed)
  const keys = value.join()
  const found = useQuery({
    queryKey: ['flow', 'choices', kind, keyword, keys],
    queryFn: () => callApi(choiceList, { kind, keyword, keys }),
    placeholderData: (old) => old,
  })
  const known = (found.data ?? []).map((one) => ({ value: one.value, label: t(one.label ?? '') }))
  const lost = value.filter((key) => found.data && !known.some((one) => one.value === key))
  return (
    <Select<string | string[]>
      id={id}
      className="crud-wide"
      mode={isMultiple ? 'multiple' : undefined}
      value={isMultiple ? value : (value[0] ?? null)}
      onChange={(next) => onChange([next ?? []].flat())}
      onBlur={onBlur}
      disabled={disabled}
      allowClear
      placeholder={t(HINTS[kind])}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      {...pickerState(found)}
      options={[...known, ...lost.map((key) => ({ value: key, label: t('不存在，请重新选择') }))]}
    />
  )
}
