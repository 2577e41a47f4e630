import { lineStdnumCourse } from '@xueheng/contract/domains/report/line-stdnum.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const GRAINS = Object.values(lineStdnumCourse)

/** 单双上线: lines of courses by area, school and class. */
export function Page() {
  return <ReportPage report={lineStdnumCourse.area} siblings={GRAINS} title="单双上线" />
}
