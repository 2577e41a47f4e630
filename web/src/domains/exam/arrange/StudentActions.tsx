import * as students from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { arrangeFromGather } from '@xueheng/contract/domains/exam/collected/collected-calls.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { CallDialog } from '../../../platform/form/CallDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { message } from '../../../platform/ui/message.ts'
import { TakeOverDialog } from '../collected/TakeOverDialog.tsx'
import { ListLink, StepButton, type StepProps } from './StepButton.tsx'
import { isAllowed, lossOf, typeOf } from './plan-steps.ts'
import { PLAN_CHANGES, STUDENTS_PATH } from './use-arrange.ts'

/** Candidates come from an exam, an exam task or a collection. */
function TakeCandidates({ plan }: StepProps) {
  const t = useT()
  const [source, choose] = useState<'exam' | 'task' | 'gather'>()
  const confirm = lossOf(plan, 'students')
  const shared = {
    given: { arrangeTaskId: plan.id },
    changes: PLAN_CHANGES,
    done: '',
    onClose: () => choose(undefined),
    onDone: (taken: { added: number; skipped: number } | null) =>
      message.success(t('新增{added}条，已有{skipped}条', { added: taken?.added ?? 0, skipped: taken?.skipped ?? 0 })),
    ...(confirm && { confirm: t(confirm) }),
  }
  return (
    <>
      <Button size="small" type={typeOf(plan, 'students')} onClick={() => choose('exam')}>
        {t('从考试导入')}
      </Button>
      <Button size="small" onClick={() => choose('task')}>
        {t('从考务任务导入')}
      </Button>
      <Button size="small" onClick={() => choose('gather')}>
        {t('从采集导入')}
      </Button>
      {source === 'exam' && <CallDialog call={students.takeFromExam} {...shared} />}
      {source === 'task' && <CallDialog call={students.takeFromTask} {...shared} />}
      {source === 'gather' && (
        <TakeOverDialog
          call={arrangeFromGather}
          given={shared.given}
          changes={PLAN_CHANGES}
          warning={confirm && '已排的座位和考号将清除'}
          onClose={shared.onClose}
        />
      )}
    </>
  )
}

/** What is done with the candidates of a plan. */
export function StudentActions({ plan }: StepProps) {
  const t = useT()
  const can = useCan()
  return (
    <>
      {can('examarrangetaskstudent_add') && isAllowed(plan, 'take') && <TakeCandidates plan={plan} />}
      <StepButton
        plan={plan}
        label="校对学籍"
        action="collate"
        code="examarrangetaskstudent_edit"
        work={() => collate(plan.id)}
      />
      <StepButton
        plan={plan}
        label="清空"
        action="clearStudents"
        code="examarrangetaskstudent_delete"
        asked="全部考生以及座位和考号将清除，确定清空?"
        work={() => callApi(students.deleteStudents, { arrangeTaskId: plan.id })}
      />
      <ListLink plan={plan} path={STUDENTS_PATH} label={isAllowed(plan, 'addLate') ? '补录考生' : '考生名单'} />
    </>
  )

  async function collate(arrangeTaskId: string): Promise<void> {
    const {
      matched = 0,
      doubtful = 0,
      missing = 0,
    } = (await callApi(students.collateStudents, { arrangeTaskId })) ?? {}
    message.success(t('匹配{matched}人，重名{doubtful}人，查无{missing}人', { matched, doubtful, missing }))
  }
}
