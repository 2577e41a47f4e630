import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { listBehind } from '@xueheng/contract/domains/report/explain-figure.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { packageChange } from '@xueheng/contract/domains/report/package-change.ts'
import { valueAdded } from '@xueheng/contract/domains/report/value-added.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { comparesExams, reportCall } from '@xueheng/contract/derive/report-call.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { prepareComparison } from '../src/domains/report/change/compare-versions.ts'
import { prepareContrast } from '../src/domains/report/compare-exams.ts'
import { derivedValues } from '../src/domains/report/derived.ts'
import type { ExamPackage } from '../src/domains/report/exam-packages.ts'
import { listOf } from '../src/domains/report/explain/list-behind.ts'
import { type Library, openLibrary } from '../src/domains/report/library.ts'
import { prepareGain } from '../src/domains/report/value-added.ts'
import { implementReports } from '../src/domains/report/module.ts'
import { bind, REPORT_MACROS, reportSql, type Statement } from '../src/domains/report/report-sql.ts'
import type { ReportInput } from '../src/domains/report/run.ts'
import { prepareRun, WHOLE } from '../src/domains/report/run-report.ts'
import type { Analytics } from '../src/platform/analytics/analytics.ts'
import { openAnalytics } from '../src/platform/analytics/duckdb.ts'
import { sqlFile, sqlText } from '../src/platform/analytics/sql-file.ts'
import { toBindings } from '../src/platform/analytics/values.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import type { RequestInfo } from '../src/platform/module.ts'
import { contextOf, EVERYTHING } from '../test/fixtures/report-fixture.ts'
import { percentilesOf, timesOf } from './times.ts'

export interface ReportFigure {
  /** Its name, of a list with the column it stands behind. */
  report: string
  rows: number
  /** Of the first call that compares two packages, which makes the file of both. */
  first?: number
  /** Median and 95th percentile in milliseconds, through the handler without its memory, and the latter of the bare statements. */
  p50: number
  ours: number
  bare?: number
  ratio?: number
}

/** Two exams side by side are the package and one with other marks of a hundredth of its students. */
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
  const analytics = await openAnalytics({
    memoryLimit: '2GB',
    threads: THREADS,
    tempFolder: join(packageFolder, '..', 'tmp'),
  })
  const beside = await placeBeside(analytics, source)
  const instance = await DuckDBInstance.create(':memory:', { threads: String(THREADS) })
  const bare = await instance.connect()
  await bare.run('set parquet_metadata_cache = true')
  await bare.run(sqlFile(import.meta.url, '../src/platform/analytics/macros.sql'))
  await bare.run(REPORT_MACROS)
  const library = openLibrary(
    {
      earlier: async (_ctx, one) => ({ ...beside, examId: one.examId, version: one.version - 1 }),
      latest: async (_ctx, examId) => (examId === beside.examId ? beside : source),
      listed: async () => [source],
      all: async () => [source],
      targets: async () => [],
      bases: async () => [],
      areasOfType: async () => [],
    },
    0,
  )
  const handlers = new Map(implementReports(library).map((one) => [one.call.name, one.handler]))
  const ctx = contextOf(analytics, join(packageFolder, '..'), EVERYTHING)
  const figures: ReportFigure[] = []
  for (const report of reportDomain.reports.filter(isAsked)) {
    const input = inputOf(report)
    const handler = handlers.get(report.name)
    if (!handler) throw new Error(`${report.name} has no handler`)
    const call = async () => (await handler(ctx, input as never, {} as RequestInfo)) as ReportAnswer
    const { values } = comparesExams(report)
      ? (await prepareContrast(ctx, library, report, input)).run
      : 'fromVersion' in report.params
        ? await prepareComparison(ctx, library, report, beside, source, input)
        : 'entryExamId' in report.params
          ? await prepareGain(ctx, library, report, beside, source, input)
          : await prepareRun(ctx, library, report, source, input)
    const startedAt = performance.now()
    const rows = (await call()).records.length
    const first = Math.round(performance.now() - startedAt)
    const asked = { ...values, ...pageOf(report), ...source, package: packageFolder }
    const derived = await derivedValues(ctx, reportSql(report), source, beside, asked)
    const statements = await prepare(bare, report, { ...asked, ...derived })
    const [ours, plain] = await percentiles(call, statements)
    const ratio = Math.round((ours.p95 / plain.p95) * 100) / 100
    const figure = { report: report.name, rows, p50: ours.p50, ours: ours.p95, bare: plain.p95, ratio }
    figures.push('derived' in derived ? { ...figure, first } : figure)
  }
  for (const asked of LISTS.filter(({ report }) => isAsked(report)))
    figures.push(await measureList(ctx, library, asked))
  analytics.close()
  bare.closeSync()
  instance.closeSync()
  await rm(beside.folder, { recursive: true })
  return figures
}

