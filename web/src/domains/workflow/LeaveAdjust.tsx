import { Form } from 'antd'
import { setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'
import { AdjustScreen } from './AdjustScreen.tsx'
import type { LeaveView } from './LeaveFacts.tsx'
import { type Leave, LeaveForm } from './LeaveForm.tsx'
import { useAdjust } from './use-adjust.ts'
import type { TaskPlace } from './use-complete.ts'

interface LeaveAdjustProps {
  place: TaskPlace
  leave: Leave & Pick<LeaveView, 'taskUserName'>
}

/** A request for leave that was refused. */
export function LeaveAdjust({ place, leave }: LeaveAdjustProps) {
  const path = useTabPath()
  const [form] = Form.useForm<Leave>()
  const { isBusy, refusal, handIn, giveUp } = useAdjust(place, form)
  const { taskUser, startTime, endTime, reason } = leave
  return (
    <AdjustScreen form={form} isBusy={isBusy} onGiveUp={giveUp}>
      <LeaveForm
        form={form}
        initial={{ taskUser, startTime, endTime, reason }}
        approver={{ id: taskUser, name: leave.taskUserName }}
        refusal={refusal}
        onChange={() => setTabDirty(true, path)}
        onFinish={(changed) => handIn({ ...changed })}
      />
    </AdjustScreen>
  )
}
