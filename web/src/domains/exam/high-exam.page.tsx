import * as calls from '@xueheng/contract/domains/exam/high-exam.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { message } from '../../platform/ui/message.ts'

type Step = 'check' | 'archive' | 'unarchive' | 'clear'

const STEPS: [step: Step, label: string, right: string][] = [
  ['check', '校验', 'examscorehighexam_archive'],
  ['archive', '归档', 'examscorehighexam_archive'],
  ['unarchive', '撤销归档', 'examscorehighexam_archive'],
  ['clear', '清空', 'examscorehighexam_delete'],
]

/** 高考成绩: in by workbook, checked, archived; a year or an exam at a time. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [step, choose] = useState<Step>()
  return (
    <CrudPage entity={calls.examScoreHighExam}>
      <ListToolbar>
        {STEPS.filter(([, , right]) => can(right)).map(([name, label]) => (
          <Button key={name} danger={name === 'clear'} onClick={() => choose(name)}>
            {t(label)}
          </Button>
        ))}
      </ListToolbar>
      <ListRows isEditable={(row) => row['archiveStatus'] !== 1} />
      {step && <StepDialog step={step} onClose={() => choose(undefined)} />}
    </CrudPage>
  )
}

/** Asks whose rows, and what the step wants beside. */
function StepDialog({ step, onClose }: { step: Step; onClose: () => void }) {
  const t = useT()
  const shared = { changes: [calls.examScoreHighExam], onClose }
  if (step === 'archive')
    return <CallDialog call={calls.highExamArchive} okText={t('归档')} done="归档完成" {...shared} />
  if (step === 'unarchive')
    return <CallDialog call={calls.highExamUnarchive} okText={t('撤销归档')} done="已撤销归档" {...shared} />
  if (step === 'clear')
    return <CallDialog call={calls.highExamClear} okText={t('清空')} isDanger done="已清空" {...shared} />
  return (
    <CallDialog
      call={calls.highExamCheck}
      okText={t('校验')}
      done=""
      onDone={(answer) => message.success(t('共 {checked} 条，{errors} 条有错误，{warnings} 条有警告', { ...answer }))}
      {...shared}
    />
  )
}
