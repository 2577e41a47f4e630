import { valueAdded } from '@xueheng/contract/domains/report/value-added.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const GRAINS = Object.values(valueAdded)

/** 增值分析: what areas, schools and classes added since an entry exam. */
export function Page() {
  return <ReportPage report={valueAdded.school} siblings={GRAINS} title="增值分析" />
}
