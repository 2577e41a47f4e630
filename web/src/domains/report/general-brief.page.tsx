import { generalBrief } from '@xueheng/contract/domains/report/general-brief.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const GRAINS = Object.values(generalBrief)

/** 综合简报: one page over its grains. */
export function Page() {
  return <ReportPage report={generalBrief.all} siblings={GRAINS} title="综合简报" />
}
