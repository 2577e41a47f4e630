import { scoreImportClear } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { studentImportClear } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import type { ExamAction } from '@xueheng/contract/domains/exam/exam-states.ts'
import { deleteQuestionScores } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { teacherImportClear } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { type Exam, useExamAction } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'

interface Clear {
  call: (examId: string, examName: string) => Promise<{ removed: number | null } | null>
  action: ExamAction
  code: string
  title: string
}

const CLEARS: Record<ImportKind, Clear> = {
  student: {
    call: (examId, examName) => callApi(studentImportClear, { examId, examName }),
    action: 'clear',
    code: 'examstudentimport_delete',
    title: '清空考生',
  },
  score: {
    call: (examId, examName) => callApi(scoreImportClear, { examId, examName }),
    action: 'clear',
    code: 'examscorestudentcourseimport_delete',
    title: '清空成绩',
  },
  teacher: {
    call: (examId) => callApi(teacherImportClear, { examId }),
    action: 'editRule',
    code: 'examteachercourseimport_delete',
    title: '清空任课',
  },
  question: {
    call: (examId, examName) => callApi(deleteQuestionScores, { examId, examName }),
    action: 'importQuestion',
    code: 'examscorestudentcoursequestion_delete',
    title: '清空小题分',
  },
}

/** Removes everything imported of one kind; the name of the exam has to be typed first. */
export function ClearButton({ exam, kind }: { exam: Exam; kind: ImportKind }) {
  const t = useT()
  const id = useId()
  const { call, action, code, title } = CLEARS[kind]
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const clearing = useExamAction(exam.id, () => call(exam.id, typed), {
    done: (answer) => t('已清空 {n} 条', { n: formatNumber(answer?.removed ?? 0) }),
    onDone: () => setOpen(false),
  })

  function show(): void {
    setTyped('')
    setOpen(true)
  }

  return (
    <>
      <GatedButton exam={exam} action={action} code={code} danger onClick={show}>
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
              loading={clearing.isBusy}
              disabled={typed !== exam.examName}
              onClick={() => void clearing.run()}
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
