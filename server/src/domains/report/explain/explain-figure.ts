import type { explainFigure } from '@xueheng/contract/domains/report/explain-figure.ts'
import { type Behind, NOT_TOLD, type Part, PARTS } from '@xueheng/contract/domains/report/indicator.ts'
import { PLACES, PLACE_VALUES } from '@xueheng/contract/domains/report/places.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { wallTime } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { ruleLines } from '../basis.ts'
import { disclosureOf } from '../disclosure/disclosure.ts'
import { placeSizes, sizeOf } from '../disclosure/place-sizes.ts'
import { hiddenFrom } from '../hidden-units.ts'
import type { Library } from '../library.ts'
import { unitsOf } from '../open-exam.ts'
import { queryRows } from '../read-rows.ts'
import { EXPLAIN_FIGURE, EXPLAIN_LINE, EXPLAIN_MARK, LIST_COURSES, LIST_QUESTIONS, reportSql } from '../report-sql.ts'
import type { Row } from '../run.ts'
import { withholdSmallGroups } from '../withhold.ts'
import { type AskedFigure, openFigure } from './asked-figure.ts'
import type { FigureInput } from './figure-place.ts'
import { listKind } from './list-behind.ts'

/** How one figure of a report came about; what the report withholds or the policy does not tell is left out here too. */
export async function explain(ctx: Ctx, library: Library, input: FigureInput): Promise<Origin> {
  const asked = await openFigure(ctx, library, input)
  const { indicator, source, courses, courseId } = asked
  const lines = ruleLines(source, courses, courses.find((one) => one.courseId === courseId)?.courseName)
  const parts = await partsOf(ctx, library, asked)
  const nameOf = (part: Part | undefined) => (part === undefined ? null : PARTS[part])
  const behind = listKind(ctx, asked, await disclosureOf(ctx, source.policy)) ?? ''
  return {
    title: asked.title,
    formula: indicator.formula,
    numeratorName: nameOf(indicator.numerator),
    numerator: parts.numerator,
    denominatorName: nameOf(indicator.denominator),
    denominator: parts.denominator,
    rules: (indicator.rules ?? []).flatMap((rule) => lines[rule]),
    packageVersion: source.version,
    builtTime: wallTime(new Date(source.manifest.builtTime)),
    behind,
    valueName: PLACE_VALUES[asked.column] ?? '平均分',
    alone: indicator.alone ?? (behind ? '' : NOT_TOLD),
    isWhole: isWhole(asked) ? 1 : 0,
  }
}

/** Whether all who stand behind a figure are in sight: no list of codes cuts the units, or what the unit consists of. */
function isWhole({ report, indicator, unitGrain, units, student }: AskedFigure): boolean {
  const { areaScope, schoolScope, classScope, studentScope } = units
  if (report.grain === 'student') {
    if (indicator.behind === undefined || !AMONG.has(indicator.behind)) return true
    const whole = [areaScope, schoolScope, classScope]
    const everyone = { all: whole, sequence: whole, combination: whole }
    const among = { ...everyone, area: [schoolScope, classScope], school: [classScope], class: [] }
    return studentScope === null && among[student?.among ?? 'all'].every((codes) => codes === null)
  }
  if (unitGrain === undefined || studentScope !== null) return false
  const own = { all: null, area: areaScope, school: schoolScope, class: classScope }
  const inside = { all: areaScope, area: schoolScope, school: classScope, class: null }
  return (indicator.behind === 'units' ? own : inside)[unitGrain] === null
}

/** Whom a student is counted among. */
const AMONG: ReadonlySet<Behind> = new Set(['ahead', 'notAhead', 'together'])

type Origin = NonNullable<Output<typeof explainFigure>>

interface Parts {
  numerator: number | null
  denominator: number | null
}

const NOTHING: Parts = { numerator: null, denominator: null }

