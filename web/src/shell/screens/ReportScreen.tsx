import { ReportPage } from '../../domains/report/frame/ReportPage.tsx'
import { findReport } from '../../domains/report/frame/report-family.ts'
import { FaultPage } from '../FaultPage.tsx'

/** The derived screen of a report. */
export function ReportScreen({ name }: { name: string }) {
  const report = findReport(name)
  return report ? <ReportPage report={report} /> : <FaultPage code={404} />
}
