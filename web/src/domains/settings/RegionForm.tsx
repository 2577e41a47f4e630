import { region, regionSubmit } from '@xueheng/contract/domains/settings/region.ts'
import { Button, Form } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { post } from '../../platform/api/client.ts'
import { FormFields } from '../../platform/crud/FormFields.tsx'
import { formFields } from '../../platform/crud/use-entity-dialog.ts'
import type { Values } from '../../platform/form/values.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'

interface RegionFormProps {
  mode: 'add' | 'edit' | 'view'
  initial: Values
  /** Told the code of what was kept. */
  onSaved: (code: string) => Promise<unknown>
}

/** One division: a new one below another, or the chosen one. */
export function RegionForm({ mode, initial, onSaved }: RegionFormProps) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const { parentCode, updateTime } = initial
  const known: Values = mode === 'edit' ? { id: initial.code, updateTime } : { parentCode }
  const saving = useAction((values: Values) => post(regionSubmit.path, { body: { ...values, ...known } }), {
    form,
    done: mode === 'add' ? '新增成功' : '更新成功',
    onDone: (_answer, values) => onSaved(String(values.code)),
  })

  return (
    <AppForm<Values> form={form} initialValues={initial} onFinish={(values) => void saving.run(values)}>
      <RefusalNote text={saving.refusal} />
      <FormFields fields={formFields(region, mode, initial)} mode={mode} />
      {mode !== 'view' && (
        <Button type="primary" htmlType="submit" loading={saving.isBusy}>
          {t('保存')}
        </Button>
      )}
    </AppForm>
  )
}
