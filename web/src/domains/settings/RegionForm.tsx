import { region, regionSubmit } from '@xueheng/contract/domains/settings/region.ts'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { post } from '../../platform/api/client.ts'
import { FormFields } from '../../platform/crud/FormFields.tsx'
import { type Values, formFields, useRefusal } from '../../platform/crud/use-entity-dialog.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { message } from '../../platform/ui/message.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'

interface RegionFormProps {
  mode: 'add' | 'edit' | 'view'
  initial: Values
  /** Told the code of what was kept. */
  onSaved: (code: string) => Promise<unknown>
}

/** One division: a new one below another, or the chosen one. */
export function RegionForm({ mode, initial, onSaved }: RegionFormProps) {
  const t = useT()
  const refused = useRefusal()
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function save(values: Values): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    const { parentCode, updateTime } = initial
    const known: Values = mode === 'edit' ? { id: initial.code, updateTime } : { parentCode }
    try {
      await post(regionSubmit.path, { body: { ...values, ...known } })
      message.success(t(mode === 'add' ? '新增成功' : '更新成功'))
      await onSaved(String(values.code))
    } catch (error) {
      const { fields, text } = refused(error, Object.keys(values))
      form.setFields(fields)
      setRefusal(text)
    } finally {
      setBusy(false)
    }
  }

  return (
    <AppForm<Values> form={form} initialValues={initial} onFinish={(values) => void save(values)}>
      {refusal && <Alert className="region-refusal" type="error" showIcon title={refusal} />}
      <FormFields fields={formFields(region, mode, initial)} mode={mode} />
      {mode !== 'view' && (
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('保存')}
        </Button>
      )}
    </AppForm>
  )
}
