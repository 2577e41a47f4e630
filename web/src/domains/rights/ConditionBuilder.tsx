import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  ROW_OPERATORS,
  type RowCondition,
  type RowOperator,
  USER_ATTRIBUTES,
  type UserAttribute,
  operatorsOf,
} from '@xueheng/contract/kit/row-condition.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { Button, Select } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'

interface ConditionBuilderProps {
  id?: string
  fields: [string, Field][]
  value?: RowCondition[] | null
  onChange?: (value: RowCondition[]) => void
}

/** Rows of field, comparison and value; a row is seen when all of them hold. */
export function ConditionBuilder({ id, fields, value, onChange }: ConditionBuilderProps) {
  const t = useT()
  const conditions = value ?? []
  const [first] = fields
  function add(): void {
    if (first) onChange?.([...conditions, fresh(first)])
  }
  return (
    <div id={id} className="conditions">
      {conditions.map((condition, at) => (
        <ConditionRow
          // Conditions have no key of their own, and only their order tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          fields={fields}
          condition={condition}
          onChange={(next) => onChange?.(conditions.with(at, next))}
          onRemove={() => onChange?.(conditions.toSpliced(at, 1))}
        />
      ))}
      <Button size="small" type="dashed" icon={<PlusOutlined />} disabled={!first} onClick={add}>
        {t('添加条件')}
      </Button>
    </div>
  )
}

function fresh([field, declared]: [string, Field]): RowCondition {
  return { field, operator: operatorsOf(declared)[0] ?? 'equal', values: [] }
}

interface ConditionRowProps {
  fields: [string, Field][]
  condition: RowCondition
  onChange: (condition: RowCondition) => void
  onRemove: () => void
}

function ConditionRow({ fields, condition, onChange, onRemove }: ConditionRowProps) {
  const t = useT()
  const field = fields.find(([name]) => name === condition.field)
  const operators = field ? operatorsOf(field[1]) : []
  return (
    <div className="condition">
      <Select
        aria-label={t('字段')}
        value={condition.field}
        options={fields.map(([name, one]) => ({ value: name, label: t(one.label) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(name) => onChange(fresh(fields.find(([one]) => one === name) ?? (fields[0] as [string, Field])))}
      />
      <Select<RowOperator>
        aria-label={t('比较')}
        value={condition.operator}
        options={operators.map((one) => ({ value: one, label: t(ROW_OPERATORS[one]) }))}
        onChange={(operator) => onChange({ field: condition.field, operator, values: condition.values ?? [] })}
      />
      <ConditionValue condition={condition} onChange={onChange} />
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('删除')} onClick={onRemove} />
    </div>
  )
}

const WRITTEN = 'written'

/** What the field is compared with: written values, or an attribute of whoever looks. */
function ConditionValue({ condition, onChange }: Pick<ConditionRowProps, 'condition' | 'onChange'>) {
  const t = useT()
  const { field, operator, values, attribute } = condition
  const canAsk = operator === 'equal' || operator === 'notequal'
  const sources = canAsk ? Object.entries(USER_ATTRIBUTES) : []
  return (
    <>
      <Select<string>
        aria-label={t('取值')}
        value={attribute ?? WRITTEN}
        options={[
          { value: WRITTEN, label: t('固定值') },
          ...sources.map(([key, label]) => ({ value: key, label: t(label) })),
        ]}
        onChange={(source) =>
          onChange(
            source === WRITTEN
              ? { field, operator, values: [] }
              : { field, operator, attribute: source as UserAttribute },
          )
        }
      />
      {!attribute && (
        <Select
          className="condition-values"
          aria-label={t('值')}
          mode="tags"
          open={false}
          suffixIcon={null}
          value={values ?? []}
          placeholder={t('输入后按回车，可填多个')}
          tokenSeparators={[',', '，']}
          onChange={(next: string[]) => onChange({ field, operator, values: next })}
        />
      )}
    </>
  )
}
