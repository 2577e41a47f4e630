import { createHash } from 'node:crypto'
import { FAULT_COLUMN, parseCourseTarget } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import type { SheetReason } from '@xueheng/contract/domains/exam/left-out.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportMapping } from '../tables.ts'
import type { Batch, ExamOfBatch } from './batch.ts'
import { CELL_MARK } from './cell-mark.ts'
import { type HeadRow, detectSheet, layoutOf, otherKindOf } from './detect-sheet.ts'

/** What is known of a sheet when its rows are read. */
export interface SheetHead {
  name: string
  isHidden: boolean
  rowNum: number
  head: HeadRow[]
}

/** How the sheets of a file are read; of a file with rows at least one sheet is taken, or asked about. */
export async function describeSheets(
  ctx: Ctx,
  batch: Batch,
  fileNo: number,
  heads: SheetHead[],
  exam: ExamOfBatch,
): Promise<ImportSheet[]> {
  const sheets: ImportSheet[] = []
  for (const [i, head] of heads.entries()) sheets.push(await describeSheet(ctx, batch, fileNo, i + 1, head, exam))
  if (sheets.some((sheet) => !sheet.isIgnored || sheet.otherKind)) return sheets
  const largest = Math.max(...sheets.map((sheet) => sheet.rowNum))
  const asked = sheets.find((sheet) => sheet.rowNum === largest)
  return sheets.map((sheet) => (sheet === asked ? { ...withoutReason(sheet), isIgnored: false } : sheet))
}

async function describeSheet(
  ctx: Ctx,
  batch: Batch,
  fileNo: number,
  sheetNo: number,
  { name, isHidden, rowNum, head }: SheetHead,
  exam: ExamOfBatch,
): Promise<ImportSheet> {
  const detected = detectSheet(batch.kind, head, exam.courses, exam.hasPlan)
  const remembered = await rememberedTargets(ctx, batch, detected.titles, exam)
  const otherKind = remembered ? undefined : otherKindOf(batch.kind, head, exam.courses)
  const layout = remembered ? layoutOf(batch.kind, remembered, exam.hasPlan) : detected.layout
  const leftOut = reasonOf({ isHidden, rowNum, head, layout, isOther: otherKind !== undefined })
  return {
    ...detected,
    fileNo,
    sheetNo,
    name,
    rowNum,
    targets: remembered ?? detected.targets,
    questions: remembered ? [] : detected.questions,
    layout,
    isIgnored: leftOut !== undefined,
    ...(leftOut && { leftOut }),
    ...(otherKind && { otherKind }),
    isRemembered: remembered !== undefined,
  }
}

interface Seen {
  isHidden: boolean
  rowNum: number
  head: HeadRow[]
  layout: ImportSheet['layout']
  isOther: boolean
}

/** Why a sheet is passed over without being asked about. */
function reasonOf({ isHidden, rowNum, head, layout, isOther }: Seen): SheetReason | undefined {
  if (rowNum === 0) return 'empty'
  if (isHidden) return 'hidden'
  if (isOther) return 'otherKind'
  return layout === 'unknown' && !looksLikeTable(head) ? 'cover' : undefined
}

/** Lines of a letter or of a cover hold a text or two; rows of a table hold more, or there are many of them. */
function looksLikeTable(head: HeadRow[]): boolean {
  const filled = head.map(({ cells }) => cells.filter(Boolean).length)
  return filled.filter((count) => count > 2).length > 1 || filled.filter((count) => count > 1).length > 4
}

/** A sheet that is no longer passed over. */
export function withoutReason(sheet: ImportSheet): ImportSheet {
  const { leftOut: _reason, otherKind: _kind, ...rest } = sheet
  return rest
}

/** One header, one fingerprint: the titles in their order, without the column a workbook given back has more. */
export function fingerprintOf(titles: string[]): string {
  const kept = titles.filter((title) => title !== FAULT_COLUMN)
  return createHash('sha256').update(kept.join(CELL_MARK)).digest('hex')
}

async function rememberedTargets(
  ctx: Ctx,
  batch: Batch,
  titles: string[],
  exam: ExamOfBatch,
): Promise<string[] | undefined> {
  const found = await sql<{ targets: string[] }>`select targets from ${own(examImportMapping)}
    where kind = ${batch.kind} and fingerprint = ${fingerprintOf(titles)}`.execute(ctx.db)
  return found.rows[0]?.targets.map((target) => {
    const course = parseCourseTarget(target)
    return course && !exam.courses.some((one) => one.name === course.courseName) ? '' : target
  })
}
