import { criticalStudent } from '@xueheng/contract/domains/report/critical-student.ts'
import { ReportPage } from './frame/ReportPage.tsx'

/** 临界生: who stands next to a line, on either side, and by how much each course misses its own. */
export function Page() {
  return <ReportPage report={criticalStudent} />
}
