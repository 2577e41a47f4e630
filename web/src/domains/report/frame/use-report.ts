import { comparesExams } from '@xueheng/contract/derive/report-call.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { DEFAULT_PAGE_SIZE } from '@xueheng/contract/kit/page.ts'
import { useQuery } from '@tanstack/react-query'
import { type Params, get, post } from '../../../platform/api/client.ts'
import { openTab, useTabPath, useTabSearch } from '../../../platform/tabs/tab.ts'
import { rememberExam } from '../../exam/index.ts'
import { findReport, menuPathOf } from './report-family.ts'

const STALE_MS = 300_000

/** The part of a report that lives in the address: which of the family is shown, its parameters, order and page. */
export function useReportAddress(base: AnyReport) {
  const [search, setSearch] = useTabSearch()
  const tab = useTabPath()
  const asked = search.get('report')
  const report = findReport(asked) ?? base
  const fields = Object.entries(report.params as Record<string, Field>).filter(([name]) => name !== 'examId')
  const given = Object.fromEntries(fields.map(([name]) => [name, search.get(name) ?? undefined]))
  const values = Object.fromEntries(fields.map(([name, field]) => [name, given[name] ?? defaultOf(field)]))

  function set(change: Record<string, string | undefined>): void {
    if (change.examId) rememberExam(change.examId)
    setSearch({ current: undefined, ...change })
  }

  /** Shows another report with these parameters: in this tab if it belongs here, else in its own. */
  function open(target: AnyReport, params: Record<string, string | undefined>): void {
    const path = menuPathOf(target)
    const change = { ...params, report: target.name === base.name ? undefined : target.name, sort: undefined }
    if (path === undefined || path === tab) set({ ...cleared(search), ...change })
    else openTab(`${path}?${new URLSearchParams(present({ ...params, report: target.name }))}`)
  }

  return {
    report,
    fields,
    values,
    examId: search.get('examId') ?? undefined,
    sort: search.get('sort') ?? undefined,
    /** Keys of columns that are not to be seen. */
    hidden: (search.get('hide') ?? '').split(',').filter(Boolean),
    view: search.get('view') === 'chart' ? ('chart' as const) : ('table' as const),
    current: Math.max(1, Number(search.get('current')) || 1),
    size: Number(search.get('size')) || DEFAULT_PAGE_SIZE,
    set,
    open,
    setQuietly: (change: Record<string, string | undefined>) => setSearch(change, { replace: true }),
  }
}

export type ReportAddress = ReturnType<typeof useReportAddress>

function defaultOf(field: Field): string | undefined {
  return field.default === undefined ? undefined : String(field.default)
}

function present(params: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).filter((pair): pair is [string, string] => Boolean(pair[1])))
}

/** Everything the address holds, set to nothing: a new report starts from its own parameters. */
function cleared(search: URLSearchParams): Record<string, undefined> {
  return Object.fromEntries([...search.keys()].map((name) => [name, undefined]))
}

/** Students come page by page; of units the server sends all, so that they can be sorted on the screen. */
export function isPagedByServer(report: AnyReport): boolean {
  return report.paged === true && report.grain === 'student'
}

/** What a report still waits for, in words for the user. */
export interface Missing {
  title: string
  hint: string
}

/** The answer; nothing is asked before there is an exam, nor while the page misses something of its own. */
export function useReportAnswer(address: ReportAddress, examId: string | undefined, missing: Missing | undefined) {
  const { report, values, current, size } = address
  const paging = isPagedByServer(report) ? { current, size } : {}
  const isOfSeveral = comparesExams(report)
  const params: Params = { ...(!isOfSeveral && { examId }), ...values, ...paging }
  const answer = useQuery({
    queryKey: ['report', report.name, params],
    queryFn: () =>
      isOfSeveral ? post<ReportAnswer>(report.url, { body: params }) : get<ReportAnswer>(report.url, params),
    staleTime: STALE_MS,
    enabled: examId !== undefined && missing === undefined,
    placeholderData: (old, before) => (before?.queryKey[1] === report.name ? old : undefined),
    retry: false,
  })
  return { ...answer, params }
}
