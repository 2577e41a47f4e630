import { useQuery } from '@tanstack/react-query'
import { requestStudents } from '@xueheng/contract/domains/privacy/personal-request.ts'
import { Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'

const LEAST_TYPED = 2

interface StudentInputProps extends InputProps {
  /** Offers the children; that of requests without it. */
  call?: typeof requestStudents
}

/** A child in sight, found by name or by the whole student code; school and class tell children of one name apart. */
export function StudentInput({ id, value, onChange, onBlur, disabled, call = requestStudents }: StudentInputProps) {
  const t = useT()
  const form = Form.useFormInstance()
  const [typed, setTyped] = useState('')
  const name = useDeferredValue(typed).trim()
  const found = useQuery({
    queryKey: ['ref', 'basicStudent', 'privacy', call.name, name],
    queryFn: () => callApi(call, { name }),
    enabled: name.length >= LEAST_TYPED && !disabled,
    placeholderData: (old) => old,
  })
  const options = (found.data ?? []).map((one) => ({
    value: one.id,
    label: [one.studentName, one.schoolName, one.className, one.studentCode].filter(Boolean).join(' · '),
  }))
  // A child that is written down already is called by the name the row keeps.
  const kept = { value: String(value), label: String(form.getFieldValue('studentName') ?? value) }
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
      options={disabled && value ? [kept] : options}
      placeholder={t('输入姓名或学籍号')}
    />
  )
}
