import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import type { ExportJob } from '../../platform/rows/long-export.ts'
import { basisOf } from './basis.ts'
import { courseValues, coursesOf } from './courses.ts'
import { disclosureOf, strictest } from './disclosure/disclosure.ts'
import { discloserOfSeveral } from './disclosure/discloser.ts'
import type { ExamPackage } from './exam-packages.ts'
import { exportReport } from './export.ts'
import type { Library } from './library.ts'
import { openExam } from './open-exam.ts'
import { pageOf, prepareRun, readReport } from './run-report.ts'
import type { Page, ReportInput, Run } from './run.ts'
import { alertOf } from './stale-alert.ts'

/** What units added between an entry exam and a later one; the reader must be allowed to see both. */
export async function addedValue(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  input: ReportInput,
): Promise<ReportAnswer | FileAnswer | ExportJob> {
  const now = await openExam(ctx, library, String(input['examId']))
  const entry = await openEntry(ctx, library, now, input['entryExamId'])
  const run = await prepareGain(ctx, library, report, entry, now, input)
  const basis = [
    `入口考试：${entry.examName}（报表版本 ${entry.version}）`,
    ...basisOf(now, run.courses, input['courseName']),
  ]
  const read = (page: Page) => readReport(ctx, library, run, page, basis)
  return input.format === 'xlsx' ? exportReport(ctx, run, input, read) : read(pageOf(report, input))
}

/** One run over both packages, cut by what the reader sees of the later one, and told as the stricter policy of both allows. */
export async function prepareGain(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  entry: ExamPackage,
  now: ExamPackage,
  input: ReportInput,
): Promise<Run> {
  const run = await prepareRun(ctx, library, report, now, input)
  const { courseId } = courseValues(await coursesOf(ctx.analytics, library, entry.folder), input['courseName'])
  const told = run.discloser.disclosure
  const disclosure = strictest([told, await disclosureOf(ctx, entry.policy)]) ?? told
  return {
    ...run,
    entry,
    alert: alertOf([now, entry]),
    discloser: discloserOfSeveral(ctx, disclosure, report.grain),
    disclosures: [disclosure],
    values: { ...run.values, before: entry.folder, entryCourseId: courseId },
  }
}

/** The entry exam asked for, else the one the later exam compares itself with. */
export async function openEntry(ctx: Ctx, library: Library, now: ExamPackage, asked: unknown): Promise<ExamPackage> {
  const id = asked ? String(asked) : now.manifest.previous?.examId
  if (!id) throw refuse('这次考试没有对比考试，请选择入口考试')
  if (id === now.examId) throw refuse('入口考试不能是本次考试')
  const entry = await openExam(ctx, library, id)
  if ((entry.beginDate ?? '') > (now.beginDate ?? '')) throw refuse('入口考试应早于本次考试')
  return entry
}
