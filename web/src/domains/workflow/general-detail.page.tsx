import type { PageProps } from '../../platform/tabs/tab.ts'
import { RequestPage } from './RequestPage.tsx'

/** 流程详情: read only. */
export function Page({ rest: [processInstanceId = '', businessId = ''] }: PageProps) {
  return <RequestPage {...{ processInstanceId, businessId }} />
}
