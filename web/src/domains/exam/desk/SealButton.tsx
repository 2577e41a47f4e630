import { sealExam } from '@xueheng/contract/domains/exam/exam-info.ts'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { message } from '../../../platform/ui/message.ts'
import { type Exam, useExamWrite } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'

const LONGEST_REASON = 200

/** Seals an exam, or opens it again with a reason. */
export function SealButton({ exam, isSealing }: { exam: Exam; isSealing: boolean }) {
  const t = useT()
  const id = useId()
  const write = useExamWrite(exam.id)
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const title = t(isSealing ? '封存' : '解封')
  const isMissing = !isSealing && reason.trim() === ''

  async function save(): Promise<void> {
    setBusy(true)
    const input = { examId: exam.id, isSealed: isSealing ? 1 : 0, reason: reason.trim() }
    const isDone = await write(() => callApi(sealExam, input))
    setBusy(false)
    if (!isDone) return
    setOpen(false)
    setReason('')
    message.success(t(isSealing ? '已封存' : '已解封'))
  }

  return (
    <>
      <GatedButton
        exam={exam}
        action={isSealing ? 'seal' : 'unseal'}
        code="examinfo_publish"
        onClick={() => setOpen(true)}
      >
        {title}
      </GatedButton>
      <AppModal
        open={isOpen}
        title={`${title} · ${exam.examName}`}
        onCancel={() => setOpen(false)}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('取消')}</Button>
            <Button type="primary" loading={isBusy} disabled={isMissing} onClick={() => void save()}>
              {title}
            </Button>
          </>
        }
      >
        <p>
          <label htmlFor={id}>{t(isSealing ? '原因（可不填）' : '请写明解封的原因')}</label>
        </p>
        <Input.TextArea
          id={id}
          value={reason}
          maxLength={LONGEST_REASON}
          showCount
          autoSize={{ minRows: 3 }}
          onChange={(event) => setReason(event.target.value)}
        />
      </AppModal>
    </>
  )
}
