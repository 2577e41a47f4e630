import { highSchoolRank, threeRate } from '@xueheng/contract/domains/report/high-school.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const TABLES = [...Object.values(threeRate), ...Object.values(highSchoolRank)]

/** 高中报表: the three rates and the ranks side by side. */
export function Page() {
  return <ReportPage report={threeRate.area} siblings={TABLES} title="高中报表" />
}
