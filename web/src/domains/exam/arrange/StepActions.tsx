import * as rooms from '@xueheng/contract/domains/exam/arrange/arrange-room.ts'
import * as students from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import * as plans from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { CallDialog } from '../../../platform/form/CallDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { message } from '../../../platform/ui/message.ts'
import { CodeDialog } from './CodeDialog.tsx'
import { isAllowed, lossOf } from './plan-steps.ts'
import { PLAN_CHANGES, type Plan, type PlanAction, ROOMS_PATH, STUDENTS_PATH, type usePlanJob } from './use-arrange.ts'

interface StepProps {
  plan: Plan
}

interface StepButtonProps extends StepProps {
  label: string
  action: PlanAction
  code: string
  asked?: string | undefined
  isMain?: boolean
  work: () => Promise<unknown>
}

/** A step of the plan where its state and the rights allow it; asked before anything is cleared. */
function StepButton({ plan, label, action, code, asked, isMain, work }: StepButtonProps) {
  const t = useT()
  const can = useCan()
  const step = useAction(work, { ...(asked && { confirm: t(asked) }), changes: PLAN_CHANGES })
  if (!can(code) || !isAllowed(plan, action)) return null
  return (
    <Button size="small" type={isMain ? 'primary' : 'default'} loading={step.isBusy} onClick={() => void step.run()}>
      {t(label)}
    </Button>
  )
}

/** Opens the list of the plan's own rows. */
function ListLink({ path, plan, label }: StepProps & { path: string; label: string }) {
  const t = useT()
  return (
    <Button size="small" type="link" onClick={() => openTab(`${path}?arrangeTaskId=${plan.id}`)}>
      {t(label)}
    </Button>
  )
}

export function StudentActions({ plan }: StepProps) {
  const t = useT()
  const can = useCan()
  const [source, choose] = useState<'exam' | 'task'>()
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
  const canTake = can('examarrangetaskstudent_add') && isAllowed(plan, 'take')
  return (
    <>
      {canTake && (
        <>
          <Button size="small" type={plan.studentNum ? 'default' : 'primary'} onClick={() => choose('exam')}>
            {t('从考试导入')}
          </Button>
          <Button size="small" onClick={() => choose('task')}>
            {t('从考务任务导入')}
          </Button>
        </>
      )}
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
      {source === 'exam' && <CallDialog call={students.takeFromExam} {...shared} />}
      {source === 'task' && <CallDialog call={students.takeFromTask} {...shared} />}
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

export function RoomActions({ plan }: StepProps) {
  const t = useT()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  const confirm = lossOf(plan, 'rooms')
  return (
    <>
      {can('examarrangetaskroom_add') && isAllowed(plan, 'initRooms') && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('建立考场')}
        </Button>
      )}
      <StepButton
        plan={plan}
        label="清空"
        action="clearRooms"
        code="examarrangetaskroom_delete"
        asked="全部考场以及座位和考号将清除，确定清空?"
        work={() => callApi(rooms.deleteAllRooms, { arrangeTaskId: plan.id })}
      />
      <ListLink plan={plan} path={ROOMS_PATH} label="考场列表" />
      {isOpen && (
        <CallDialog
          call={rooms.initExamRoom}
          given={{ arrangeTaskId: plan.id }}
          changes={PLAN_CHANGES}
          {...(confirm && { confirm: t(confirm) })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

export function SeatActions({ plan, work }: StepProps & { work: ReturnType<typeof usePlanJob> }) {
  const t = useT()
  const can = useCan()
  const asked = lossOf(plan, 'seats')
  const arrange = useAction(() => work.run(() => callApi(plans.arrangeSeats, { id: plan.id })), {
    ...(asked && { confirm: t(asked) }),
    done: '',
  })
  return (
    <>
      {can('examarrangetask_edit') && isAllowed(plan, 'arrange') && (
        <Button size="small" loading={work.isBusy} onClick={() => void arrange.run()}>
          {t('排座')}
        </Button>
      )}
      <StepButton
        plan={plan}
        label="清除座位"
        action="clearSeats"
        code="examarrangetask_edit"
        asked={asked}
        work={() => callApi(plans.clearSeats, { id: plan.id })}
      />
    </>
  )
}

export function NumberActions({ plan }: StepProps) {
  const t = useT()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {can('examarrangetaskstudent_edit') && isAllowed(plan, 'number') && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('编考号')}
        </Button>
      )}
      <StepButton
        plan={plan}
        label="清除考号"
        action="clearNumbers"
        code="examarrangetaskstudent_edit"
        asked="已编的考号将清除，确定清除?"
        work={() => callApi(students.clearNumbers, { arrangeTaskId: plan.id })}
      />
      {isOpen && <CodeDialog plan={plan} onClose={() => setOpen(false)} />}
    </>
  )
}

const LOCK_STEPS = [
  { label: '锁定', action: 'lock', call: plans.lockPlan, asked: '锁定后只能对调座位、补录考生，确定锁定?' },
  { label: '解除锁定', action: 'unlock', call: plans.unlockPlan, asked: '确定解除锁定?' },
  { label: '发布', action: 'publish', call: plans.publishPlan, asked: '发布后学校看得到本校考生的座位，确定发布?' },
  { label: '撤回', action: 'withdraw', call: plans.withdrawPlan, asked: '撤回后学校不再看得到，确定撤回?' },
] as const

export function LockActions({ plan }: StepProps) {
  const t = useT()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {LOCK_STEPS.map(({ call, ...step }) => (
        <StepButton
          key={step.action}
          plan={plan}
          code="examarrangetask_edit"
          isMain={step.action === 'lock'}
          {...step}
          work={() => callApi(call, { id: plan.id })}
        />
      ))}
      {can('examarrangetaskstudent_edit') && isAllowed(plan, 'handOver') && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('转入考务任务')}
        </Button>
      )}
      {isOpen && (
        <CallDialog
          call={students.handOver}
          given={{ arrangeTaskId: plan.id }}
          initial={{ taskId: plan.examTaskId }}
          changes={PLAN_CHANGES}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
