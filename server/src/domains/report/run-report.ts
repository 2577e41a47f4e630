import { type ExamRule, TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { STREAM_COLUMNS } from '@xueheng/contract/domains/report/paragraph.ts'
import { comparesExams } from '@xueheng/contract/derive/report-call.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { DEFAULT_PAGE_SIZE } from '@xueheng/contract/kit/page.ts'
import { GRAINS, type ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { maskRows } from '../../platform/access/mask.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import type { ExportJob } from '../../platform/rows/long-export.ts'
import { tenantName } from '../tenancy/index.ts'
import { assertFiles } from './assert-files.ts'
import { basisOf, linesOf } from './basis.ts'
import { courseValues, coursesOf } from './courses.ts'
import { derivedValues } from './derived.ts'
import { type ExamPackage } from './exam-packages.ts'
import { alertOf } from './stale-alert.ts'
import { exportReport } from './export.ts'
import { headersOf } from './headers.ts'
import type { Library } from './library.ts'
import { withOneUnit } from './one-unit.ts'
import { openExam, unitsOf } from './open-exam.ts'
import { flattenCells, pivotGroups } from './pivot.ts'
import { bind, reportSql } from './report-sql.ts'
import { readRows } from './read-rows.ts'
import type { Page, ReportInput, Row, Run } from './run.ts'
import { cacheKey } from './sight.ts'
import { hiddenFrom } from './hidden-units.ts'
import { withholdQuestions } from './withhold-questions.ts'
import { questionReason, untoldReason } from './untold.ts'
import { type Withholding, smallestGroup, withholdSmallGroups } from './withhold.ts'
import { discloseHeaders } from './disclosure/disclose-headers.ts'
import { type Discloser, disclosureLines } from './disclosure/disclosure.ts'
import { discloserOf } from './disclosure/discloser.ts'

/** The one handler behind all reports of one exam. */
export async function runReport(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  input: ReportInput,
): Promise<ReportAnswer | FileAnswer | ExportJob> {
  const source = await openExam(ctx, library, String(input['examId']))
  const run = await prepareRun(ctx, library, report, source, input)
  const read = (page: Page) => readReport(ctx, library, run, page)
  return input.format === 'xlsx' ? exportReport(ctx, run, input, read) : withCutNote(await read(pageOf(report, input)))
}

/** Units answered at most to a caller that names no size. */
export const WHOLE = 5000

/** A caller that names no size gets every unit, but of students only the first page, unless they are those of one unit. */
export function pageOf(report: AnyReport, input: ReportInput): Page {
  const whole = report.grain === 'student' && !report.oneUnit ? DEFAULT_PAGE_SIZE : WHOLE
  return { current: input.current ?? 1, size: input.size ?? whole }
}

/** Says so when a screen without pages does not get everything. */
function withCutNote(answer: ReportAnswer): ReportAnswer {
  if (answer.size < WHOLE || answer.total <= answer.size) return answer
  const note = `共 ${answer.total} 行，只列出前 ${answer.size} 行；请用县区或学校缩小范围。`
  return { ...answer, notes: [note, ...answer.notes] }
}

export async function prepareRun(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  source: ExamPackage,
  input: ReportInput,
): Promise<Run> {
  const sent = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === '' ? null : value]))
  checkBands(sent)
  assertFiles(source, reportSql(report).rows)
  const given = await withOneUnit(ctx, library, report, source, sent)
  const units = await unitsOf(ctx, library, source, given)
  const { label: _label, ...lists } = units
  const courses = await coursesOf(ctx.analytics, library, source.folder)
  const rule = ruleValues(source.manifest.rule, given)
  const asked = { ...courseValues(courses, given['courseName']), grain: report.grain }
  const about = { grain: report.grain, courseId: Number(asked.courseId ?? 0) }
  const discloser = await discloserOf(ctx, library, source, about)
  const { ranks, smallest } = discloser.disclosure
  const values = {
    ...rule,
    ...asked,
    ...lists,
    ...(seesOthers(report, given, discloser) && { schoolScope: null }),
    ...(ranks !== 'exact' && { order: 'bureau' }),
    smallest: smallestGroup(report.grain, ctx.scope, smallest),
    smallestGroup: smallest,
    targets: await targetsOf(ctx, library, report, source.examId),
    bases: await basesOf(ctx, library, report, source.examId),
  }
  return {
    report,
    source,
    units,
    bureau: await bureauOf(ctx),
    courses,
    values,
    discloser,
    disclosures: [discloser.disclosure],
    hidden: hiddenColumns([source]),
    alert: alertOf([source]),
  }
}

