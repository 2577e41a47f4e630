import { oneScoreParagraph, paragraph } from '@xueheng/contract/domains/report/paragraph.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const TABLES = [...Object.values(oneScoreParagraph), ...Object.values(paragraph)]

/** 分数段统计: the one-mark tables and the bands side by side. */
export function Page() {
  return <ReportPage report={oneScoreParagraph.all} siblings={TABLES} title="分数段统计" />
}