async function partsOf(ctx: Ctx, library: Library, asked: AskedFigure): Promise<Parts> {
  const { indicator, unitGrain } = asked
  if (indicator.denominator === 'peers') return { ...NOTHING, denominator: await peersOf(ctx, library, asked) }
  if (indicator.numerator === 'mark') return markOf(ctx, library, asked)
  if (unitGrain === undefined || !(indicator.numerator ?? indicator.denominator)) return NOTHING
  const row = await readUnit(ctx, library, asked)
  if (!row) return NOTHING
  const valueOf = (part: Part | undefined) => numberOf(part === undefined ? undefined : row[`part${capital(part)}`])
  const figure = { numerator: valueOf(indicator.numerator), denominator: valueOf(indicator.denominator) }
  return withheld(ctx, library, asked, { ...row, ...figure })
}

/** What one student in sight got, and of how much: of his total, of a course, of his questions or of one of them. */
async function markOf(ctx: Ctx, library: Library, asked: AskedFigure): Promise<Parts> {
  const { student, indicator, report } = asked
  if (!student) return NOTHING
  const isOfQuestions = report.family === 'spTable' || indicator.behind === 'classAnswers'
  const sql = isOfQuestions
    ? LIST_QUESTIONS
    : indicator.behind === 'courses' && indicator.denominator !== 'line'
      ? LIST_COURSES
      : EXPLAIN_MARK
  const row = await readMark(ctx, library, asked, sql)
  return { numerator: numberOf(row?.['mark']), denominator: numberOf(row?.[indicator.denominator ?? 'markFull']) }
}

async function readMark(ctx: Ctx, library: Library, asked: AskedFigure, sql: string): Promise<Row | undefined> {
  const { source, student, courseId, lineNo, question } = asked
  const { label: _label, ...lists } = await unitsOf(ctx, library, source, {})
  const values = { ...lists, ...student, ...question, courseId, lineNo, package: source.folder, size: 1, skip: 0 }
  const [row] = await queryRows(ctx, reportSql({ sql }).rows, values)
  return row
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function statementOf({ lineNo }: AskedFigure) {
  return reportSql({ sql: lineNo === undefined ? EXPLAIN_FIGURE : EXPLAIN_LINE }).rows
}

async function readUnit(ctx: Ctx, library: Library, asked: AskedFigure): Promise<Row | undefined> {
  const { source, unitGrain, code, courseId, lineNo } = asked
  const { label: _label, ...lists } = await unitsOf(ctx, library, source, {})
  const values = { ...lists, unitGrain, code, courseId, lineNo, package: source.folder }
  const [row] = await queryRows(ctx, statementOf(asked), values)
  return row
}

/** As the report withholds its own figures: of small groups of others, and what compares with them. */
async function withheld(ctx: Ctx, library: Library, asked: AskedFigure, row: Row): Promise<Parts> {
  const { column, source, courses, courseId, unitGrain = 'all' } = asked
  const about = {
    grain: unitGrain,
    scope: ctx.scope,
    smallest: source.policy.smallestGroup,
    hidden: await hiddenFrom(ctx, library, source, statementOf(asked)),
    courseId,
    courseIds: new Map(courses.map((one) => [one.courseName, one.courseId])),
  }
  const [shown = {}] = withholdSmallGroups([{ ...row, [column]: 1 }], about)
  if (shown[column] === null) return NOTHING
  return { numerator: numberOf(shown['numerator']), denominator: numberOf(shown['denominator']) }
}

/** Among how many a place is, for those who are told the place itself. */
async function peersOf(ctx: Ctx, library: Library, asked: AskedFigure): Promise<number | null> {
  const { source, column, courseId, unitGrain } = asked
  const place = PLACES[column]
  const { ranks } = await disclosureOf(ctx, source.policy)
  if (!place || ranks !== 'exact' || (place.of === 'unit' && !unitGrain)) return null
  const codes = place.among === 'combination' ? await combinationOf(ctx, library, asked) : asked.codes
  return sizeOf(await placeSizes(ctx, library, source), place, unitGrain ?? 'student', codes, courseId) ?? null
}

/** Nothing for a student who is not in sight. */
async function combinationOf(ctx: Ctx, library: Library, asked: AskedFigure): Promise<Row> {
  const row = asked.student && (await readMark(ctx, library, asked, EXPLAIN_MARK))
  return { combinationName: row?.['combinationName'] }
}
