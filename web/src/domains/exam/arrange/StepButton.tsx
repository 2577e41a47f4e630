import { Button } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { isAllowed } from './plan-steps.ts'
import { PLAN_CHANGES, type Plan, type PlanAction } from './use-arrange.ts'

export interface StepProps {
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
export function StepButton({ plan, label, action, code, asked, isMain, work }: StepButtonProps) {
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
export function ListLink({ path, plan, label }: StepProps & { path: string; label: string }) {
  const t = useT()
  return (
    <Button size="small" type="link" onClick={() => openTab(`${path}?arrangeTaskId=${plan.id}`)}>
      {t(label)}
    </Button>
  )
}
