import { sms, smsConfig, smsSend } from '@xueheng/contract/domains/resource/sms.ts'
import { checks } from '@xueheng/contract/kit/check.ts'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { message, showError } from '../../platform/ui/message.ts'
import { useEnabling } from './config-actions.ts'

/** 短信配置: who sends the tenant's text messages; 调试 sends one by hand. */
export function Page() {
  const [chosen, choose] = useState<CrudRow>()
  const enabling = useEnabling('sms_enable', smsConfig)
  return (
    <>
      <CrudPage entity={sms} rowActions={[...enabling, { code: 'sms_send', label: '调试', run: choose }]} />
      {chosen && <SendDialog code={String(chosen.smsCode)} onClose={() => choose(undefined)} />}
    </>
  )
}

interface Typed {
  phones: string
  params?: string
}

function SendDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<Typed>()
  const [isBusy, setBusy] = useState(false)
  async function send(typed: Typed): Promise<void> {
    setBusy(true)
    try {
      await callApi(smsSend, { code, ...typed })
      message.success('发送成功')
      onClose()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AppModal
      open
      title={`${t('发送短信')} · ${code}`}
      width={520}
      okText={t('发送')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <AppForm form={form} onFinish={(typed) => void send(typed)}>
        <Form.Item
          name="phones"
          label={t('手机号码')}
          required
          rules={[{ validator: (_rule, value) => judgePhone(t, String(value ?? '')) }]}
        >
          <Input maxLength={11} inputMode="tel" autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="params"
          label={t('模板参数')}
          extra={t('JSON对象，如{example}', { example: '{"code":"1234"}' })}
        >
          <Input.TextArea rows={3} maxLength={2000} />
        </Form.Item>
      </AppForm>
    </AppModal>
  )
}

async function judgePhone(t: (text: string) => string, value: string): Promise<void> {
  const wrong = checks.phone(value)
  if (wrong) throw new Error(t(wrong))
}
