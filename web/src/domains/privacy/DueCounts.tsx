import { personalRequest, requestCounts } from '@xueheng/contract/domains/privacy/personal-request.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'

/** How many requests are overdue, due soon and open, in one line above the list. */
export function DueCounts() {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['crud', personalRequest.name, 'counts'],
    queryFn: () => callApi(requestCounts, {}),
  })
  if (!data) return null
  const { overdue, dueSoon, open, closed, closedLate, remindDays } = data
  const told = [
    t('已逾期 {n} 件', { n: formatNumber(overdue) }),
    t('{days} 天内到期 {n} 件', { days: remindDays, n: formatNumber(dueSoon) }),
    t('未办结 {n} 件', { n: formatNumber(open) }),
    t('已办结 {n} 件，其中逾期 {late} 件', { n: formatNumber(closed), late: formatNumber(closedLate) }),
  ]
  return (
    <Alert banner showIcon type={overdue > 0 ? 'error' : dueSoon > 0 ? 'warning' : 'info'} title={told.join(' · ')} />
  )
}
