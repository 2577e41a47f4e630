import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import { courseValues, coursesOf } from './courses.ts'
import type { ExamPackage } from './exam-packages.ts'
import { exportReport } from './export.ts'
import type { Library } from './library.ts'
import { openExam } from './open-exam.ts'
import { pageOf, prepareRun, readReport } from './run-report.ts'
import type { Page, ReportInput } from './run.ts'

/** What units added between an entry exam and a later one; the reader must be allowed to see both. */
export async function addedValue(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  input: ReportInput,
): Promise<ReportAnswer | FileAnswer> {
  const now = await openExam(ctx, library, String(input['examId']))
  const before = await openEntry(ctx, library, now, input['entryExamId'])
  const run = await prepareRun(ctx, library, report, now, input)
  const courses = await coursesOf(ctx.analytics, library, before.folder)
  const entry = courseValues(courses, input['courseName'])
  // Means of other schools' progress are as much theirs as their means.
  const values = {
    ...run.values,
    schoolScope: run.units.schoolScope,
    before: before.folder,
    entryCourseId: entry.courseId,
  }
  const basis = [`入口考试：${before.examName}（报表版本 ${before.version}）`]
  const read = (page: Page) => readReport(ctx, library, { ...run, values }, page, basis)
  return input.format === 'xlsx' ? exportReport(ctx, run, input, read) : read(pageOf(report, input))
}

async function openEntry(ctx: Ctx, library: Library, now: ExamPackage, asked: unknown): Promise<ExamPackage> {
  const id = asked ? String(asked) : now.manifest.previous?.examId
  if (!id) throw refuse('这次考试没有对比考试，请选择入口考试')
  if (id === now.examId) throw refuse('入口考试不能是本次考试')
  const before = await openExam(ctx, library, id)
  if ((before.beginDate ?? '') > (now.beginDate ?? '')) throw refuse('入口考试应早于本次考试')
  return before
}
