import { isOfStudents } from '@xueheng/contract/derive/report-call.ts'
import type { Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { filtersOf, requiredReason } from '../../platform/rows/export.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type AppError, refuse } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import { type HeaderSpec, writeWorkbook, XLSX_TYPE } from '../../platform/sheet/write.ts'
import { requireFresh } from '../../platform/access/step-up.ts'
import { leavesOf } from './headers.ts'
import type { ReportInput, Run } from './run.ts'

/** Rows of one workbook that a request may wait for. */
export const MAX_EXPORT_ROWS = 20_000

const NUMBERS = new Set(['integer', 'decimal'])
/** Characters of the narrowest and the widest column of text. */
const [NARROWEST, WIDEST] = [8, 40]

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
  await logOperation(ctx, `${report.name}.export`, `${report.title}导出`, { entity: report.name, after })
  return { name: fileNameOf(ctx, run), contentType: XLSX_TYPE, body: await workbookOf(ctx, run, answer) }
}

export function tooMany(rows: number): AppError {
  return refuse(`共${rows}行，超过${MAX_EXPORT_ROWS}行，请缩小范围后再导出`)
}

/** 考试_报表_范围_日期 */
export function fileNameOf(ctx: Ctx, { source, report, units }: Run): string {
  const name = `${source.examName}_${report.title}_${units.label}_${stamp(ctx.now).replaceAll('-', '')}.xlsx`
  return name.replaceAll(/[\\/:*?"<>|]/g, '-')
}

/** What stands above the table: the exam, how its numbers were made, by whom and when. */
export function titleLines(ctx: Ctx, run: Run, answer: ReportAnswer): string[] {
  return [
    `${run.source.examName} ${run.report.title}`,
    `口径：${answer.basis.join('；')}`,
    ...(answer.notes.length > 0 ? [`说明：${answer.notes.join('')}`] : []),
    `导出时间：${stamp(ctx.now)} ${ctx.now.toTimeString().slice(0, 8)}    导出人：${ctx.user.name}`,
  ]
}

async function workbookOf(ctx: Ctx, run: Run, answer: ReportAnswer): Promise<Buffer> {
  const title = titleLines(ctx, run, answer)
  const fixed = leavesOf(answer.headers).findLastIndex((header) => header.fixed) + 1
  const depth = answer.headers.some((header) => header.children) ? 2 : 1
  return writeWorkbook([
    {
      name: run.report.title,
      title,
      header: fitted(answer.headers.map(toSpec), [...answer.records, ...answer.totals]),
      rows: [...answer.records, ...answer.totals],
      freeze: { rows: title.length + depth, columns: fixed },
    },
  ])
}

export function toSpec(header: Header): HeaderSpec {
  if (header.children) return { title: header.title, children: header.children.map(toSpec) }
  const kind = header.kind === 'percent' ? 'percent' : NUMBERS.has(header.kind ?? '') ? 'number' : 'text'
  return {
    title: header.unit && kind !== 'percent' ? `${header.title}(${header.unit})` : header.title,
    key: header.key,
    kind,
    ...(kind !== 'text' && { scale: header.kind === 'integer' ? 0 : (header.scale ?? 2) }),
  }
}

/** Columns of text as wide as what stands in them. */
export function fitted(header: HeaderSpec[], rows: Record<string, unknown>[]): HeaderSpec[] {
  return header.map((spec) => {
    if (spec.children) return { ...spec, children: fitted(spec.children, rows) }
    return spec.kind === 'text'
      ? { ...spec, width: widthOf([spec.title, ...rows.map((row) => textOf(row, spec))]) }
      : spec
  })
}

function textOf(row: Record<string, unknown>, { key = '' }: HeaderSpec): string {
  return String(row[key] ?? '')
}

function widthOf(texts: string[]): number {
  const longest = texts.reduce((most, text) => Math.max(most, charactersOf(text)), 0)
  return Math.min(WIDEST, Math.max(NARROWEST, longest + 2))
}

/** A Chinese character takes the room of two others. */
function charactersOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0)
}

/** `yyyy-MM-dd` in the server's zone. */
function stamp(now: Date): string {
  const month = String(now.getMonth() + 1).padStart(2, '0')
  return `${now.getFullYear()}-${month}-${String(now.getDate()).padStart(2, '0')}`
}
