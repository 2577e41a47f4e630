import { Form, Input } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { lockWith } from './lock.ts'

/** Asks for the password that lifts the curtain again. */
export function LockDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<{ password: string }>()
  return (
    <AppModal
      open
      title={t('设置锁屏密码')}
      width={420}
      onCancel={onClose}
      onOk={form.submit}
      afterOpenChange={(isOpen) => isOpen && form.focusField('password')}
    >
      <AppForm
        form={form}
        onFinish={({ password }) => {
          onClose()
          void lockWith(password)
        }}
      >
        <Form.Item name="password" label={t('锁屏密码')} rules={[{ required: true, message: t('锁屏密码不能为空') }]}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      </AppForm>
    </AppModal>
  )
}
