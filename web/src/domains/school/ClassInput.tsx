import { useQuery } from '@tanstack/react-query'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { Form, Input, Select } from 'antd'
import { get } from '../../platform/api/client.ts'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'

type SchoolClass = EntityRow<typeof schoolClasses.fields>

const MOST = 1000

/** A class of the school that is chosen beside it; its name goes along. Who may not read classes types the code. */
export function ClassInput({ id, value, onChange, onBlur, disabled }: InputProps) {
  const t = useT()
  const isReader = useCan()(`${schoolClasses.permission}_view`)
  const form = Form.useFormInstance()
  const schoolCode: unknown = Form.useWatch('schoolCode', form)
  const found = useQuery({
    queryKey: ['crud', schoolClasses.name, 'of-school', schoolCode],
    queryFn: () =>
      get<Page<SchoolClass>>(`${schoolClasses.paths[0]}/list`, { schoolCode_equal: String(schoolCode), size: MOST }),
    enabled: isReader && Boolean(schoolCode),
  })
  const text = value ? String(value) : undefined
  if (!isReader) {
    return <Input {...{ id, disabled, onBlur }} value={text} onChange={(event) => onChange?.(event.target.value)} />
  }
  const classes = found.data?.records ?? []

  function pick(code?: string): void {
    onChange?.(code ?? '')
    form.setFieldsValue({ className: classes.find(({ classCode }) => classCode === code)?.className ?? '' })
  }

  return (
    <Select
      id={id}
      value={text}
      onChange={pick}
      onBlur={onBlur}
      disabled={disabled}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      {...selectState(found)}
      options={classes.map(({ classCode, className }) => ({ value: classCode, label: `${className} · ${classCode}` }))}
      placeholder={t(schoolCode ? '请选择班级' : '请先选择学校')}
    />
  )
}
