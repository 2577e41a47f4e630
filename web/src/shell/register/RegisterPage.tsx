import { tenantInfo } from '@xueheng/contract/domains/tenancy/tenant-info.ts'
import { registerGuest } from '@xueheng/contract/domains/sign-in/sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Form, type FormInstance, Input, Modal } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { signOut } from '../../platform/session/session.ts'
import { useSession } from '../../platform/session/store.ts'
import { message } from '../../platform/ui/message.ts'
import { type Registration, registerWarning } from './register-warning.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'

/** Somebody a provider knows and we do not: asks for an account, then leaves until an administrator has looked. */
export function RegisterPage() {
  const t = useT()
  const { modal } = App.useApp()
  const [form] = Form.useForm<Registration>()
  const { user, tenantId } = useSession.getState()
  const host = useQuery({
    queryKey: ['tenant-of-host'],
    queryFn: () => get<{ tenantId?: string } | null>(tenantInfo.path, { domain: window.location.origin }),
  })
  const known = host.data?.tenantId

  const asking = useAction(
    ({ password2: _again, ...typed }: Registration) =>
      callApi(registerGuest, { ...typed, oauthId: user?.oauthId ?? '' }),
    {
      done: '',
      onDone: async () => {
        const content = t('注册申请已提交,请耐心等待管理员通过!')
        await modal.info({ title: t('注册提示'), content, centered: true })
        await signOut()
      },
    },
  )

  function register(): void {
    const typed = { ...form.getFieldsValue(), ...(known && { tenantId: known }) }
    const warning = registerWarning(typed)
    if (warning) message.warning(t(warning))
    else void asking.run(typed)
  }

  return (
    <Modal
      open={!host.isPending}
      centered
      width={460}
      title={t('账号注册')}
      okText={t('提交')}
      cancelText={t('退出登录')}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      confirmLoading={asking.isBusy}
      onOk={register}
      onCancel={() => void signOut().catch(() => undefined)}
    >
      <RegisterForm
        form={form}
        isTenantKnown={known !== undefined}
        tenantId={tenantId}
        name={user?.name ?? ''}
        onSend={register}
      />
    </Modal>
  )
}

interface RegisterFormProps {
  form: FormInstance<Registration>
  /** The host says which tenant this is. */
  isTenantKnown: boolean
  tenantId: string
  name: string
  onSend: () => void
}

function RegisterForm({ form, isTenantKnown, tenantId, name, onSend }: RegisterFormProps) {
  const t = useT()
  return (
    <AppForm<Registration>
      form={form}
      initialValues={{ tenantId, name, account: '', password: '', password2: '' }}
      onFinish={onSend}
    >
      {!isTenantKnown && (
        <Form.Item name="tenantId" label={t('租户编号')}>
          <Input />
        </Form.Item>
      )}
      <Form.Item name="name" label={t('用户姓名')}>
        <Input autoComplete="name" />
      </Form.Item>
      <Form.Item name="account" label={t('账号名称')}>
        <Input autoComplete="username" />
      </Form.Item>
      <Form.Item name="password" label={t('密码')}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="password2" label={t('确认密码')}>
        <Input.Password autoComplete="new-password" onPressEnter={form.submit} />
      </Form.Item>
    </AppForm>
  )
}
