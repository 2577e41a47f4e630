import { beforeN, courseBeforeN } from '@xueheng/contract/domains/report/before-n.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const LISTS = [beforeN, courseBeforeN]

/** 前N名学生: by the total, and course by course. */
export function Page() {
  return <ReportPage report={beforeN} siblings={LISTS} title="前N名学生" />
}
