import { oneScoreTwoRate } from '@xueheng/contract/domains/report/one-score-two-rate.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const GRAINS = Object.values(oneScoreTwoRate)

/** 一分两率: one page over its grains. */
export function Page() {
  return <ReportPage report={oneScoreTwoRate.all} siblings={GRAINS} title="一分两率" />
}
