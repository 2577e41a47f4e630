import { balance } from '@xueheng/contract/domains/report/balance.ts'
import { useCan } from '../../platform/session/session.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const GRAINS = Object.values(balance)

/** 均衡分析: how far apart schools are among all and in an area, classes in a school. */
export function Page() {
  const can = useCan()
  const widest = GRAINS.find(({ permission }) => can(permission)) ?? balance.school
  return <ReportPage report={widest} siblings={GRAINS} title="均衡分析" />
}
