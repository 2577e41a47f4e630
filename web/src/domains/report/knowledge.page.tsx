import { knowledgeRate } from '@xueheng/contract/domains/report/question.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const GRAINS = Object.values(knowledgeRate)

/** 知识点分析: what schools and classes got of each knowledge point. */
export function Page() {
  return <ReportPage report={knowledgeRate.school} siblings={GRAINS} title="知识点分析" />
}
