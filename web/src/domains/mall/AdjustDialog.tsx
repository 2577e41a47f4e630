import { useQueryClient } from '@tanstack/react-query'
import { integralAdjust, userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import { Alert, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { message, wordsOf } from '../../platform/ui/message.ts'

interface Typed {
  point: number
  description: string
}

/** Adds points or takes them away, with the reason; sent twice it is posted once. */
export function AdjustDialog({ parentId, onClose }: { parentId: string; onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const [requestId] = useState(() => crypto.randomUUID())
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function save(typed: Typed): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    try {
      await callApi(integralAdjust, { parentId, requestId, ...typed })
      message.success(t('操作成功'))
      const shown = [['integral'], ['crud', userParentInfo.name]]
      await Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })))
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
      title={t('调整积分')}
      width={460}
      okText={t('确定')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      {refusal && <Alert className="crud-refusal" type="error" showIcon title={refusal} />}
      <AppForm<Typed> form={form} onFinish={(typed) => void save(typed)}>
        <Form.Item
          name="point"
          label={t('积分')}
          extra={t('正数增加，负数扣减')}
          rules={[{ required: true, message: t('请输入积分') }]}
        >
          <InputNumber min={-100_000} max={100_000} precision={0} className="crud-wide" />
        </Form.Item>
        <Form.Item name="description" label={t('原因')} rules={[{ required: true, message: t('请输入原因') }]}>
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </AppForm>
    </AppModal>
  )
}
