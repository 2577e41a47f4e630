import { registry } from '@xueheng/contract/index.ts'
import { ReportPage } from '../../domains/report/frame/ReportPage.tsx'

/** The derived screen of a report. */
export function ReportScreen({ name }: { name: string }) {
  return <ReportPage report={registry.report(name)} />
}
