import { packageChange } from '@xueheng/contract/domains/report/package-change.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const GRAINS = Object.values(packageChange)

/** 版本变化: what moved between two versions of one exam's reports, and by what. */
export function Page() {
  return <ReportPage report={packageChange.all} siblings={GRAINS} title="版本变化" />
}
