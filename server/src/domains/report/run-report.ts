import { type ExamRule, TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '@xueheng/contract/kit/page.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { maskRows } from '../../platform/crud/mask.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import { basisOf } from './basis.ts'
import { createCache } from './cache.ts'
import { type ExamPackage, type ExamPackages, openPackage } from './exam-packages.ts'
import { exportReport } from './export.ts'
import { headersOf } from './headers.ts'
import { camelRow, flattenCells, pivotGroups } from './pivot.ts'
import { bind, reportSql, type Statement } from './report-sql.ts'
import { type UnitParams, type UnitScope, unitScope } from './unit-scope.ts'
import { withholdSmallGroups } from './withhold.ts'

/** Checked parameters of a report call. */
export type ReportInput = Record<string, unknown> &
  UnitParams & { current?: number | null; size?: number | null; format?: string | null }

/** What one run is about: the report, the package, the rows the user may see, the values of the parameters. */
export interface Run {
  report: AnyReport
  source: ExamPackage
  units: UnitScope
  values: Record<string, unknown>
}

export type Row = Record<string, unknown>

const CACHE_BYTES = 64 * 1024 * 1024
/** A value with its key, as JavaScript keeps it; only the order of size matters. */
const BYTES_PER_VALUE = 40
const answers = createCache<ReportAnswer>(CACHE_BYTES)
const scopes = createCache<UnitScope>(CACHE_BYTES / 8)

/** The one handler behind all reports of one exam. */
export async function runReport(
  ctx: Ctx,
  packages: ExamPackages,
  report: AnyReport,
  input: ReportInput,
): Promise<ReportAnswer | FileAnswer> {
  const source = await openPackage(ctx, packages, String(input['examId']))
  const run = await prepareRun(ctx, report, source, input)
  const read = (page: { current: number; size: number }) => readReport(ctx, run, page)
  return input.format === 'xlsx' ? exportReport(ctx, run, read) : read(pageOf(report, input))
}

/** A caller that names no size gets every unit, but of students only the first page. */
export function pageOf(report: AnyReport, input: ReportInput): { current: number; size: number } {
  const whole = report.grain === 'student' ? DEFAULT_PAGE_SIZE : MAX_PAGE_SIZE
  return { current: input.current ?? 1, size: input.size ?? whole }
}

export async function prepareRun(ctx: Ctx, report: AnyReport, source: ExamPackage, input: ReportInput): Promise<Run> {
  const given = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === '' ? null : value]))
  const key = JSON.stringify([source.folder, ctx.scope, given['areaCode'], given['schoolCode'], given['classCode']])
  const units = scopes.get(key) ?? (await unitScope(ctx.analytics, source.folder, ctx.scope, given))
  scopes.set(key, units, key.length * 4)
  const { label: _label, ...lists } = units
  return { report, source, units, values: { ...ruleValues(source.manifest.rule, given), ...lists } }
}

/** Parameters, completed by the exam's rule where the user left the choice open. */
function ruleValues(rule: ExamRule, given: Row): Row {
  const bandWidth = given['courseName'] === TOTAL_COURSE ? rule.paragraphStep.total : rule.paragraphStep.course
  return { ...given, step: given['step'] ?? bandWidth, sdType: rule.sdType, frontNList: rule.frontNList }
}

/** One page of a report, from memory when the same question was answered before. */
export async function readReport(ctx: Ctx, run: Run, page: { current: number; size: number }): Promise<ReportAnswer> {
  const { report, source } = run
  const values = { ...run.values, ...page, package: source.folder, skip: (page.current - 1) * page.size }
  const statements = reportSql(report.sql)
  const bound = [statements.rows, statements.totals].map((statement) => statement && bind(statement, values))
  const key = JSON.stringify([report.name, source.folder, ctx.scope.level, page, run.values['courseName'], bound])
  const known = answers.get(key)
  if (known) return known
  const rows = withholdSmallGroups(await readRows(ctx, statements.rows, values), report.grain, ctx.scope)
  const totals = statements.totals ? await readRows(ctx, statements.totals, values) : []
  const basis = await basisOf(ctx.analytics, source, run.values['courseName'])
  const answer = assemble(run, rows, withholdSmallGroups(totals, report.grain, ctx.scope), page, basis)
  if (rows.length === 0 && page.current > 1) answer.total = (await readReport(ctx, run, { current: 1, size: 1 })).total
  answers.set(key, answer, bytesOf(answer))
  return answer
}

export async function readRows(ctx: Ctx, statement: Statement, values: Row): Promise<Row[]> {
  const rows = await ctx.analytics.query(statement.sql, bind(statement, values))
  return rows.map(camelRow)
}

/** Rows as they leave: masked, cells laid out flat, with the headers that fit them. */
export function assemble(
  run: Run,
  rows: Row[],
  totals: Row[],
  page: { current: number; size: number },
  basis: string[],
): ReportAnswer {
  const { report, source } = run
  const total = Number(rows[0]?.['rowsTotal'] ?? rows.length)
  return {
    records: maskRows(report.columns, rows.map(toRecord)),
    total,
    size: page.size,
    current: page.current,
    pages: Math.ceil(total / page.size),
    headers: headersOf(report, pivotGroups([...rows, ...totals])),
    totals: totals.map(toRecord),
    basis,
    notes: report.notes ?? [],
    packageVersion: source.version,
  }
}

function toRecord({ rowsTotal: _rowsTotal, ...row }: Row): Row {
  return flattenCells(row)
}

function bytesOf(answer: ReportAnswer): number {
  const [widest] = answer.records
  const width = Object.keys(widest ?? {}).length + answer.headers.length
  return (answer.records.length + answer.totals.length + 1) * width * BYTES_PER_VALUE
}
