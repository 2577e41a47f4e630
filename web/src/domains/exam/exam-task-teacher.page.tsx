import { taskFromGather } from '@xueheng/contract/domains/exam/collected/collected-calls.ts'
import { clearTeachers } from '@xueheng/contract/domains/exam/task/mark-teacher.ts'
import {
  REPORTED,
  confirmTeachers,
  examTaskTeacher,
  takeTeachers,
} from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { message } from '../../platform/ui/message.ts'
import { TakeOverDialog } from './collected/TakeOverDialog.tsx'
import { PullChosen } from './task/mark/PullChosen.tsx'
import { sayTaken } from './task/say-taken.ts'

const WHERE = { teacherKind: REPORTED }

/** 考务教师: who teaches what, as the schools report and confirm it; some of them are pulled to mark. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [step, choose] = useState<'take' | 'gather' | 'confirm' | 'clear'>()
  const shared = { changes: [examTaskTeacher], done: '', onClose: () => choose(undefined) }
  return (
    <CrudPage entity={examTaskTeacher} where={WHERE}>
      <ListToolbar>
        {can('examtaskteacher_add') && <Button onClick={() => choose('take')}>{t('从任课登记带入')}</Button>}
        {can('examtaskteacher_add') && <Button onClick={() => choose('gather')}>{t('从采集带入')}</Button>}
        {can('examtaskteacher_edit') && <Button onClick={() => choose('confirm')}>{t('确认报齐')}</Button>}
        <PullChosen />
        {can('examtask_edit') && (
          <Button danger onClick={() => choose('clear')}>
            {t('清空')}
          </Button>
        )}
      </ListToolbar>
      <ListRows />
      {step === 'take' && <CallDialog call={takeTeachers} onDone={sayTaken} {...shared} />}
      {step === 'gather' && <TakeOverDialog call={taskFromGather} changes={shared.changes} onClose={shared.onClose} />}
      {step === 'clear' && <CallDialog call={clearTeachers} isDanger okText={t('清空')} {...shared} done="已清空" />}
      {step === 'confirm' && (
        <CallDialog
          call={confirmTeachers}
          onDone={(answer) => message.success(t('已确认{num}条', { num: answer?.confirmed ?? 0 }))}
          {...shared}
        />
      )}
    </CrudPage>
  )
}
