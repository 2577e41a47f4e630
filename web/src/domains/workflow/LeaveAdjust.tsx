import { Button, Form } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { setTabDirty, useTabPath } from '../../platform/tabs/tab.ts'
import type { LeaveView } from './LeaveFacts.tsx'
import { type Leave, LeaveForm } from './LeaveForm.tsx'
import { type TaskPlace, useComplete } from './use-complete.ts'

interface LeaveAdjustProps {
  place: TaskPlace
  leave: LeaveView
}

/** A refused request: changed and handed in again, or given up. */
export function LeaveAdjust({ place, leave }: LeaveAdjustProps) {
  const t = useT()
  const path = useTabPath()
  const [form] = Form.useForm<Leave>()
  const complete = useComplete(place)
  const giveUp = useComplete(place, { confirm: '确定放弃这次申请?' })
  const isBusy = complete.isBusy || giveUp.isBusy
  const { taskUser, startTime, endTime, reason } = leave

  return (
    <section className="flow-sheet" aria-label={t('调整申请')}>
      <h2>{t('调整申请')}</h2>
      <LeaveForm
        form={form}
        initial={{ taskUser, startTime, endTime, reason }}
        approver={{ id: taskUser, name: leave.taskUserName }}
        refusal={complete.refusal ?? giveUp.refusal}
        onChange={() => setTabDirty(true, path)}
        onFinish={(changed) => void complete.run(true, t('重新提交'), { ...changed })}
      />
      <div className="flow-buttons">
        <Button type="primary" loading={isBusy} onClick={form.submit}>
          {t('重新提交')}
        </Button>
        <Button danger loading={isBusy} onClick={() => void giveUp.run(false, t('放弃申请'))}>
          {t('放弃申请')}
        </Button>
      </div>
    </section>
  )
}
