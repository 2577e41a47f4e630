import { user, userUpdateInfo } from '@xueheng/contract/domains/people/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { FormFields } from '../../platform/crud/FormFields.tsx'
import type { NamedField } from '../../platform/crud/row.ts'
import { type Values, useRefusal } from '../../platform/crud/use-entity-dialog.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { updateSession, useSession } from '../../platform/session/store.ts'
import { message } from '../../platform/ui/message.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import '../../platform/crud/crud-dialog.css'

const { avatar, name, realName, phone, email } = user.fields
const FIELDS: NamedField[] = Object.entries({ avatar, name, realName, phone, email })

export function OwnInfo({ own }: { own: CrudRow }) {
  const t = useT()
  const client = useQueryClient()
  const refused = useRefusal()
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function save(values: Values): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    try {
      const sent = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? '']))
      await callApi(userUpdateInfo, { ...sent, id: own.id })
      message.success(t('修改信息成功'))
      const { user: shown } = useSession.getState()
      if (shown) updateSession({ user: { ...shown, name: String(values.name), avatar: String(values.avatar ?? '') } })
      await client.invalidateQueries({ queryKey: [user.name, 'info'] })
    } catch (error) {
      const { fields, text } = refused(error, Object.keys(values))
      form.setFields(fields)
      setRefusal(text)
    } finally {
      setBusy(false)
    }
  }

  return (
    <AppForm<Values> form={form} initialValues={own} onFinish={(values) => void save(values)}>
      {refusal && <Alert className="info-refusal" type="error" showIcon title={refusal} />}
      <dl className="info-facts">
        <dt>{t('登录账号')}</dt>
        <dd>{String(own.account)}</dd>
        <dt>{t('所属角色')}</dt>
        <dd>{String(own.roleName || '—')}</dd>
        <dt>{t('所属部门')}</dt>
        <dd>{String(own.deptName || '—')}</dd>
      </dl>
      <FormFields fields={FIELDS} mode="edit" checks={undefined} />
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {t('保存')}
      </Button>
    </AppForm>
  )
}
