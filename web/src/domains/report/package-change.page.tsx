import { packageChange } from '@xueheng/contract/domains/report/package-change.ts'
import type { ExamChoice } from '../exam/index.ts'
import { ReportPage } from './frame/ReportPage.tsx'
import type { Missing, ReportAddress } from './frame/use-report.ts'

const GRAINS = Object.values(packageChange)
const ONE_VERSION: Missing = {
  title: '只有一版报表',
  hint: '更正、改口径或重新划线以后再生成报表，就可以比较两版',
}

/** 版本变化: what moved between two versions of one exam's reports, and by what. */
export function Page() {
  return <ReportPage report={packageChange.all} siblings={GRAINS} title="版本变化" missingOf={missingOf} />
}

function missingOf(_values: ReportAddress['values'], exam: ExamChoice | undefined): Missing | undefined {
  return exam && exam.packageVersion < 2 ? ONE_VERSION : undefined
}
