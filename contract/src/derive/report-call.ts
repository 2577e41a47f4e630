import { defineCall } from '../kit/call.ts'
import type { AnyCall, AnyReport } from '../kit/domain.ts'
import { BACKGROUND_INPUT } from './crud-calls.ts'
import { integer, ref, text } from '../kit/field.ts'

export interface ReportCall extends AnyCall {
  report: string
}

/** Its rows are single students: as a workbook they need a proof of who asks, and a reason. */
export function isOfStudents(report: AnyReport): boolean {
  return report.grain === 'student'
}

/** The same report under a path of its own, which answers nothing before a course is named. */
export function courseCall(report: AnyReport, path: string): ReportCall {
  const call = reportCall(report)
  const courseName = text('科目', { required: true, length: 20 })
  const name = path.replaceAll('/', '.')
  return { ...call, name, path: `/api/bigdata-service/${path}`, aliases: [], input: { ...call.input, courseName } }
}

/** It sets exams side by side: they are named in its parameter `examJson`, which may be too long for an address. */
export function comparesExams(report: AnyReport): boolean {
  return 'examJson' in report.params
}

/** The call a report is read by; `format=xlsx` answers the same rows as a workbook. */
export function reportCall(report: AnyReport): ReportCall {
  const call = defineCall(report.name, {
    ...(comparesExams(report) ? { method: 'POST', readOnly: true } : { method: 'GET' }),
    path: report.url,
    aliases: (report.aliases ?? []).map((path) => `/api/bigdata-service/${path}`),
    title: report.title,
    access: { permission: report.permission },
    input: {
      ...(!comparesExams(report) && { examId: ref('考试', 'examInfo', { required: true }) }),
      ...report.params,
      current: integer('页码', { min: 1 }),
      size: integer('每页条数', { min: 1, max: 1000 }),
      format: text('格式', { length: 8 }),
      hidden: text('不导出的列', { length: 10_000, help: '列的键，逗号分隔' }),
      reason: text('导出理由', { length: 200 }),
      ...BACKGROUND_INPUT,
    },
    output: report.columns,
    answer: 'data',
    stepUp: isOfStudents(report) ? 'file' : false,
  })
  return { ...call, report: report.name }
}
