import { useQuery } from '@tanstack/react-query'
import { portfolioTeachers } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useSession } from '../../platform/session/store.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'

const STALE_MS = 60_000

function useTeachers(typed: string) {
  const can = useCan()
  return useQuery({
    queryKey: ['portfolio-teachers', typed],
    queryFn: () => callApi(portfolioTeachers, { name: typed }),
    staleTime: STALE_MS,
    enabled: can('teacherportfolio_add'),
    placeholderData: (old) => old,
  })
}

/** Whether there is anybody else in sight to fill in for. */
export function useForOthers(): boolean {
  const account = useSession((session) => session.user?.account)
  return (useTeachers('').data ?? []).some((teacher) => teacher.teacherCode !== account)
}

/** A teacher of one's units, found by name or number. */
export function TeacherInput({ id, value, onChange, onBlur, disabled }: InputProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const found = useTeachers(useDeferredValue(typed))
  const options = (found.data ?? []).map(({ teacherCode, teacherName, schoolName }) => ({
    value: teacherCode,
    label: `${teacherName} · ${teacherCode} · ${schoolName}`,
  }))
  return (
    <Select
      id={id}
      value={value ? String(value) : undefined}
      onChange={(next?: string) => onChange?.(next ?? '')}
      onBlur={onBlur}
      disabled={disabled}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      {...selectState(found)}
      options={options}
      placeholder={t('请选择教师')}
    />
  )
}
