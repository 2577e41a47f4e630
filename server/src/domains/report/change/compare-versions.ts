import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import type { FileAnswer } from '../../../platform/files/files.ts'
import type { ExportJob } from '../../../platform/rows/long-export.ts'
import { ENGINE_VERSION } from '../../exam/index.ts'
import type { ExamPackage } from '../exam-packages.ts'
import { exportReport } from '../export.ts'
import type { Library } from '../library.ts'
import { openExam } from '../open-exam.ts'
import type { Page, ReportInput, Run } from '../run.ts'
import { pageOf, prepareRun, readReport } from '../run-report.ts'
import { causesOf } from './causes.ts'

/** Two versions of one exam's package beside each other: what moved, and by what. */
export async function compareVersions(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  input: ReportInput,
): Promise<ReportAnswer | FileAnswer | ExportJob> {
  const { before, now } = await openVersions(ctx, library, input)
  const run = await prepareComparison(ctx, library, report, before, now, input)
  const basis = [`比较：${nameOf(before)} → ${nameOf(now)}`, ...(await causesOf(ctx, library, before, now))]
  const read = (page: Page) => readReport(ctx, library, run, page, basis)
  return input.format === 'xlsx' ? exportReport(ctx, run, input, read) : read(pageOf(report, input))
}

/** One run over both packages, cut by what the reader sees of the newer one; never of schools beside his own. */
export async function prepareComparison(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  before: ExamPackage,
  now: ExamPackage,
  input: ReportInput,
): Promise<Run> {
  const run = await prepareRun(ctx, library, report, now, input)
  const { schoolScope } = run.units
  const values = { ...run.values, schoolScope, before: before.folder, sdBefore: before.manifest.rule.sdType }
  return { ...run, before, values }
}

/** The two versions asked for, else the latest and the one before it. */
export async function openVersions(ctx: Ctx, library: Library, input: Record<string, unknown>) {
  const latest = await openExam(ctx, library, String(input['examId']))
  const to = Number(input['toVersion'] ?? latest.version)
  const from = Number(input['fromVersion'] ?? to - 1)
  if (from >= to) throw refuse('原版本应早于新版本')
  const now = to === latest.version ? latest : await library.packages.earlier(ctx, latest, to)
  const before = await library.packages.earlier(ctx, latest, from)
  if (!now || !before) throw refuse('没有可以比较的另一版报表')
  if ([now, before].some(({ manifest }) => manifest.engineVersion !== ENGINE_VERSION)) {
    throw refuse('其中一版由旧版程序生成，不能比较')
  }
  return { before, now }
}

function nameOf({ version, manifest }: ExamPackage): string {
  return `第 ${version} 版（数据修订 ${manifest.dataVersion}）`
}
