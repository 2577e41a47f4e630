import { valueAdded } from '@xueheng/contract/domains/report/value-added.ts'
import type { ExamChoice } from '../exam/index.ts'
import { ReportPage } from './frame/ReportPage.tsx'
import type { Missing } from './frame/use-report.ts'

const GRAINS = Object.values(valueAdded)

/** Without an exam to compare with, one has to be chosen first. */
function entryOf(
  { entryExamId }: Record<string, string | undefined>,
  exam: ExamChoice | undefined,
): Missing | undefined {
  if (entryExamId || !exam || exam.prevExamId) return undefined
  return { title: '请选择入口考试', hint: '这次考试没有设置对比考试' }
}

/** 增值分析: what areas, schools and classes added since an entry exam. */
export function Page() {
  return <ReportPage report={valueAdded.school} siblings={GRAINS} title="增值分析" missingOf={entryOf} />
}
