import { scoreImportClear } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { studentImportClear } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import type { ImportKind } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { formatNumber, useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { message } from '../../../platform/ui/message.ts'
import { type Exam, useExamWrite } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'

const CLEARS = {
  student: { call: studentImportClear, code: 'examstudentimport_delete', title: '清空考生' },
  score: { call: scoreImportClear, code: 'examscorestudentcourseimport_delete', title: '清空成绩' },
} satisfies Record<ImportKind, object>

/** Removes everything imported of one kind; the name of the exam has to be typed first. */
export function ClearButton({ exam, kind }: { exam: Exam; kind: ImportKind }) {
  const t = useT()
  const id = useId()
  const write = useExamWrite(exam.id)
  const { call, code, title } = CLEARS[kind]
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function clear(): Promise<void> {
    setBusy(true)
    const isDone = await write(async () => {
      const answer = await callApi(call, { examId: exam.id, examName: typed })
      message.success(t('已清空 {n} 条', { n: formatNumber(answer?.removed ?? 0) }))
    })
    setBusy(false)
    if (isDone) setOpen(false)
  }

  function show(): void {
    setTyped('')
    setOpen(true)
  }

  return (
    <>
      <GatedButton exam={exam} action="clear" code={code} danger onClick={show}>
        {t(title)}
      </GatedButton>
      <AppModal
        open={isOpen}
        title={t(title)}
        onCancel={() => setOpen(false)}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('取消')}</Button>
            <Button
              danger
              type="primary"
              loading={isBusy}
              disabled={typed !== exam.examName}
              onClick={() => void clear()}
            >
              {t(title)}
            </Button>
          </>
        }
      >
        <p>{t('已导入的数据会全部删除，相关批次不能再撤销。请输入考试名称以确认：')}</p>
        <p>
          <label htmlFor={id}>
            <b>{exam.examName}</b>
          </label>
        </p>
        <Input id={id} value={typed} autoFocus onChange={(event) => setTyped(event.target.value)} />
      </AppModal>
    </>
  )
}
