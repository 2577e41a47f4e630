import { type Field, flagOfSecret } from '@xueheng/contract/kit/field.ts'
import { fieldMessage } from '@xueheng/contract/derive/schema.ts'
import { Button, Form, Input } from 'antd'
import { useT } from '../i18n/i18n.ts'
import { type FormMode, isLocked } from '../form/values.ts'
import { secretField } from './fields/secret.tsx'
import { columnTitle, placeholder } from './fields/wording.ts'

interface SecretItemProps {
  name: string
  field: Field
  mode: FormMode
}

/** A secret in a form: the form says whether one is set, keeps it while nothing is typed, and can clear it. */
export function SecretItem({ name, field, mode }: SecretItemProps) {
  const t = useT()
  const form = Form.useFormInstance()
  const flag = flagOfSecret(name)
  const isSet = Number(Form.useWatch(flag, { form, preserve: true })) === 1
  const locked = isLocked(field, mode)
  const isRequired = field.required === true && !isSet
  const unset = locked ? t('未设置') : placeholder(t, field)
  const help = field.help && t(field.help)
  return (
    <>
      <Form.Item name={flag} hidden>
        <Input />
      </Form.Item>
      <Form.Item
        name={name}
        label={columnTitle(t, field)}
        required={isRequired && !locked}
        extra={isSet && !field.required && !locked ? <Clear onClear={() => form.setFieldValue(flag, 0)} /> : help}
        validateTrigger="onBlur"
        rules={locked ? [] : [{ validator: (_rule, value) => check(t, { ...field, required: isRequired }, value) }]}
      >
        <secretField.Input
          field={field}
          disabled={locked}
          placeholder={isSet ? t(locked ? '已设置' : '已设置，不填则不修改') : unset}
        />
      </Form.Item>
    </>
  )
}

function Clear({ onClear }: { onClear: () => void }) {
  const t = useT()
  return (
    <Button type="link" size="small" onClick={onClear}>
      {t('清除已设置的值')}
    </Button>
  )
}

async function check(t: (text: string) => string, field: Field, value: unknown): Promise<void> {
  const wrong = fieldMessage(field, value)
  if (wrong) throw new Error(t(wrong))
}
