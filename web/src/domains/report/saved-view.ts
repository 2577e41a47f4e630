import { savedReport } from '@xueheng/contract/domains/report/saved-report.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { findReport, menuPathOf } from './frame/report-family.ts'
import type { ReportAddress } from './frame/use-report.ts'

type SavedView = Pick<Row<typeof savedReport.fields>, 'reportName' | 'params' | 'hiddenColumns' | 'sort' | 'isChart'>

/** What of a report's address is kept in a saved report; the exam comes beside it. */
export function viewOf({ report, values, hidden, sort, view }: ReportAddress): SavedView {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return {
    reportName: report.name,
    params: Object.fromEntries(given),
    hiddenColumns: hidden,
    sort: sort ?? null,
    isChart: view === 'chart' ? 1 : 0,
  }
}

/** The address that shows a saved report on its screen; nothing where no screen of the menu shows it. */
export function addressOf(row: Readonly<Record<string, unknown>>): string | undefined {
  const report = findReport(String(row['reportName']))
  const path = report && menuPathOf(report)
  if (!path) return undefined
  const search = new URLSearchParams(Object.entries(row['params'] ?? {}))
  search.set('report', report.name)
  const { hiddenColumns, sort, isChart, examId } = row
  if (examId) search.set('examId', String(examId))
  if (Array.isArray(hiddenColumns) && hiddenColumns.length > 0) search.set('hide', hiddenColumns.join(','))
  if (sort) search.set('sort', String(sort))
  if (isChart === 1) search.set('view', 'chart')
  return `${path}?${search}`
}
