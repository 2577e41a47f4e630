import type { Field } from '@xueheng/contract/kit/field.ts'
import { registry } from '@xueheng/contract/index.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, TreeSelect } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { get } from '../../../platform/api/client.ts'
import { viewOf } from '../../../platform/crud/fields/kinds.ts'
import { columnTitle } from '../../../platform/crud/fields/wording.ts'
import { type TreeNode, mayRead, useRefTree } from '../../../platform/crud/lookups.ts'
import type { NamedField } from '../../../platform/crud/row.ts'
import { FieldFilter } from '../../../platform/crud/SearchForm.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { ReportAddress } from './use-report.ts'
import { pickerState } from '../../../platform/ui/picker-state.tsx'

type Values = Record<string, string | undefined>

/** Chosen elsewhere: courses are tabs, the grain is the report, the order is the table's own; exams and items have pickers of their page. */
const ELSEWHERE = new Set(['courseName', 'grain', 'order', 'examIds', 'examJson', 'itemCodes'])
/** Picking a unit takes the choices below it away. */
const BELOW: Record<string, string[]> = { areaCode: ['schoolCode', 'classCode'], schoolCode: ['classCode'] }

/** Parameters beside exam and course. Picked ones apply at once, typed ones with Enter or 查询. */
export function ParamBar({ address }: { address: ReportAddress }) {
  const t = useT()
  const id = useId()
  const { values } = address
  const fields = address.fields.filter(([name]) => !ELSEWHERE.has(name))
  const typedNames = fields.filter((named) => !isPicked(named)).map(([name]) => name)
  const outside = typedNames.map((name) => values[name] ?? '').join('\n')
  const [typed, setTyped] = useState({ values: values as Values, outside })
  if (typed.outside !== outside) setTyped({ values, outside })
  if (fields.length === 0) return null

  function pick(name: string, value: string | undefined): void {
    const below = Object.fromEntries((BELOW[name] ?? []).map((one) => [one, undefined]))
    address.set({ ...below, [name]: value || undefined })
  }

  return (
    <form
      className="report-params"
      onSubmit={(event) => {
        event.preventDefault()
        address.set(Object.fromEntries(typedNames.map((name) => [name, typed.values[name]?.trim() || undefined])))
      }}
    >
      {fields.map(([name, field]) => (
        <div key={name} className="report-param" title={field.help && t(field.help)}>
          <label htmlFor={`${id}-${name}`}>{name === 'classCode' ? t('班级') : columnTitle(t, field)}</label>
          {drawParam(
            `${id}-${name}`,
            name,
            field,
            values,
            isPicked([name, field]) ? values[name] : typed.values[name],
            (value) =>
              isPicked([name, field])
                ? pick(name, value)
                : setTyped((old) => ({ ...old, values: { ...old.values, [name]: value } })),
          )}
        </div>
      ))}
      {typedNames.length > 0 && <Button htmlType="submit">{t('查询')}</Button>}
    </form>
  )
}

/** Classes are picked from a list of their own though their code is text. */
function isPicked([name, field]: NamedField): boolean {
  return name === 'classCode' || viewOf(field).isPicked
}

function drawParam(
  id: string,
  name: string,
  field: Field,
  values: Values,
  value: string | undefined,
  onChange: (value: string | undefined) => void,
): ReactNode {
  if (name === 'schoolCode') return <SchoolPicker {...{ id, field, value, onChange }} areaCode={values.areaCode} />
  if (name === 'classCode') return <ClassPicker {...{ id, value, onChange }} schoolCode={values.schoolCode} />
  return (
    <FieldFilter
      id={id}
      field={{ ...field, unit: undefined } as Field}
      value={value}
      onChange={(next) => onChange(next == null ? '' : String(next))}
    />
  )
}

interface UnitPickerProps {
  id: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Schools as the tree of areas; within one area when that is chosen. */
function SchoolPicker({
  id,
  field,
  value,
  onChange,
  areaCode,
}: UnitPickerProps & { field: Field; areaCode: string | undefined }) {
  const t = useT()
  const found = useRefTree(field)
  const area = found.data?.find((node: TreeNode) => node.value === areaCode)
  return (
    <TreeSelect
      id={id}
      value={value}
      onChange={(next: string | undefined) => onChange(next)}
      {...pickerState(found)}
      treeData={area?.children ?? found.data ?? []}
      fieldNames={{ label: 'title', value: 'value', children: 'children' }}
      showSearch={{ treeNodeFilterProp: 'title' }}
      popupMatchSelectWidth={260}
      allowClear
      placeholder={t('全部')}
    />
  )
}

/** Classes of the chosen school. */
function ClassPicker({ id, value, onChange, schoolCode }: UnitPickerProps & { schoolCode: string | undefined }) {
  const t = useT()
  const path = `${registry.entity('schoolClasses').paths[0]}/list`
  const found = useQuery({
    queryKey: ['classes', schoolCode],
    queryFn: () => get<Page<{ classCode: string; className: string }>>(path, { schoolCode, size: 200 }),
    enabled: schoolCode !== undefined && mayRead(path),
    staleTime: 300_000,
  })
  return (
    <Select
      id={id}
      value={value}
      onChange={onChange}
      disabled={schoolCode === undefined}
      {...pickerState(found)}
      options={(found.data?.records ?? []).map((one) => ({
        value: one.classCode,
        label: one.className || one.classCode,
      }))}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      placeholder={schoolCode ? t('全部') : t('先选学校')}
    />
  )
}
