import { frontN } from '@xueheng/contract/domains/report/front-n.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const GRAINS = Object.values(frontN)

/** 前N名统计: areas and schools. */
export function Page() {
  return <ReportPage report={frontN.area} siblings={GRAINS} title="前N名统计" />
}
