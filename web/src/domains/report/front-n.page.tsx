import { areaFrontN, schoolFrontN } from '@xueheng/contract/domains/report/front-n.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const GRAINS = [areaFrontN, schoolFrontN]

/** 前N名统计: areas and schools. */
export function Page() {
  return <ReportPage report={areaFrontN} siblings={GRAINS} title="前N名统计" />
}
