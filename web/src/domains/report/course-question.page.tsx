import { courseQuestion, questionOption, questionStudent } from '@xueheng/contract/domains/report/question.ts'
import { ReportPage } from './frame/ReportPage.tsx'

const TABLES = [...Object.values(courseQuestion), questionOption, questionStudent]

/** 试题分析: the questions of a course over everyone, schools and classes, their options, and the students behind one. */
export function Page() {
  return <ReportPage report={courseQuestion.all} siblings={TABLES} title="试题分析" />
}
