import {
  areaParagraph,
  oneScoreParagraphBrief,
  oneScoreParagraphByArea,
  oneScoreParagraphBySchool,
  schoolParagraph,
} from '@xueheng/contract/domains/report/paragraph.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const TABLES = [
  oneScoreParagraphBrief,
  oneScoreParagraphByArea,
  oneScoreParagraphBySchool,
  areaParagraph,
  schoolParagraph,
]

/** 分数段统计: the one-mark tables and the bands side by side. */
export function Page() {
  return <ReportPage report={oneScoreParagraphBrief} siblings={TABLES} title="分数段统计" />
}
