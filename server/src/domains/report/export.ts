import { createHash } from 'node:crypto'
import { isOfStudents } from '@xueheng/contract/derive/report-call.ts'
import { withoutColumns } from '@xueheng/contract/derive/report-headers.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { filtersOf, requiredReason } from '../../platform/rows/export.ts'
import { EXPORT_BOUNDS, type ExportJob, isLong, startLongExport } from '../../platform/rows/long-export.ts'
import { readParts } from '../../platform/rows/parts.ts'
import { MOST_SHEET_ROWS, tooManyRows } from '../../platform/rows/walk-rows.ts'
import { type Act, maskedFilters, noteAnswer, openAct } from '../../platform/audit/child-access.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { wallDay } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import { openWorkbook } from '../../platform/files/open-workbook.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { writeWorkbook, XLSX_TYPE } from '../../platform/sheet/write.ts'
import { requireFresh } from '../../platform/access/step-up.ts'
import { type PaperLines, reportSheet } from './report-sheet.ts'
import type { Page, ReportInput, Row, Run } from './run.ts'

/** Lines of a sheet for its title and heads, totals, and how the numbers were made. */
const AROUND = 100

type Read = (page: Page) => Promise<ReportAnswer>

/**
 * The rows of the screen, all pages of them and with the same scope, as a workbook. Students are carried away only
 * for a reason, by whichever call they were reached; every workbook leaves a line with its filters, rows and hash. Answers a job
 * where there are many rows and whoever asks can fetch the file later.
 */
export async function exportReport(
  ctx: Ctx,
  run: Run,
  input: ReportInput,
  read: Read,
): Promise<FileAnswer | ExportJob> {
  const { report } = run
  if (isOfStudents(report)) requireFresh(ctx.user, Date.now())
  const reason = isOfStudents(report) ? requiredReason(input['reason']) : undefined
  const { total } = await read({ current: 1, size: 1 })
  if (total > MOST_SHEET_ROWS - AROUND) throw tooManyRows()
  if (isLong(input, total)) return startLongExport(ctx, report.name, `导出${report.title}`, input)
  const first = await read({ current: 1, size: EXPORT_BOUNDS.part })
  const [call, title] = [`${report.name}.export`, `${report.title}导出`]
  const filters = filtersOf(input)
  const act: Act = { kind: 'exported', call, title, reason, filters: maskedFilters(report.columns, filters) }
  const { body, sha256, rows } = await writeReport(ctx, run, leaveOut(first, input), { act, read })
  const after = { rows, filters, sha256, ...(reason && { reason }) }
  await logOperation(ctx, call, title, { entity: report.name, after })
  return { name: fileNameOf(ctx, run), contentType: XLSX_TYPE, body, rows }
}

interface Writing {
  act: Act
  read: Read
}

/** A workbook of one part is made in memory, a longer one on the disk, never more than a part of it held. */
async function writeReport(ctx: Ctx, run: Run, first: ReportAnswer, { act, read }: Writing) {
  const { headers, records, totals, total } = first
  const [title, lines] = [run.report.title, paperLines(ctx, run, first)]
  if (total <= EXPORT_BOUNDS.part) {
    await noteAnswer(ctx, act, records)
    const body = await writeWorkbook([reportSheet(title, lines, headers, records, totals)])
    return { body, sha256: createHash('sha256').update(body).digest('hex'), rows: records.length }
  }
  return inTransaction(ctx.db, async (db) => {
    const noted = openAct({ ...ctx, db }, run.report.columns)
    let rows = 0
    async function* later(): AsyncGenerator<Row[]> {
      const partOf = async (page: Page) => (page.current === 1 ? records : (await read(page)).records)
      // Rows that are withheld are counted in the total alone.
      for await (const part of readParts(ctx, { total, read: partOf })) {
        await noted.meetMasked(part)
        if (part !== records) yield part
        rows += part.length
      }
    }
    const book = await openWorkbook(ctx.files, [reportSheet(title, lines, headers, records, totals, later())])
    await noted.close(act)
    return { ...book, rows }
  })
}

/** Columns that are hidden on the screen are not on the paper. */
export function leaveOut(answer: ReportAnswer, { hidden }: Record<string, unknown>): ReportAnswer {
  const keys = new Set(typeof hidden === 'string' ? hidden.split(',') : [])
  return { ...answer, headers: withoutColumns(answer.headers, keys) }
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