/** The lists behind both comparisons: of everyone, an area, a school. */
const LISTS = [
  { report: packageChange.all, column: 'movedNum' },
  { report: packageChange.area, column: 'movedNum', areaCode: '9901007' },
  { report: packageChange.school, column: 'movedNum', schoolCode: 'S000007' },
  { report: valueAdded.area, column: 'matchedNum', areaCode: '9901007' },
  { report: valueAdded.school, column: 'matchedNum', schoolCode: 'S000007' },
]

async function measureList(
  ctx: Ctx,
  library: Library,
  { report, column, ...unit }: { report: AnyReport; column: string },
): Promise<ReportFigure> {
  const asked = { ...ASKED, entryExamId: '2', reportName: report.name, column, courseName: '总分', ...unit, size: 20 }
  const parsed = parseFields(listBehind.input ?? {}, asked)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const call = () => listOf(ctx, library, parsed.value as Input<typeof listBehind>)
  const { total } = await call()
  const { p50, p95 } = await timesOf(call, { rounds: ROUNDS })
  return { report: `${report.name}: ${column}`, rows: total, p50, ours: p95 }
}

const OTHER_MARKS: Record<string, { sql: string; rows: number }> = {
  'student.parquet': {
    sql: 'select * replace (if(sid % 100 = 0, c1 + 5, c1)::int as c1, if(sid % 100 = 0, total10 + 5, total10)::int as total10)',
    rows: 122_880,
  },
  'quota.parquet': { sql: 'select * replace (if(course_id in (0, 1), sum10 + 50, sum10) as sum10)', rows: 4096 },
}

/** The package at a second place, with half a mark more of one course for a hundredth of its students. */
async function placeBeside(analytics: Analytics, source: ExamPackage): Promise<ExamPackage> {
  const folder = `${source.folder}-beside`
  await mkdir(folder)
  const { files } = source.manifest
  for (const { name } of files) if (!(name in OTHER_MARKS)) await symlink(join(source.folder, name), join(folder, name))
  await analytics.batch(async (db) => {
    for (const [name, { sql, rows }] of Object.entries(OTHER_MARKS))
      await db.run(`copy (${sql} from ${sqlText(join(source.folder, name))}) to ${sqlText(join(folder, name))}
        (format parquet, compression zstd, compression_level 1, row_group_size ${rows})`)
  })
  const others = files.map((file) => (file.name in OTHER_MARKS ? { ...file, sha256: 'other marks' } : file))
  return { ...source, examId: '2', folder, manifest: { ...source.manifest, files: others } }
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
  const whole = [rows, totals].filter((one): one is Statement => one !== undefined)
  const all = whole.map((one) => (values['derived'] ? (one.kept ?? one) : one))
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

interface Percentiles {
  p50: number
  p95: number
}

/** Both in turn, so that a busy machine slows both alike. */
async function percentiles(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[Percentiles, Percentiles]> {
  const [times, otherTimes]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(await timeOf(one))
    otherTimes.push(await timeOf(other))
  }
  return [percentilesOf(times), percentilesOf(otherTimes)]
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

if (process.argv[1] === import.meta.filename) console.table(await benchReports(process.argv[2] ?? ''))
