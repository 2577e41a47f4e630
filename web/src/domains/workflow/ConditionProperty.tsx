import type { FormField } from '@xueheng/contract/domains/workflow/form.ts'
import { Input, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { AGREED, type Comparison, REFUSED, comparable, comparisonIn, expressionOf, operatorsFor } from './conditions.ts'
import { type DrawnElement, type PropertyProps, isDefaultLine } from './modeler-desk.ts'
import { PropertyItem, TextProperty } from './plain-properties.tsx'

type Way = 'none' | 'agreed' | 'refused' | 'field' | 'default' | 'expression'

const WAYS: Record<Way, string> = {
  none: '请选择',
  agreed: '办理人同意',
  refused: '办理人驳回',
  field: '按表单字段',
  default: '其他情况（默认分支）',
  expression: '表达式',
}
const CHOOSING = new Set(['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway'])

/** When a line behind a gateway is taken; others are always taken. */
export function ConditionProperty({ desk, element }: PropertyProps) {
  const t = useT()
  const id = useId()
  const [chosen, choose] = useState<{ of: DrawnElement['id']; way: Way }>()
  if (!CHOOSING.has(element.source?.type ?? '')) return null
  const fields = comparable(desk.allFields())
  const expression = desk.read(element, 'condition')
  const found = wayOf(element, expression, fields)
  const way = chosen?.of === element.id && found !== 'default' ? chosen.way : found

  function change(next: Way): void {
    choose({ of: element.id, way: next })
    desk.setDefault(element, next === 'default')
    if (next === 'agreed' || next === 'refused')
      desk.write(element, { condition: next === 'agreed' ? AGREED : REFUSED })
    else if (next !== 'expression' && expression !== '') desk.write(element, { condition: '' })
  }
  return (
    <>
      <PropertyItem id={id} label="条件">
        <Select<Way>
          id={id}
          value={way}
          onChange={change}
          options={Object.entries(WAYS)
            .filter(([value]) => value !== 'none' || way === 'none')
            .map(([value, label]) => ({ value: value as Way, label: t(label) }))}
        />
      </PropertyItem>
      {way === 'field' && (
        <ComparisonFields
          key={element.id}
          fields={fields}
          comparison={comparisonIn(expression, fields)}
          onChange={(next) => desk.write(element, { condition: expressionOf(next, fields) })}
        />
      )}
      {way === 'expression' && (
        <TextProperty {...{ desk, element }} name="condition" label="条件表达式" help="如 ${pass}、${days > 3}" />
      )}
    </>
  )
}

function wayOf(element: DrawnElement, expression: string, fields: FormField[]): Way {
  if (isDefaultLine(element)) return 'default'
  if (expression === '') return 'none'
  if (expression === AGREED) return 'agreed'
  if (expression === REFUSED) return 'refused'
  return comparisonIn(expression, fields) ? 'field' : 'expression'
}

const OPERATORS: Record<string, string> = {
  '>': '大于',
  '>=': '大于或等于',
  '<': '小于',
  '<=': '小于或等于',
  '==': '等于',
  '!=': '不等于',
}

interface ComparisonFieldsProps {
  fields: FormField[]
  comparison: Comparison | undefined
  onChange: (next: Comparison) => void
}

function ComparisonFields({ fields, comparison, onChange }: ComparisonFieldsProps) {
  const t = useT()
  const id = useId()
  const [begun, begin] = useState<Comparison>()
  const now = comparison ?? begun ?? { field: '', operator: '==', value: '' }
  const field = fields.find((one) => one.id === now.field)

  function change(next: Comparison): void {
    begin(next)
    if (next.field !== '') onChange(next)
  }
  function changeField(next: string): void {
    const kind = fields.find((one) => one.id === next)?.kind ?? 'string'
    change({ field: next, operator: operatorsFor(kind)[0] ?? '==', value: '' })
  }
  return (
    <>
      <PropertyItem id={`${id}f`} label="表单字段">
        <Select
          id={`${id}f`}
          value={field?.id ?? null}
          options={fields.map((one) => ({ value: one.id, label: t(one.name) }))}
          onChange={changeField}
        />
      </PropertyItem>
      {field && (
        <>
          <PropertyItem id={`${id}o`} label="比较">
            <Select
              id={`${id}o`}
              value={now.operator}
              options={operatorsFor(field.kind).map((value) => ({ value, label: t(OPERATORS[value] ?? value) }))}
              onChange={(operator) => change({ ...now, operator })}
            />
          </PropertyItem>
          <PropertyItem id={`${id}v`} label="值">
            <ValueInput id={`${id}v`} field={field} value={now.value} onChange={(value) => change({ ...now, value })} />
          </PropertyItem>
        </>
      )}
    </>
  )
}

interface ValueInputProps {
  id: string
  field: FormField
  value: string
  onChange: (next: string) => void
}

function ValueInput({ id, field, value, onChange }: ValueInputProps) {
  const t = useT()
  const [typed, type] = useState<string>()
  const options = field.kind === 'boolean' ? YES_NO : field.options
  if (field.kind === 'boolean' || field.kind === 'enum') {
    return (
      <Select
        id={id}
        value={value || null}
        options={options.map((one) => ({ value: one.value, label: t(one.label) }))}
        onChange={onChange}
      />
    )
  }
  if (field.kind === 'long' || field.kind === 'double') {
    return <InputNumber<string> id={id} stringMode value={value} onChange={(next) => onChange(next ?? '')} />
  }
  return (
    <Input
      id={id}
      value={typed ?? value}
      placeholder={field.kind === 'date' ? '2026-09-01' : ''}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        if (typed !== undefined) onChange(typed.trim())
        type(undefined)
      }}
    />
  )
}

const YES_NO = [
  { value: '1', label: '是' },
  { value: '0', label: '否' },
]
