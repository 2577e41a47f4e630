import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import type { ExportJob } from '../../platform/rows/long-export.ts'
import { disclosureOf } from './disclosure/disclosure.ts'
import type { ExamPackage } from './exam-packages.ts'
import { exportReport } from './export.ts'
import type { Library } from './library.ts'
import { openExam, openExams } from './open-exam.ts'
import { reportSql } from './report-sql.ts'
import type { Page, ReportInput, Row } from './run.ts'
import { alertOf } from './stale-alert.ts'
import { assemble, hiddenColumns, pageOf, prepareRun } from './run-report.ts'
import { queryRows, readRows } from './read-rows.ts'

/**
 * One exam's students, or one student's exams: the same statement over one package or over every package the
 * user may read, the newest first. Scope is cut per exam, by the unit the student was in at that time.
 */
export async function queryAcross(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  input: ReportInput,
): Promise<ReportAnswer | FileAnswer | ExportJob> {
  const asked = await askedOf(ctx, library, report, input)
  // A number means a student within its exam only: a search shows all who had it, a comparison would mix them.
  const isOfSomebody = asked['studentCode'] || (isSearch(report) && (asked['studentName'] || asked['studentNumber']))
  if (!asked['examId'] && !isOfSomebody) {
    throw refuse(isSearch(report) ? '请选择考试，或输入学籍号、姓名、考号' : '请选择考试，或输入学籍号')
  }
  const sources = await sourcesOf(ctx, library, asked)
  const [newest] = sources
  if (!newest) throw new AppError('row.notFound')
  // A comparison goes through time, as its line does.
  if (!isSearch(report)) sources.reverse()
  const run = {
    ...(await prepareRun(ctx, library, report, newest, asked)),
    disclosures: await Promise.all(sources.map(({ policy }) => disclosureOf(ctx, policy))),
    hidden: hiddenColumns(sources),
    alert: alertOf(sources),
  }
  const read = async (page: Page) => {
    const { rows, heads, total } = await readSources(ctx, library, report, sources, asked, page)
    return { ...assemble(run, rows, [], page, basisOf(sources), heads), total, pages: Math.ceil(total / page.size) }
  }
  return input.format === 'xlsx' ? exportReport(ctx, run, input, read) : read(pageOf(report, input))
}

/** A search follows a student where it is asked to; a comparison always, by number in the exam or by code. */
async function askedOf(ctx: Ctx, library: Library, report: AnyReport, input: ReportInput): Promise<ReportInput> {
  if (isSearch(report)) return input['history'] ? asHistory(ctx, library, report, input) : input
  if (input['examId'] && input['studentNumber']) return asHistory(ctx, library, report, input)
  return input['studentCode'] ? { ...input, examId: null } : input
}

function isSearch(report: AnyReport): boolean {
  return 'history' in report.params
}

async function sourcesOf(ctx: Ctx, library: Library, asked: ReportInput): Promise<ExamPackage[]> {
  if (asked['examId']) return [await openExam(ctx, library, String(asked['examId']))]
  const wanted = partsOf(String(asked['examIds'] ?? ''))
  const all = await openExams(ctx, library)
  return wanted.length > 0 ? all.filter((source) => wanted.includes(source.examId)) : all
}

/** Finds the student of the chosen exam and asks for every exam under the same national student code. */
async function asHistory(ctx: Ctx, library: Library, report: AnyReport, input: ReportInput): Promise<ReportInput> {
  if (!input['examId'] || !input['studentNumber']) throw refuse('请选择考试与考号')
  const { examId, studentNumber, ...rest } = input
  const source = await openExam(ctx, library, String(examId))
  const code = await codeOf(ctx, library, report, source, { studentNumber })
  if (!code) return input
  const { courseName, examIds } = rest
  return { studentCode: code, courseName, examIds }
}

async function codeOf(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  source: ExamPackage,
  asked: ReportInput,
): Promise<string> {
  const { rows } = await readSources(ctx, library, report, [source], asked, { current: 1, size: 1 })
  return String(rows[0]?.['studentCode'] ?? '')
}

/** Walks over the exams until the page is full; every exam is counted. */
async function readSources(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  sources: ExamPackage[],
  input: ReportInput,
  page: Page,
) {
  const first = (page.current - 1) * page.size
  const rows: Row[] = []
  const heads: Row[] = []
  let total = 0
  for (const source of sources) {
    const run = await prepareRun(ctx, library, report, source, input)
    const statements = reportSql(report)
    const { examId, examName, beginDate } = source
    const exam = { examId, examName, beginDate, package: source.folder }
    const [counted] = statements.totals ? await queryRows(ctx, statements.totals, { ...run.values, ...exam }) : []
    const count = Number(counted?.['rowsTotal'] ?? 0)
    const skip = Math.max(0, first - total)
    if (skip < count && rows.length < page.size) {
      const place = { size: page.size - rows.length, skip }
      rows.push(...(await readRows(ctx, statements.rows, { ...run.values, ...exam, ...place }, run.discloser)))
    }
    if (statements.heads && count > 0)
      heads.push(...(await readRows(ctx, statements.heads, { ...run.values, ...exam }, run.discloser)))
    total += count
  }
  return { rows, heads: heads.length > 0 ? heads : rows, total }
}

function basisOf(sources: ExamPackage[]): string[] {
  return sources.length === 1
    ? sources.map((source) => `数据修订：${source.manifest.dataVersion}；报表版本：${source.version}`)
    : ['各次考试按各自统计口径和最新报表版本计算']
}
