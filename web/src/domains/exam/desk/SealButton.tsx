import { sealExam } from '@xueheng/contract/domains/exam/exam-info.ts'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/form/FormDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { type Exam, examChanges } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'

/** Seals an exam, or opens it again with a reason. */
export function SealButton({ exam, isSealing }: { exam: Exam; isSealing: boolean }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const title = t(isSealing ? '封存' : '解封')
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
      {isOpen && (
        <FormDialog
          title={`${title} · ${exam.examName}`}
          fields={isSealing ? SEALING : UNSEALING}
          work={({ reason = '' }) =>
            callApi(sealExam, { examId: exam.id, isSealed: isSealing ? 1 : 0, reason: String(reason).trim() })
          }
          okText={title}
          done={isSealing ? '已封存' : '已解封'}
          changes={examChanges(exam.id)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const { reason } = sealExam.input
const SEALING = [['reason', { ...reason, label: '原因（可不填）' }]] as const
const MUST = '请写明解封的原因'
const UNSEALING = [['reason', { ...reason, label: MUST, message: MUST, required: true }]] as const
