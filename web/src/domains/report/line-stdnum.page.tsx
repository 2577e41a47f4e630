import { lineStdnum } from '@xueheng/contract/domains/report/line-stdnum.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const GRAINS = Object.values(lineStdnum)

/** 上线统计: lines of the total by area, school and class. */
export function Page() {
  return <ReportPage report={lineStdnum.area} siblings={GRAINS} title="上线统计" />
}
