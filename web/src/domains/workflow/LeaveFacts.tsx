import { leaveDetail } from '@xueheng/contract/domains/workflow/leave.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { RequestTag } from './request-look.tsx'

export function useLeave(businessId: string, taskId = '') {
  return useQuery({
    queryKey: ['flow', 'leave', businessId, taskId],
    queryFn: () => callApi(leaveDetail, { businessId, taskId }),
  })
}

export type LeaveView = NonNullable<ReturnType<typeof useLeave>['data']>

/** A request as it was handed in, and where it stands. */
export function LeaveFacts({ leave }: { leave: LeaveView }) {
  const t = useT()
  return (
    <dl className="flow-facts">
      <dt>{t('申请人')}</dt>
      <dd>{leave.createUserName}</dd>
      <dt>{t('状态')}</dt>
      <dd>
        <RequestTag status={leave.status} />
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
