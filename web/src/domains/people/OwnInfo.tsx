import { user, userUpdateInfo } from '@xueheng/contract/domains/people/user.ts'
import { Button, Form } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { FormFields } from '../../platform/crud/FormFields.tsx'
import type { NamedField } from '../../platform/crud/row.ts'
import type { Values } from '../../platform/form/values.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { updateSession, useSession } from '../../platform/session/store.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import '../../platform/crud/crud-dialog.css'

const { avatar, name, realName, phone, email } = user.fields
const FIELDS: NamedField[] = Object.entries({ avatar, name, realName, phone, email })

export function OwnInfo({ own }: { own: CrudRow }) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const saving = useAction(
    (values: Values) => {
      const sent = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? '']))
      return callApi(userUpdateInfo, { ...sent, id: own.id })
    },
    { form, done: '修改信息成功', changes: [[user.name, 'info']], onDone: (_answer, values) => showOwn(values) },
  )

  return (
    <AppForm<Values> form={form} initialValues={own} onFinish={(values) => void saving.run(values)}>
      <RefusalNote text={saving.refusal} />
      <dl className="info-facts">
        <dt>{t('登录账号')}</dt>
        <dd>{String(own.account)}</dd>
        <dt>{t('所属角色')}</dt>
        <dd>{String(own.roleName || '—')}</dd>
        <dt>{t('所属部门')}</dt>
        <dd>{String(own.deptName || '—')}</dd>
      </dl>
      <FormFields fields={FIELDS} mode="edit" />
      <Button type="primary" htmlType="submit" loading={saving.isBusy}>
        {t('保存')}
      </Button>
    </AppForm>
  )
}

/** Name and picture also stand in the head of every page. */
function showOwn(own: Values): void {
  const { user: shown } = useSession.getState()
  if (shown) updateSession({ user: { ...shown, name: String(own.name), avatar: String(own.avatar ?? '') } })
}
