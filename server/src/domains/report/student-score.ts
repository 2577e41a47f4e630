import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import { type ExamPackage, openPackage, openPackages } from './exam-packages.ts'
import { exportReport } from './export.ts'
import type { Library } from './library.ts'
import { reportSql } from './report-sql.ts'
import {
  assemble,
  hiddenColumns,
  type Page,
  pageOf,
  prepareRun,
  readRows,
  type ReportInput,
  type Row,
} from './run-report.ts'

/**
 * One exam's students, or one student's exams: the same statement over one package or over every package the
 * user may read, the newest first. Scope is cut per exam, by the unit the student was in at that time.
 */
export async function queryStudentScore(
  ctx: Ctx,
  library: Library,
  input: ReportInput,
): Promise<ReportAnswer | FileAnswer> {
  const asked = input['history'] ? await asHistory(ctx, library, input) : input
  if (!asked['examId'] && !asked['studentCode'] && !asked['studentName'] && !asked['studentNumber']) {
    throw refuse('请选择考试，或输入学籍号、姓名、考号')
  }
  const sources = asked['examId']
    ? [await openPackage(ctx, library.packages, String(asked['examId']))]
    : await openPackages(ctx, library.packages)
  const [newest] = sources
  if (!newest) throw new AppError('row.notFound')
  const run = { ...(await prepareRun(ctx, library, studentScore, newest, asked)), hidden: hiddenColumns(sources) }
  const read = async (page: Page) => {
    const { rows, total } = await readSources(ctx, library, sources, asked, page)
    return { ...assemble(run, rows, [], page, basisOf(sources)), total, pages: Math.ceil(total / page.size) }
  }
  return input.format === 'xlsx' ? exportReport(ctx, run, input, read) : read(pageOf(studentScore, input))
}

/** Finds the student of the chosen exam and asks for every exam under the same national student code. */
async function asHistory(ctx: Ctx, library: Library, input: ReportInput): Promise<ReportInput> {
  if (!input['examId'] || !input['studentNumber']) throw refuse('请选择考试与考号')
  const source = await openPackage(ctx, library.packages, String(input['examId']))
  const { rows } = await readSources(ctx, library, [source], input, { current: 1, size: 1 })
  const code = rows[0]?.['studentCode']
  return code ? { studentCode: String(code) } : input
}

/** Walks over the exams until the page is full; every exam is counted. */
async function readSources(ctx: Ctx, library: Library, sources: ExamPackage[], input: ReportInput, page: Page) {
  const statements = reportSql(studentScore)
  const first = (page.current - 1) * page.size
  const rows: Row[] = []
  let total = 0
  for (const source of sources) {
    const { values } = await prepareRun(ctx, library, studentScore, source, input)
    const { examId, examName, beginDate } = source
    const exam = { examId, examName, beginDate, package: source.folder }
    const [counted] = statements.totals ? await readRows(ctx, statements.totals, { ...values, ...exam }) : []
    const count = Number(counted?.['rowsTotal'] ?? 0)
    const skip = Math.max(0, first - total)
    if (skip < count && rows.length < page.size) {
      const place = { size: page.size - rows.length, skip }
      rows.push(...(await readRows(ctx, statements.rows, { ...values, ...exam, ...place })))
    }
    total += count
  }
  return { rows, total }
}

function basisOf(sources: ExamPackage[]): string[] {
  return sources.length === 1
    ? sources.map((source) => `数据版本：${source.manifest.dataVersion}；包版本：${source.version}`)
    : ['每次考试按各自的统计口径与最新的包']
}
