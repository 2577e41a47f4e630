import {
  oneScoreTwoRateBrief,
  oneScoreTwoRateByArea,
  oneScoreTwoRateByClass,
  oneScoreTwoRateBySchool,
} from '@xueheng/contract/domains/report/one-score-two-rate.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const GRAINS = [oneScoreTwoRateBrief, oneScoreTwoRateByArea, oneScoreTwoRateBySchool, oneScoreTwoRateByClass]

/** 一分两率: one page over four grains. */
export function Page() {
  return <ReportPage report={oneScoreTwoRateBrief} siblings={GRAINS} title="一分两率" />
}