/** Only a table of schools shows others, and only where no single one was asked for. */
function seesOthers(report: AnyReport, { schoolCode, classCode }: Row, { others }: Discloser): boolean {
  if (report.isOfOwn || comparesExams(report)) return false
  const isOfSchools = report.grain === 'school' && 'schoolName' in report.columns
  return others.size > 0 && isOfSchools && !schoolCode && !classCode
}

/** Targets of lines as JSON, for a report that compares with them; nothing where the exam has none. */
async function targetsOf(ctx: Ctx, { packages }: Library, report: AnyReport, examId: string): Promise<string | null> {
  if (!reportSql(report).rows.sql.includes('$targets')) return null
  const targets = await packages.targets(ctx, examId)
  return targets.length === 0 ? null : JSON.stringify(targets)
}

/** Students of schools and population of areas as JSON, for a report that holds those above a line against them. */
async function basesOf(ctx: Ctx, { packages }: Library, report: AnyReport, examId: string): Promise<string | null> {
  if (!reportSql(report).rows.sql.includes('$bases')) return null
  return JSON.stringify(await packages.bases(ctx, examId))
}

const bureaus = new WeakMap<Ctx, Promise<string>>()

/** The same for every package of a request. */
function bureauOf(ctx: Ctx): Promise<string> {
  const name = bureaus.get(ctx) ?? tenantName(ctx)
  bureaus.set(ctx, name)
  return name
}

function checkBands({ low, high }: Row): void {
  const isGiven = typeof low === 'number' && typeof high === 'number'
  if (isGiven && high < low) throw refuse('最高分不能低于最低分')
}

/** What compares with the exam before, or 历史类 with 物理类, or needs question scores, is left out where none of the exams tells it. */
export function hiddenColumns(sources: ExamPackage[]): string[] {
  const hasPrevious = sources.some(({ manifest }) => manifest.previous)
  const hasRows = (file: string) =>
    sources.some(({ manifest }) => manifest.files.some(({ name, rows }) => name === file && rows > 0))
  return [
    ...(hasPrevious ? [] : ['rankPrev', 'rankChange']),
    ...(hasRows('stream_paragraph.parquet') ? [] : STREAM_COLUMNS),
    ...(hasRows('paper_quality.parquet') ? [] : ['alpha']),
  ]
}

/** Parameters, completed by the exam's rule where the user left the choice open. */
function ruleValues(rule: ExamRule, given: Row): Row {
  const bandWidth = given['courseName'] === TOTAL_COURSE ? rule.paragraphStep.total : rule.paragraphStep.course
  return {
    ...given,
    step: given['step'] ?? bandWidth,
    sdType: rule.sdType,
    frontNList: rule.frontNList,
    compositeKind: rule.composite.kind,
  }
}

/** One page of a report, from memory when the same question was answered before; `basis` is told instead of that of the one exam. */
export async function readReport(
  ctx: Ctx,
  library: Library,
  run: Run,
  page: Page,
  basis = basisOf(run.source, run.courses, run.values['courseName']),
): Promise<ReportAnswer> {
  const { report, source } = run
  const asked = { ...run.values, ...page, package: source.folder, skip: (page.current - 1) * page.size }
  const statements = reportSql(report)
  const bound = [statements.rows, statements.totals].map((statement) => statement && bind(statement, asked))
  const hidden = await hiddenIn(ctx, library, run)
  const key = cacheKey(
    report.name,
    [...hidden],
    source.folder,
    run.alert,
    ctx.scope.level,
    page,
    run.bureau,
    run.units.label,
    run.disclosures,
    run.values['courseName'],
    basis,
    bound,
  )
  return library.answers.through(key, async () => {
    const untold = untoldReason(ctx, run)
    const read = untold === undefined ? statements : undefined
    const values = { ...asked, ...(read && (await derivedValues(ctx, read, source, run.before ?? run.entry, asked))) }
    const [rows, totals] = await Promise.all([
      read ? readRows(ctx, read.rows, values, run.discloser) : [],
      read?.totals ? readRows(ctx, read.totals, values, run.discloser) : [],
    ])
    const { smallest } = run.discloser.disclosure
    const about = { grain: report.grain, scope: ctx.scope, smallest, hidden, ...courseKeys(run) }
    const [open, openTotals] = [rows, totals].map((some) => withholdSmallGroups(withholdQuestions(some, about), about))
    const heads = await headRows(ctx, run, values, { rows: open ?? [], totals: openTotals ?? [] })
    const answer = assemble(run, open ?? [], openTotals ?? [], page, basis, heads)
    const isBeyond = rows.length === 0 && page.current > 1
    const total = isBeyond ? (await readReport(ctx, library, run, { current: 1, size: 1 }, basis)).total : answer.total
    const reason = untold ?? (total === 0 ? questionReason(run) : undefined)
    return { ...answer, ...(reason && withReason(answer, reason)), total, pages: Math.ceil(total / page.size) }
  })
}

