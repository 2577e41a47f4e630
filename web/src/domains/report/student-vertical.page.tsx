import { studentVertical } from '@xueheng/contract/domains/report/vertical.ts'
import { ReportPage } from './frame/ReportPage.tsx'
import type { Missing, ReportAddress } from './frame/use-report.ts'

const NO_STUDENT: Missing = {
  title: '请输入考号或学籍号',
  hint: '按所选考试中的考号，或按完整的学籍号，查看该生历次考试的名次变化',
}

/** 学生成绩纵向对比: one student in one course over the exams, the earliest first. */
export function Page() {
  return <ReportPage report={studentVertical} missingOf={missingOf} />
}

function missingOf({ studentNumber, studentCode }: ReportAddress['values']): Missing | undefined {
  return studentNumber || studentCode ? undefined : NO_STUDENT
}
