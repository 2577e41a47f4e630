import { readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { comparesExams, reportCall } from '@xueheng/contract/derive/report-call.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { prepareComparison } from '../src/domains/report/change/compare-versions.ts'
import { prepareContrast } from '../src/domains/report/compare-exams.ts'
import type { ExamPackage } from '../src/domains/report/exam-packages.ts'
import { openLibrary } from '../src/domains/report/library.ts'
import { prepareGain } from '../src/domains/report/value-added.ts'
import { implementReports } from '../src/domains/report/module.ts'
import { bind, REPORT_MACROS, reportSql, type Statement } from '../src/domains/report/report-sql.ts'
import type { ReportInput } from '../src/domains/report/run.ts'
import { prepareRun, WHOLE } from '../src/domains/report/run-report.ts'
import { openAnalytics } from '../src/platform/analytics/duckdb.ts'
import { sqlFile } from '../src/platform/analytics/sql-file.ts'
import { toBindings } from '../src/platform/analytics/values.ts'
import type { RequestInfo } from '../src/platform/module.ts'
import { contextOf, EVERYTHING } from '../test/fixtures/report-fixture.ts'

export interface ReportFigure {
  report: string
  rows: number
  /** 95th percentile in milliseconds, through the handler without its memory, and of the bare statements. */
  ours: number
  bare: number
  ratio: number
}

/** Two exams side by side are the same package at two places. */
const ASKED = { examId: '1', examJson: JSON.stringify([{ examId: '1' }, { examId: '2' }]) }
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)
const PAGE = 50
const THREADS = 2

/** Every report as its screen opens it, for someone who sees the whole exam. */
export async function benchReports(
  packageFolder: string,
  isAsked: (report: AnyReport) => boolean = isOfTotals,
): Promise<ReportFigure[]> {
  const source = await describePackage(packageFolder)
  const beside = { ...source, examId: '2', folder: `${packageFolder}-beside` }
  await symlink(packageFolder, beside.folder)
  const analytics = await openAnalytics({
    memoryLimit: '2GB',
    threads: THREADS,
    tempFolder: join(packageFolder, '..', 'tmp'),
  })
  const instance = await DuckDBInstance.create(':memory:', { threads: String(THREADS) })
  const bare = await instance.connect()
  await bare.run('set parquet_metadata_cache = true')
  await bare.run(sqlFile(import.meta.url, '../src/platform/analytics/macros.sql'))
  await bare.run(REPORT_MACROS)
  const library = openLibrary(
    {
      earlier: async (_ctx, one) => ({ ...one, version: one.version - 1 }),
      latest: async (_ctx, examId) => (examId === beside.examId ? beside : source),
      listed: async () => [source],
      all: async () => [source],
      targets: async () => [],
    },
    0,
  )
  const handlers = new Map(implementReports(library).map((one) => [one.call.name, one.handler]))
  const ctx = contextOf(analytics, EVERYTHING)
  const figures: ReportFigure[] = []
  for (const report of reportDomain.reports.filter(isAsked)) {
    const input = inputOf(report)
    const handler = handlers.get(report.name)
    if (!handler) throw new Error(`${report.name} has no handler`)
    const call = async () => (await handler(ctx, input as never, {} as RequestInfo)) as ReportAnswer
    const { values } = comparesExams(report)
      ? (await prepareContrast(ctx, library, report, input)).run
      : 'fromVersion' in report.params
        ? await prepareComparison(ctx, library, report, source, source, input)
        : 'entryExamId' in report.params
          ? await prepareGain(ctx, library, report, beside, source, input)
          : await prepareRun(ctx, library, report, source, input)
    const statements = await prepare(bare, report, { ...values, ...pageOf(report), ...source, package: packageFolder })
    const rows = (await call()).records.length
    const [ours, plain] = await percentiles(call, statements)
    figures.push({ report: report.name, rows, ours, bare: plain, ratio: Math.round((ours / plain) * 100) / 100 })
  }
  analytics.close()
  bare.closeSync()
  instance.closeSync()
  await rm(beside.folder)
  return figures
}

/** A package in a folder as reports open it. */
export async function describePackage(folder: string): Promise<ExamPackage> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as ExamPackage['manifest']
  return {
    examId: '1',
    examName: '联考',
    beginDate: '2026-01-05',
    examStatus: 7,
    version: 1,
    isStale: false,
    policy: defaultDisclosure('3'),
    folder,
    manifest,
  }
}

function needsCourse({ params }: AnyReport): boolean {
  return (params as Fields)['courseName']?.required === true
}

/** Those over questions say nothing of an exam without question scores: `npm run bench questions`. */
function isOfTotals(report: AnyReport): boolean {
  return !needsCourse(report) && report.name !== 'paperQuality'
}

function inputOf(report: AnyReport): ReportInput {
  const parsed = parseFields(reportCall(report).input, {
    ...ASKED,
    ...(needsCourse(report) && { courseName: '语文' }),
    ...('entryExamId' in report.params && { entryExamId: '2' }),
    ...(report.paged && { size: PAGE }),
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value as ReportInput
}

function pageOf(report: AnyReport) {
  return { skip: 0, size: report.paged ? PAGE : WHOLE }
}

/** The same statements with the same values, prepared once on a connection of their own. */
async function prepare(bare: DuckDBConnection, report: AnyReport, values: Record<string, unknown>) {
  const { rows, totals } = reportSql(report)
  const all = [rows, totals].filter((one): one is Statement => one !== undefined)
  const prepared = await Promise.all(
    all.map(async (one) => {
      const statement = await bare.prepare(one.sql)
      const { values: given, types } = toBindings(bind(one, values))
      statement.bind(given, types)
      return statement
    }),
  )
  return async () => {
    for (const statement of prepared) (await statement.runAndReadAll()).getRowObjectsJS()
  }
}

/** Both in turn, so that a busy machine slows both alike. */
async function percentiles(...works: (() => Promise<unknown>)[]): Promise<[number, number]> {
  const times: number[][] = works.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [i, work] of works.entries()) {
      const start = performance.now()
      await work()
      times[i]?.push(performance.now() - start)
    }
  }
  const [ours = 0, bare = 0] = times.map(
    (list) => list.toSorted((a, b) => a - b)[Math.ceil(list.length * 0.95) - 1] ?? 0,
  )
  return [Math.round(ours * 10) / 10, Math.round(bare * 10) / 10]
}

if (process.argv[1] === import.meta.filename) console.table(await benchReports(process.argv[2] ?? ''))
