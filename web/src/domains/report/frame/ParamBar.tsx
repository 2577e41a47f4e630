import type { Field } from '@xueheng/contract/kit/field.ts'
import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { viewOf } from '../../../platform/crud/fields/kinds.ts'
import { columnTitle } from '../../../platform/crud/fields/wording.ts'
import type { NamedField } from '../../../platform/crud/row.ts'
import { mayRead } from '../../../platform/crud/lookups.ts'
import { FieldFilter } from '../../../platform/crud/SearchForm.tsx'
import { factsOf } from '../../../platform/declared/declared.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { ClassPicker, EntryPicker, FromPicker, PeriodPicker, SchoolPicker, ToPicker } from './param-pickers.tsx'
import type { ReportAddress } from './use-report.ts'

type Values = Record<string, string | undefined>

/** Chosen elsewhere: courses are tabs, the grain is the report, the order is the table's own; exams and items have pickers of their page. */
const ELSEWHERE = new Set(['courseName', 'grain', 'order', 'examIds', 'examJson', 'itemCodes'])
/** Picking a unit takes the choices below it away. */
const BELOW: Record<string, string[]> = { areaCode: ['schoolCode', 'classCode'], schoolCode: ['classCode'] }

/** Parameters beside exam and course. Picked ones apply at once, typed ones with Enter or 查询. */
export function ParamBar({ address, examId }: { address: ReportAddress; examId: string | undefined }) {
  const t = useT()
  const id = useId()
  const { values } = address
  const fields = address.fields.filter((named) => !ELSEWHERE.has(named[0]) && isOffered(named))
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
            { ...values, examId },
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

/** Picked from a list of their own, though they are texts and numbers. */
const PICKERS = {
  classCode: ClassPicker,
  entryExamId: EntryPicker,
  periodName: PeriodPicker,
  fromVersion: FromPicker,
  toVersion: ToPicker,
}

function pickerOf(name: string) {
  return Object.entries(PICKERS).find(([one]) => one === name)?.[1]
}

/** Not what only callers choose; a choice among rows the reader may not list would be empty. */
function isOffered([name, { kind, tree, ref, list }]: NamedField): boolean {
  if (list === false) return false
  const isListed = kind === 'ref' && !tree && pickerOf(name) === undefined
  return !isListed || mayRead(factsOf(ref ?? '').list)
}

function isPicked([name, field]: NamedField): boolean {
  return pickerOf(name) !== undefined || viewOf(field).isPicked
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
  const Picker = pickerOf(name)
  if (Picker) return <Picker {...{ id, value, onChange, values }} />
  return (
    <FieldFilter
      id={id}
      field={{ ...field, unit: undefined } as Field}
      value={value}
      onChange={(next) => onChange(next == null ? '' : String(next))}
    />
  )
}
