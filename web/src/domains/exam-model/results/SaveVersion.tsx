import { Form, Input } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppForm } from '../../../platform/ui/AppForm.tsx'
import { AppModal } from '../../../platform/ui/AppModal.tsx'

interface SaveVersionProps {
  isBusy: boolean
  onSave: (name: string, remark: string) => Promise<void>
  onClose: () => void
}

interface Values {
  versionName?: string
  remark?: string
}

/** Names the version the present results are kept as. */
export function SaveVersion({ isBusy, onSave, onClose }: SaveVersionProps) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  return (
    <AppModal
      open
      title={t('保存为版本')}
      okText={t('保存')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <AppForm<Values> form={form} onFinish={({ versionName, remark }) => void onSave(versionName ?? '', remark ?? '')}>
        <Form.Item name="versionName" label={t('版本名称')} extra={t('不填时按次序命名；版本保存后不再变化')}>
          <Input maxLength={60} placeholder={t('如：征求意见稿')} />
        </Form.Item>
        <Form.Item name="remark" label={t('说明')}>
          <Input.TextArea maxLength={500} rows={3} />
        </Form.Item>
      </AppForm>
    </AppModal>
  )
}