/** Rows whose cells are asked for heads where no statement tells these. */
const MOST_HEADED = 20_000

/**
 * Rows whose cells are all heads of a report, the same for each of its pages: those of the page where it is the whole or no columns
 * follow from its rows, or where totals stand below, which are of everyone and lack no column.
 */
export async function headRows(
  ctx: Ctx,
  { report, discloser }: Run,
  values: Row,
  { rows, totals }: { rows: Row[]; totals: Row[] },
): Promise<Row[]> {
  const isWhole = rows.length > 0 && rows.length === Number(rows[0]?.['rowsTotal'] ?? rows.length)
  if (!report.pivot || isWhole || totals.length > 0) return rows
  const { rows: all, heads } = reportSql(report)
  return readRows(ctx, heads ?? all, { ...values, size: MOST_HEADED, skip: 0 }, discloser)
}

/** On paper it stands before the notes. */
function withReason({ notes }: ReportAnswer, reason: string): Pick<ReportAnswer, 'reason' | 'notes'> {
  return { reason, notes: [reason, ...notes] }
}

/** What is withheld in the package, and in the one it is compared with. */
async function hiddenIn(
  ctx: Ctx,
  library: Library,
  { report, source, before, entry }: Run,
): Promise<ReadonlySet<string>> {
  const { rows } = reportSql(report)
  const sources = [source, before, entry].flatMap((one) => one ?? [])
  const hidden = await Promise.all(sources.map((one) => hiddenFrom(ctx, library, one, rows)))
  return new Set(hidden.flatMap((units) => [...units]))
}

/** By which courses the rows of a run are known. */
function courseKeys({ courses, values }: Run): Pick<Withholding, 'courseId' | 'courseIds'> {
  const courseIds = new Map([[TOTAL_COURSE, 0], ...courses.map((one) => [one.courseName, one.courseId] as const)])
  return { courseId: Number(values['courseId'] ?? 0), courseIds }
}

/** Rows as they leave: masked, cells laid out flat, with the headers that fit them. */
export function assemble(
  run: Run,
  rows: Row[],
  totals: Row[],
  page: Page,
  basis: string[],
  heads = rows,
): ReportAnswer {
  const { report, source } = run
  const total = Number(rows[0]?.['rowsTotal'] ?? rows.length)
  return {
    heading: { bureau: run.bureau, exam: source.examName, units: run.units.label, alert: run.alert },
    records: maskRows(report.columns, toRecords(report, rows)),
    total,
    size: page.size,
    current: page.current,
    pages: Math.ceil(total / page.size),
    headers: discloseHeaders(headersOf(report, pivotGroups([...totals, ...heads]), run.hidden), run.disclosures),
    totals: toRecords(report, totals, true),
    lines: linesOf(run.courses, run.values['courseName']),
    basis: [...basis, ...new Set(run.disclosures.flatMap(disclosureLines))],
    notes: report.notes ?? [],
    packageVersion: source.version,
  }
}

const WIDEST_FIRST = Object.keys(GRAINS)
const UNIT_CODES = { area: 'areaCode', school: 'schoolCode', class: 'classCode' }

/** The codes of a row's unit and of those above it; a total has no unit of its own grain. */
function unitCodes({ grain }: AnyReport, isTotal: boolean): string[] {
  const finest = WIDEST_FIRST.indexOf(grain) - (isTotal ? 1 : 0)
  return Object.entries(UNIT_CODES).flatMap(([level, name]) => (WIDEST_FIRST.indexOf(level) <= finest ? [name] : []))
}

/** What leaves of a row: its exam, its unit, the declared columns and the cells. */
function toRecords(report: AnyReport, rows: Row[], isTotal = false): Row[] {
  const codes = unitCodes(report, isTotal)
  const names = ['examId', 'unitGrain', ...codes, ...Object.keys(report.columns), ...(report.pivot ? ['cells'] : [])]
  return flattenCells(
    rows.map((row) => Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]))),
  )
}
