import { type SignInSettings, signInSettings } from '@xueheng/contract/domains/sign-in/auth.ts'
import { userUpdatePassword } from '@xueheng/contract/domains/people/user.ts'
import { Button, Form, Input } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { md5Hex, wireText } from '../../platform/session/cipher.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'

interface Typed {
  oldPassword: string
  newPassword: string
  newPassword1: string
}

const SHORTEST = 8

/** The new password travels sealed and whole: the server holds it against the tenant's rules. */
export function OwnPassword({ onDone }: { onDone?: () => void }) {
  const t = useT()
  const [form] = Form.useForm<Typed>()
  const saving = useAction(change, {
    form,
    done: '修改密码成功，其他设备上的登录已退出',
    onDone: () => {
      form.resetFields()
      onDone?.()
    },
  })

  return (
    <AppForm<Typed> form={form} className="info-password" onFinish={(typed) => void saving.run(typed)}>
      <RefusalNote text={saving.refusal} />
      <Form.Item name="oldPassword" label={t('原密码')} rules={[{ required: true, message: t('请输入原密码') }]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={t('新密码')}
        rules={[
          { required: true, message: t('请输入新密码') },
          { min: SHORTEST, message: t('新密码至少{n}位', { n: SHORTEST }) },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="newPassword1"
        label={t('确认密码')}
        dependencies={['newPassword']}
        rules={[
          { required: true, message: t('请输入确认密码') },
          ({ getFieldValue }) => ({
            validator: async (_rule, value: string) => {
              if (value && value !== getFieldValue('newPassword')) throw new Error(t('两次输入的密码不一致'))
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={saving.isBusy}>
        {t('保存')}
      </Button>
    </AppForm>
  )
}

async function change({ oldPassword, newPassword, newPassword1 }: Typed): Promise<void> {
  const { settings } = await get<{ settings: SignInSettings }>(signInSettings.path)
  await callApi(userUpdatePassword, {
    oldPassword: md5Hex(oldPassword),
    newPassword: wireText(newPassword, settings.cipherKey),
    newPassword1: wireText(newPassword1, settings.cipherKey),
  })
}
