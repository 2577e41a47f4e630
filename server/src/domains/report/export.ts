import { isOfStudents } from '@xueheng/contract/derive/report-call.ts'
import { withoutColumns } from '@xueheng/contract/derive/report-headers.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { filtersOf, requiredReason } from '../../platform/rows/export.ts'
import { maskedFilters, noteAnswer } from '../../platform/audit/child-access.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { wallDay } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type AppError, refuse } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import { writeWorkbook, XLSX_TYPE } from '../../platform/sheet/write.ts'
import { requireFresh } from '../../platform/access/step-up.ts'
import { type PaperLines, reportSheet } from './report-sheet.ts'
import type { ReportInput, Run } from './run.ts'

/** Rows of one workbook that a request may wait for. */
export const MAX_EXPORT_ROWS = 20_000

/**
 * The rows of the screen, all pages of them and with the same scope, as a workbook. Students are carried away only
 * for a reason, by whichever call they were reached; every workbook leaves a line with its filters and rows.
 */
export async function exportReport(
  ctx: Ctx,
  run: Run,
  input: ReportInput,
  read: (page: { current: number; size: number }) => Promise<ReportAnswer>,
): Promise<FileAnswer> {
  const { report } = run
  if (isOfStudents(report)) requireFresh(ctx.user, Date.now())
  const reason = isOfStudents(report) ? requiredReason(input['reason']) : undefined
  const answer = await read({ current: 1, size: MAX_EXPORT_ROWS })
  if (answer.total > MAX_EXPORT_ROWS) throw tooMany(answer.total)
  const after = { rows: answer.records.length, filters: filtersOf(input), ...(reason && { reason }) }
  const [call, title] = [`${report.name}.export`, `${report.title}导出`]
  await logOperation(ctx, call, title, { entity: report.name, after })
  const filters = maskedFilters(report.columns, after.filters)
  await noteAnswer(ctx, { kind: 'exported', call, title, reason, filters }, answer.records)
  return {
    name: fileNameOf(ctx, run),
    contentType: XLSX_TYPE,
    body: await workbookOf(ctx, run, leaveOut(answer, input)),
  }
}

/** Columns that are hidden on the screen are not on the paper. */
function leaveOut(answer: ReportAnswer, { hidden }: ReportInput): ReportAnswer {
  const keys = new Set(typeof hidden === 'string' ? hidden.split(',') : [])
  return { ...answer, headers: withoutColumns(answer.headers, keys) }
}

function workbookOf(ctx: Ctx, run: Run, answer: ReportAnswer): Promise<Buffer> {
  const lines = paperLines(ctx, run, answer)
  return writeWorkbook([reportSheet(run.report.title, lines, answer.headers, answer.records, answer.totals)])
}

export function tooMany(rows: number): AppError {
  return refuse(`共${rows}行，超过${MAX_EXPORT_ROWS}行，请缩小范围后再导出`)
}

/** 考试_报表_范围_日期 */
export function fileNameOf(ctx: Ctx, { source, report, units }: Run): string {
  const name = `${source.examName}_${report.title}_${units.label}_${wallDay(ctx.now).replaceAll('-', '')}.xlsx`
  return name.replaceAll(/[\\/:*?"<>|]/g, '-')
}

export function paperLines(ctx: Ctx, run: Run, answer: ReportAnswer): PaperLines {
  const { bureau, exam, units, alert } = answer.heading
  const name = [bureau, exam, run.report.title].filter(Boolean).join(' ')
  const course = run.values['courseName'] as string | null | undefined
  const made = `导出时间：${wallDay(ctx.now)} ${ctx.now.toTimeString().slice(0, 8)}    导出人：${ctx.user.name}`
  return {
    title: [
      name,
      [`范围：${units}`, ...(course ? [`科目：${course}`] : [])].join('    '),
      ...(alert ? [`【${alert}】`] : []),
    ],
    foot: [
      `口径：${answer.basis.join('；')}`,
      ...(answer.notes.length > 0 ? [`说明：${answer.notes.join('')}`] : []),
      made,
    ],
    pageFoot: `${name}    ${wallDay(ctx.now)} ${ctx.user.name}`,
  }
}
