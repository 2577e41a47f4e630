import { useT } from '../../platform/i18n/i18n.ts'
import { type PageProps, useTabTitle } from '../../platform/tabs/tab.ts'
import { LeaveScreen } from './LeaveScreen.tsx'

/** 请假流程详情: read only. */
export function Page({ rest: [processInstanceId = '', businessId = ''] }: PageProps) {
  const t = useT()
  useTabTitle(t('请假流程详情'))
  return <LeaveScreen title="请假流程详情" {...{ processInstanceId, businessId }} />
}
