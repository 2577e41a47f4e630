import * as students from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import * as plans from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { CallDialog } from '../../../platform/form/CallDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { StepButton, type StepProps } from './StepButton.tsx'
import { isAllowed } from './plan-steps.ts'
import { PLAN_CHANGES } from './use-arrange.ts'

const LOCK_STEPS = [
  { label: '锁定', action: 'lock', call: plans.lockPlan, asked: '锁定后只能对调座位、补录考生，确定锁定?' },
  { label: '解除锁定', action: 'unlock', call: plans.unlockPlan, asked: '确定解除锁定?' },
  { label: '发布', action: 'publish', call: plans.publishPlan, asked: '发布后学校看得到本校考生的座位，确定发布?' },
  { label: '撤回', action: 'withdraw', call: plans.withdrawPlan, asked: '撤回后学校不再看得到，确定撤回?' },
] as const

/** A locked plan is published, and handed over to an exam task. */
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
