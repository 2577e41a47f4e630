import { taskStudentsFromGather } from '@xueheng/contract/domains/exam/collected/collected-calls.ts'
import * as calls from '@xueheng/contract/domains/exam/task/task-student.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { message } from '../../platform/ui/message.ts'
import { TakeOverDialog } from './collected/TakeOverDialog.tsx'
import { sayTaken } from './task/say-taken.ts'

type Step = 'register' | 'exam' | 'gather' | 'confirm'

const STEPS: [step: Step, label: string, right: string][] = [
  ['register', '从学籍带入', 'examtaskstudent_add'],
  ['exam', '从考试名单带入', 'examtaskstudent_add'],
  ['gather', '从采集带入', 'examtaskstudent_add'],
  ['confirm', '确认报齐', 'examtaskstudent_edit'],
]

/** 考务学生: who is reported for a task: from the register, an exam, a collection, a workbook or by hand; and that this is all. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [step, choose] = useState<Step>()
  return (
    <CrudPage entity={calls.examTaskStudent}>
      <ListToolbar>
        {STEPS.filter(([, , right]) => can(right)).map(([name, label]) => (
          <Button key={name} onClick={() => choose(name)}>
            {t(label)}
          </Button>
        ))}
      </ListToolbar>
      <ListRows />
      {step && <StepDialog step={step} onClose={() => choose(undefined)} />}
    </CrudPage>
  )
}

function StepDialog({ step, onClose }: { step: Step; onClose: () => void }) {
  const t = useT()
  const shared = { changes: [calls.examTaskStudent], onClose, done: '' }
  if (step === 'register') return <CallDialog call={calls.takeRegister} onDone={sayTaken} {...shared} />
  if (step === 'gather')
    return <TakeOverDialog call={taskStudentsFromGather} changes={shared.changes} onClose={onClose} />
  if (step === 'exam') return <CallDialog call={calls.takeExam} onDone={sayTaken} {...shared} />
  return (
    <CallDialog
      call={calls.confirmStudents}
      onDone={(answer) => message.success(t('已确认{num}名考生', { num: answer?.confirmed ?? 0 }))}
      {...shared}
    />
  )
}
