import { Form, Input } from 'antd'
import { useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { AppForm } from '../ui/AppForm.tsx'
import { AppModal } from '../ui/AppModal.tsx'
import { wordsOf } from '../ui/message.ts'

export interface ReasonDialogProps {
  title: string
  /** What the reason is for, in one sentence. */
  hint: string
  okText: string
  onCancel: () => void
  /** Does what was asked for; the dialog stays open and says why when it is refused. */
  onSubmit: (reason: string) => Promise<void>
}

const SHORTEST = 4

/** Personal data leaves the screen only with a reason, which is kept. */
export function ReasonDialog({ title, hint, okText, onCancel, onSubmit }: ReasonDialogProps) {
  const t = useT()
  const [form] = Form.useForm<{ reason: string }>()
  const [isBusy, setBusy] = useState(false)

  async function submit({ reason }: { reason: string }): Promise<void> {
    setBusy(true)
    try {
      await onSubmit(reason.trim())
    } catch (error) {
      form.setFields([{ name: 'reason', errors: [wordsOf(error)] }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <AppModal
      open
      title={title}
      width={480}
      okText={okText}
      cancelText={t('取消')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onCancel}
    >
      <AppForm form={form} requiredMark={false} onFinish={(values) => void submit(values)}>
        <Form.Item
          name="reason"
          label={hint}
          validateTrigger="onBlur"
          rules={[{ validator: async (_rule, value: unknown) => judge(t('请填写理由，至少4个字'), value) }]}
        >
          <Input.TextArea autoFocus maxLength={200} showCount rows={3} placeholder={t('如：上报学籍核对名单')} />
        </Form.Item>
      </AppForm>
    </AppModal>
  )
}

async function judge(refusal: string, value: unknown): Promise<void> {
  if ([...String(value ?? '').trim()].length < SHORTEST) throw new Error(refusal)
}
