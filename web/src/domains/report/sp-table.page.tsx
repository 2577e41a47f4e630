import { spTable } from '@xueheng/contract/domains/report/question.ts'
import { ReportPage } from './frame/ReportPage.tsx'

/** S-P 表: the students of a class against the questions of a paper. */
export function Page() {
  return <ReportPage report={spTable} />
}
