import type { ChoiceKind } from '@xueheng/contract/domains/workflow/request.ts'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'
import { useChoices, wordsForNameless } from './use-choices.ts'

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
  const found = useChoices(kind, keyword, value.join())
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
      {...selectState(found)}
      labelRender={({ label }) => label ?? t(wordsForNameless(found))}
      options={(found.data ?? []).map((one) => ({ value: one.value, label: t(one.label ?? '') }))}
    />
  )
}
