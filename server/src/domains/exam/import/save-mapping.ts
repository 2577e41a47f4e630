import { IMPORT_COLUMNS, IMPORT_KINDS, parseCourseTarget } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportKind, ImportSheet, SheetMapping } from '@xueheng/contract/domains/exam/import.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault, refuse } from '../../../platform/error.ts'
import { type Batch, type ExamOfBatch, holdForChange, loadExam, loadFiles } from './batch.ts'
import { startCheck } from './check-batch.ts'
import { mapQuestionSheet } from '../question/describe-questions.ts'
import { papersOf } from '../question/papers.ts'
import { layoutOf } from './detect-sheet.ts'
import { CELL_MARK } from './cell-mark.ts'
import { fingerprintOf, withoutReason } from './describe-sheet.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportFile, examImportRow, examImportMapping, examImportAlias } from '../tables.ts'
import { every } from '../../../platform/access/doors.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'

const SCHOOLS = every(basicSchool, 'a name may stand for any school there is')

/** Keeps what the user says of the columns, remembers it for the next file of that header, and checks again. */
export async function saveMapping(
  ctx: Ctx,
  input: { batchId: string; sheets: SheetMapping[] | null; schools: Record<string, string> | null },
): Promise<{ jobId: string }> {
  const batch = await holdForChange(ctx, input.batchId)
  const exam = await loadExam(ctx, batch.examId)
  const mappings = toMappings(input.sheets)
  await rememberSchools(ctx, input.schools ?? {})
  for (const file of await loadFiles(ctx, batch.id)) {
    const wanted = mappings.filter((one) => one.fileNo === file.fileNo)
    if (wanted.length === 0 || !file.sheets) continue
    const sheets = await Promise.all(
      file.sheets.map(async (sheet) => {
        const mapping = wanted.find((one) => one.sheetNo === sheet.sheetNo)
        if (!mapping) return sheet
        return batch.kind === 'question'
          ? mapQuestionSheet(await papersOf(ctx, batch.examId), sheet, mapping)
          : applyMapping(ctx, batch, exam, sheet, mapping)
      }),
    )
    await sql`update ${own(examImportFile)} set sheets = ${JSON.stringify(sheets)}
      where batch_id = ${batch.id} and file_no = ${file.fileNo}`.execute(ctx.db)
  }
  return { jobId: await startCheck(ctx, batch.id) }
}

const MOST_ROW = 2 ** 31 - 1

/** The sheets as a client names them. */
function toMappings(sheets: SheetMapping[] | null): SheetMapping[] {
  const isNamed = ({ headerRow, targets }: SheetMapping) =>
    Number.isInteger(headerRow) &&
    Math.abs(headerRow) <= MOST_ROW &&
    Array.isArray(targets) &&
    targets.every((target) => typeof target === 'string')
  const given = sheets ?? []
  if (!given.every(isNamed)) throw fault('sheets', '列映射的每项须写明表头行和各列的含义')
  return given
}

async function applyMapping(
  ctx: Ctx,
  batch: Batch,
  exam: ExamOfBatch,
  sheet: ImportSheet,
  mapping: SheetMapping,
): Promise<ImportSheet> {
  const titles =
    mapping.headerRow === sheet.headerRow ? sheet.titles : await titlesOf(ctx, batch.id, sheet, mapping.headerRow)
  const targets = titles.map((_title, i) => checkTarget(batch.kind, exam, mapping.targets[i] ?? ''))
  const filled = targets.filter(Boolean)
  const twice = filled.find((target, i) => filled.indexOf(target) !== i)
  if (twice) throw refuse(`工作表「${sheet.name}」有两列的含义相同`)
  if (!mapping.isIgnored) await remember(ctx, batch.kind, titles, targets)
  return {
    ...(mapping.isIgnored ? { ...sheet, leftOut: sheet.leftOut ?? 'ignored' } : withoutReason(sheet)),
    questions: [],
    headerRow: mapping.headerRow,
    titles,
    targets,
    isIgnored: Boolean(mapping.isIgnored),
    layout: layoutOf(batch.kind, targets, exam.hasPlan),
  }
}

async function titlesOf(ctx: Ctx, batchId: string, sheet: ImportSheet, headerRow: number): Promise<string[]> {
  const found = await sql<{ cells: string }>`select cells from ${own(examImportRow)}
    where batch_id = ${batchId} and file_no = ${sheet.fileNo} and sheet_no = ${sheet.sheetNo} and row_no = ${headerRow}`.execute(
    ctx.db,
  )
  const cells = found.rows[0]?.cells
  if (cells === undefined) throw refuse(`工作表「${sheet.name}」没有第 ${headerRow} 行`)
  return cells.split(CELL_MARK)
}

function checkTarget(kind: ImportKind, exam: ExamOfBatch, target: string): string {
  const course = parseCourseTarget(target)
  const isKnown = course
    ? IMPORT_KINDS[kind].parts.includes(course.part) && exam.courses.some((one) => one.name === course.courseName)
    : target === '' || IMPORT_COLUMNS[kind].some((column) => column.target === target)
  if (!isKnown) throw refuse('列的含义不正确')
  return target
}

async function remember(ctx: Ctx, kind: ImportKind, titles: string[], targets: string[]): Promise<void> {
  await sql`insert into ${own(examImportMapping)} (tenant_id, kind, fingerprint, targets)
    values (${ctx.user.tenantId}, ${kind}, ${fingerprintOf(titles)}, ${JSON.stringify(targets)})
    on conflict (tenant_id, kind, fingerprint) do update set targets = excluded.targets`.execute(ctx.db)
}

async function rememberSchools(ctx: Ctx, schools: Record<string, string>): Promise<void> {
  for (const [alias, schoolCode] of Object.entries(schools)) {
    const known = await sql`select 1 from ${SCHOOLS} where school_code = ${schoolCode} and is_deleted = 0`.execute(
      ctx.db,
    )
    if (known.rows.length === 0) throw refuse(`学校「${alias}」对应的学校不存在`)
    await sql`insert into ${own(examImportAlias)} (tenant_id, alias, school_code)
      values (${ctx.user.tenantId}, ${alias.slice(0, 100)}, ${schoolCode})
      on conflict (tenant_id, alias) do update set school_code = excluded.school_code`.execute(ctx.db)
  }
}
