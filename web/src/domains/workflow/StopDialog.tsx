import { deleteInstance } from '@xueheng/contract/domains/workflow/follow.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { message, wordsOf } from '../../platform/ui/message.ts'

interface StopDialogProps {
  title: string
  processInstanceId: string
  onClose: () => void
}

/** Ends a running process for good; why stays on record. */
export function StopDialog({ title, processInstanceId, onClose }: StopDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const [form] = Form.useForm<{ deleteReason: string }>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function stop({ deleteReason }: { deleteReason: string }): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    try {
      await callApi(deleteInstance, { processInstanceId, deleteReason })
      message.success(t('操作成功'))
      await Promise.all(['crud', 'flow'].map((key) => client.invalidateQueries({ queryKey: [key] })))
      onClose()
    } catch (error) {
      setRefusal(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AppModal
      open
      title={t(title)}
      width={520}
      okText={t('确定')}
      okButtonProps={{ danger: true }}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      {refusal && <Alert className="info-refusal" type="error" showIcon title={refusal} />}
      <Form form={form} layout="vertical" onFinish={(typed) => void stop(typed)}>
        <Form.Item
          name="deleteReason"
          label={t('终止原因')}
          rules={[{ required: true, whitespace: true, message: t('请输入终止原因') }]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
