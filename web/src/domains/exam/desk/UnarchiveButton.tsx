import { scoreImportUnarchive } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { studentImportUnarchive } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import type { CheckedKind, ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/form/FormDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { readJobs } from '../../../platform/jobs/jobs.ts'
import { type Exam, examChanges, statusOf } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'
import type { PartProps } from './part-props.ts'

const UNARCHIVE = {
  student: { call: studentImportUnarchive, title: '撤销考生归档', hint: '成绩的归档一并撤销。' },
  score: { call: scoreImportUnarchive, title: '撤销成绩归档', hint: '考生的归档不变。' },
} as const

const { archived } = examStates.states

/** Takes the archive of list or marks back, for a reason; there once the exam is archived. */
export function UnarchiveButton({ exam, work, kind }: PartProps & { kind: ImportKind }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  // A dialog in sight stays, also when somebody else took the archive back meanwhile.
  if (kind === 'teacher' || kind === 'question' || (!isOpen && statusOf(exam) < archived.value)) return null
  return (
    <>
      <GatedButton
        exam={exam}
        action="unarchive"
        code="examinfo_unarchive"
        reason={work.isBusy ? t('正在执行') : undefined}
        onClick={() => setOpen(true)}
      >
        {t(UNARCHIVE[kind].title)}
      </GatedButton>
      {isOpen && <UnarchiveDialog {...{ exam, kind }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface UnarchiveDialogProps {
  exam: Exam
  kind: CheckedKind
  onClose: () => void
}

function UnarchiveDialog({ exam, kind, onClose }: UnarchiveDialogProps) {
  const t = useT()
  const { call, title, hint } = UNARCHIVE[kind]
  return (
    <FormDialog
      title={[t(title), exam.examName].join(' · ')}
      fields={[['reason', call.input.reason]]}
      work={({ reason }) => callApi(call, { examId: exam.id, reason: String(reason) })}
      okText={t('撤销归档')}
      isDanger
      done=""
      changes={examChanges(exam.id)}
      onDone={() => readJobs().catch(() => undefined)}
      onClose={onClose}
    >
      <p className="exam-quiet">
        {t('撤销后可以修改、再导入，然后重新归档；计算结果全部过期，数据本身一条不少。')}
        {t(hint)}
      </p>
    </FormDialog>
  )
}
