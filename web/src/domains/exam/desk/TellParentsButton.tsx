import { previewResults, tellResults } from '@xueheng/contract/domains/report/tell-results.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Button, Descriptions, Form, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { FormModal } from '../../../platform/form/FormModal.tsx'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { RefusalNote } from '../../../platform/ui/RefusalNote.tsx'
import type { Exam } from '../exam.ts'

type Preview = NonNullable<Output<typeof previewResults>>

/** Tells parents that results are out, after a look at whom it reaches and how it reads. */
export function TellParentsButton({ exam }: { exam: Exam }) {
  const t = useT()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  if (!can('examinfo_publish')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('通知家长')}</Button>
      {isOpen && <TellParents exam={exam} onClose={() => setOpen(false)} />}
    </>
  )
}

function TellParents({ exam, onClose }: { exam: Exam; onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<{ templateId: string }>()
  const [preview, setPreview] = useState<Preview>()
  const looking = useAction(
    ({ templateId }: { templateId: string }) => callApi(previewResults, { examId: exam.id, templateId }),
    { form, isInline: true, done: '', onDone: (answer) => setPreview(answer ?? undefined) },
  )
  const telling = useAction(
    () => callApi(tellResults, { examId: exam.id, templateId: String(form.getFieldValue('templateId')) }),
    { isInline: true, done: '已开始通知，结果见模板消息日志', onDone: onClose },
  )
  const canTell = preview !== undefined && preview.leftNum > 0 && preview.reasons.length === 0
  return (
    <FormModal<{ templateId: string }>
      title={`${t('通知家长')} · ${exam.examName}`}
      form={form}
      initial={{ templateId: '' }}
      above={<RefusalNote text={looking.refusal ?? telling.refusal} />}
      okText={undefined}
      isBusy={looking.isBusy || telling.isBusy}
      onChange={() => setPreview(undefined)}
      onSubmit={(typed) => void looking.run(typed)}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('关闭')}</Button>
          <Button loading={looking.isBusy} onClick={() => form.submit()}>
            {t('预览')}
          </Button>
          <Button type="primary" disabled={!canTell} loading={telling.isBusy} onClick={() => void telling.run()}>
            {preview ? t('通知{n}位家长', { n: formatNumber(preview.leftNum) }) : t('通知')}
          </Button>
        </>
      )}
    >
      <Form.Item
        name="templateId"
        label={t('消息模板')}
        extra={t(tellResults.input.templateId.help ?? '')}
        rules={[{ required: true, message: t('请填写{name}', { name: t('消息模板') }) }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      {preview && <Reach preview={preview} />}
    </FormModal>
  )
}

function Reach({ preview }: { preview: Preview }) {
  const t = useT()
  return (
    <>
      {preview.reasons.map((reason) => (
        <RefusalNote key={reason} text={t(reason)} />
      ))}
      <Descriptions column={1} size="small">
        <Descriptions.Item label={t('考生数')}>{formatNumber(preview.studentNum)}</Descriptions.Item>
        <Descriptions.Item label={t('有家长绑定的考生')}>{formatNumber(preview.boundNum)}</Descriptions.Item>
        <Descriptions.Item label={t('家长数')}>{formatNumber(preview.parentNum)}</Descriptions.Item>
        <Descriptions.Item label={t('还没有通知的')}>{formatNumber(preview.leftNum)}</Descriptions.Item>
        <Descriptions.Item label={t('消息')}>
          <span className="exam-letter">{preview.text || '—'}</span>
        </Descriptions.Item>
      </Descriptions>
    </>
  )
}
