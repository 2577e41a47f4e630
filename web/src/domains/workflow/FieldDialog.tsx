import {
  FORM_ACCESS,
  FORM_KINDS,
  type FormAccess,
  type FormField,
  type FormKind,
  type FormOption,
} from '@xueheng/contract/domains/workflow/form.ts'
import { Form, Input, Radio, Select, Switch } from 'antd'
import { FormModal } from '../../platform/form/FormModal.tsx'
import { useT } from '../../platform/i18n/i18n.ts'

interface Typed {
  name: string
  kind: FormKind
  isRequired: boolean
  access: FormAccess
  /** One a line. */
  options: string
}

interface FieldDialogProps {
  field: FormField
  /** Steps may read or hide what was filled in before; a start only asks. */
  hasAccess: boolean
  onSave: (field: FormField) => void
  onClose: () => void
}

/** One field of a form. */
export function FieldDialog({ field, hasAccess, onSave, onClose }: FieldDialogProps) {
  const t = useT()
  const [form] = Form.useForm<Typed>()
  const kind = Form.useWatch('kind', form)
  const access = Form.useWatch('access', form)
  const initial: Typed = { ...field, options: field.options.map(({ label }) => label).join('\n') }
  return (
    <FormModal<Typed>
      title={t(field.name === '' ? '添加字段' : '编辑字段')}
      width={480}
      form={form}
      initial={initial}
      okText={t('确定')}
      isBusy={false}
      onSubmit={(typed) => onSave(fieldFrom(field, { ...initial, ...typed }))}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('字段名称')}
        rules={[{ required: true, whitespace: true, message: t('请输入字段名称') }]}
      >
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="kind" label={t('字段类型')} required>
        <Select options={Object.entries(FORM_KINDS).map(([value, label]) => ({ value, label: t(label) }))} />
      </Form.Item>
      {kind === 'enum' && (
        <Form.Item
          name="options"
          label={t('选项')}
          extra={t('每行一个')}
          rules={[{ required: true, whitespace: true, message: t('请输入选项') }]}
        >
          <Input.TextArea rows={4} />
        </Form.Item>
      )}
      {hasAccess && (
        <Form.Item name="access" label={t('在这一步')}>
          <Radio.Group options={Object.entries(FORM_ACCESS).map(([value, label]) => ({ value, label: t(label) }))} />
        </Form.Item>
      )}
      {(!hasAccess || access === 'write') && kind !== 'boolean' && (
        <Form.Item name="isRequired" label={t('必填')} valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
    </FormModal>
  )
}

function fieldFrom(field: FormField, typed: Typed): FormField {
  return {
    id: field.id,
    name: typed.name.trim(),
    kind: typed.kind,
    access: typed.access,
    isRequired: typed.isRequired && typed.access === 'write' && typed.kind !== 'boolean',
    options: typed.kind === 'enum' ? optionsIn(typed.options, field.options) : [],
  }
}

/** Options that keep their words keep what stands behind them. */
function optionsIn(text: string, before: readonly FormOption[]): FormOption[] {
  const labels = [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
  return labels.map((label) => before.find((one) => one.label === label) ?? { value: label.slice(0, 64), label })
}
