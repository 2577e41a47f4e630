import { dataScope } from '@xueheng/contract/domains/rights/data-scope.ts'
import type { RowCondition } from '@xueheng/contract/kit/row-condition.ts'
import { Form, Input, Select } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { saveRow } from '../../platform/crud/crud-api.ts'
import { FormModal } from '../../platform/form/FormModal.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { ConditionBuilder } from './ConditionBuilder.tsx'
import { conditionFields, narrowable } from './scope-words.ts'

/** The kinds as the dictionary numbers them. */
export const SCOPE_TYPES = ['全部可见', '本人可见', '所在机构可见', '所在机构及子级可见', '自定义']
const OWN = 2
const CUSTOM = 5

interface Typed {
  scopeName: string
  resourceCode: string
  scopeType: number
  scopeColumn: string | null
  scopeValue: RowCondition[] | null
  remark: string | null
}

interface DataScopeFormProps {
  /** A stored one, or what a new one starts with. */
  row: Partial<CrudRow>
  onClose: () => void
}

/** One data scope; what it asks for follows its kind. */
export function DataScopeForm({ row, onClose }: DataScopeFormProps) {
  const t = useT()
  const [form] = Form.useForm<Typed>()
  const saving = useAction(
    (typed: Typed) => saveRow(dataScope, { ...row, ...typed, scopeColumn: typed.scopeColumn ?? '' }),
    { form, changes: [dataScope], onDone: onClose },
  )
  return (
    <FormModal
      title={t(row.id ? '修改数据权限' : '新增数据权限')}
      form={form}
      initial={{ scopeType: OWN, ...row }}
      above={<RefusalNote text={saving.refusal} />}
      okText={t('保存')}
      isBusy={saving.isBusy}
      onSubmit={(typed) => void saving.run(typed)}
      onClose={onClose}
    >
      <ScopeFields form={form} isKept={row.id !== undefined} />
    </FormModal>
  )
}

interface ScopeFieldsProps {
  form: ReturnType<typeof Form.useForm<Typed>>[0]
  /** The scope is there already: what it narrows stays. */
  isKept: boolean
}

function ScopeFields({ form, isKept }: ScopeFieldsProps) {
  const t = useT()
  const type = Form.useWatch('scopeType', form)
  const entity = Form.useWatch('resourceCode', form)
  const fields = conditionFields(entity)
  return (
    <>
      <Form.Item
        name="scopeName"
        label={t('权限名称')}
        rules={[{ required: true, whitespace: true, message: t('请输入权限名称') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="resourceCode"
        label={t('限定的数据')}
        rules={[{ required: true, message: t('请选择限定的数据') }]}
      >
        <Select
          disabled={isKept}
          showSearch={{ optionFilterProp: 'label' }}
          options={narrowable().map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={() => form.setFieldsValue({ scopeValue: [], scopeColumn: null })}
        />
      </Form.Item>
      <Form.Item name="scopeType" label={t('规则类型')} rules={[{ required: true }]}>
        <Select options={SCOPE_TYPES.map((label, at) => ({ value: at + 1, label: t(label) }))} />
      </Form.Item>
      {type !== undefined && type > 1 && type < CUSTOM && (
        <Form.Item
          name="scopeColumn"
          label={t('权限字段')}
          extra={t(
            type === OWN ? '不选时比较创建人' : entity === 'user' ? '不选时比较用户所属的部门' : '不选时比较创建部门',
          )}
        >
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={fields.map(([name, field]) => ({ value: name, label: t(field.label) }))}
          />
        </Form.Item>
      )}
      {type === CUSTOM && (
        <Form.Item
          name="scopeValue"
          label={t('自定义条件')}
          extra={t('同时满足所有条件的行可见')}
          rules={[{ required: true, type: 'array', min: 1, message: t('请添加至少一个条件') }]}
        >
          <ConditionBuilder fields={fields} />
        </Form.Item>
      )}
      <Form.Item name="remark" label={t('备注')}>
        <Input.TextArea maxLength={255} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </>
  )
}
