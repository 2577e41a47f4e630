import * as plans from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { Button } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { StepButton, type StepProps } from './StepButton.tsx'
import { isAllowed, lossOf, typeOf } from './plan-steps.ts'
import type { usePlanJob } from './use-arrange.ts'

/** Seats are arranged by a job. */
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
        <Button size="small" type={typeOf(plan, 'seats')} loading={work.isBusy} onClick={() => void arrange.run()}>
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
