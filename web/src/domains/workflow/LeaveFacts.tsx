import { leaveStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { leaveDetail } from '@xueheng/contract/domains/workflow/leave.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'

export function useLeave(businessId: string, taskId = '') {
  return useQuery({
    queryKey: ['flow', 'leave', businessId, taskId],
    queryFn: () => callApi(leaveDetail, { businessId, taskId }),
  })
}

export type LeaveView = NonNullable<ReturnType<typeof useLeave>['data']>

const COLOURS: Record<keyof typeof leaveStates.states, string> = {
  approving: 'processing',
  approved: 'success',
  refused: 'error',
  withdrawn: 'default',
}

/** A request as it was handed in, and where it stands. */
export function LeaveFacts({ leave }: { leave: LeaveView }) {
  const t = useT()
  const state = stateOf(leaveStates, leave.status)
  return (
    <dl className="flow-facts">
      <dt>{t('申请人')}</dt>
      <dd>{leave.createUserName}</dd>
      <dt>{t('状态')}</dt>
      <dd>
        <Tag color={COLOURS[state]}>{t(leaveStates.states[state].title)}</Tag>
      </dd>
      <dt>{t('审批人员')}</dt>
      <dd>{leave.taskUserName}</dd>
      <dt>{t('申请时间')}</dt>
      <dd>{leave.applyTime}</dd>
      <dt>{t('开始时间')}</dt>
      <dd>{leave.startTime}</dd>
      <dt>{t('结束时间')}</dt>
      <dd>{leave.endTime}</dd>
      <dt>{t('请假天数')}</dt>
      <dd className="is-wide">{t('{n}天', { n: leave.days })}</dd>
      <dt>{t('请假理由')}</dt>
      <dd className="is-wide">{leave.reason}</dd>
    </dl>
  )
}
