import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import {
  getLineNumParams,
  type LineParam,
  lineParamFields,
  saveLineNumParams,
  TIE_MODES,
} from '@xueheng/contract/domains/exam/line/line-calls.ts'
import { examScoreLine, LINE_MODE } from '@xueheng/contract/domains/exam/line/score-line.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own, type RowOf } from '../../../platform/db/table.ts'
import { refuse } from '../../../platform/error.ts'
import { restoreNulls } from '../../../platform/http/envelope.ts'
import { implement } from '../../../platform/module.ts'
import { requireState } from '../../../platform/states.ts'
import type { SpecCourse, SpecLine } from '../compute/exam-spec.ts'
import { examState, findExam, raiseDataVersion } from '../exam-row.ts'
import { examLineParam } from '../tables.ts'
import { fullMark } from './full-mark.ts'

const LINES = every(examScoreLine, 'lines drawn by hand decide for the whole exam')

type ParamRow = Omit<RowOf<typeof examLineParam.columns>, 'tenantId' | 'examId' | 'sort'>

/** How the lines of an exam are drawn, in the order of the bureau. */
export async function lineParamsOf(ctx: Pick<Ctx, 'db'>, examId: string): Promise<LineParam[]> {
  const found =
    await sql<ParamRow>`select arts_science, period_name, line_mode, line_num, line_share, line_score, tie_mode,
      course_method, critical_total, critical_course, is_main
    from ${own(examLineParam)} where exam_id = ${examId} order by sort, arts_science, period_name`.execute(ctx.db)
  const number = (text: string | null) => (text === null ? null : Number(text))
  return found.rows.map((row) => ({
    ...row,
    lineShare: number(row.lineShare),
    lineScore: number(row.lineScore),
    criticalTotal: number(row.criticalTotal),
    criticalCourse: number(row.criticalCourse),
  }))
}

/** The same for a run, with the lines of courses that were drawn by hand. */
export async function specLines(ctx: Pick<Ctx, 'db'>, examId: string, courses: SpecCourse[]): Promise<SpecLine[]> {
  const byHand = await sql<{ artsScience: string; periodName: string; courseName: string; lineScore: string }>`
    select l.arts_science, l.period_name, l.course_name, l.line_score from ${LINES} l
    where l.exam_id = ${examId} and l.is_deleted = 0 and l.line_mode = ${LINE_MODE.manual}
      and l.course_name <> ${TOTAL_COURSE}`.execute(ctx.db)
  const ids = new Map(courses.map(({ courseName, courseId }) => [courseName, courseId]))
  const params = await lineParamsOf(ctx, examId)
  return params.map(({ artsScience, lineNum, lineShare, lineScore, criticalTotal, criticalCourse, ...param }) => ({
    stream: Number(artsScience),
    periodName: param.periodName,
    lineMode: param.lineMode,
    tieMode: param.tieMode ?? 'atLeast',
    courseMethod: param.courseMethod,
    isMain: param.isMain ?? 0,
    lineNum: lineNum ?? null,
    lineShare: lineShare ?? null,
    lineScore: lineScore ?? null,
    criticalTotal: criticalTotal ?? null,
    criticalCourse: criticalCourse ?? null,
    fixed: Object.fromEntries(
      byHand.rows.flatMap((line) => {
        const courseId = ids.get(line.courseName)
        const isOwn = line.artsScience === artsScience && line.periodName === param.periodName
        return isOwn && courseId !== undefined ? [[courseId, Number(line.lineScore)]] : []
      }),
    ),
  }))
}

async function listParams(ctx: Ctx, { examId }: { examId: string }): Promise<LineParam[]> {
  await findExam(ctx, examId)
  return lineParamsOf(ctx, examId)
}

/** Replaces the parameters: what was drawn by them has expired. */
async function storeParams(ctx: Ctx, { examId, listJSON }: { examId: string; listJSON: LineParam[] }): Promise<void> {
  assertWholeTenant(ctx, '划线参数')
  const exam = await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'editLine')
  const params = checkParams(listJSON)
  const full = await fullMark(ctx, exam, TOTAL_COURSE)
  const high = params.findIndex(({ lineScore }) => full !== undefined && (lineScore ?? 0) > full)
  if (high >= 0) throw refuse(`第${high + 1}条「${params[high]?.periodName}」：分数线不能高于满分 ${full}`)
  const before = await lineParamsOf(ctx, examId)
  await sql`delete from ${own(examLineParam)} where exam_id = ${examId}`.execute(ctx.db)
  for (const [sort, param] of params.entries()) await writeParam(ctx, examId, param, sort + 1)
  await raiseDataVersion(ctx, examId)
  await logOperation(ctx, saveLineNumParams.name, saveLineNumParams.title, {
    entity: 'examInfo',
    rowId: examId,
    before: { lines: before },
    after: { lines: params },
  })
}

async function writeParam(ctx: Ctx, examId: string, param: LineParam, sort: number): Promise<void> {
  await sql`insert into ${own(examLineParam)} (tenant_id, exam_id, arts_science, period_name, line_mode, line_num, line_share,
      line_score, tie_mode, course_method, critical_total, critical_course, is_main, sort)
    values (${ctx.user.tenantId}, ${examId}, ${param.artsScience}, ${param.periodName}, ${param.lineMode}, ${param.lineNum},
      ${param.lineShare}, ${param.lineScore}, ${param.tieMode}, ${param.courseMethod}, ${param.criticalTotal},
      ${param.criticalCourse}, ${param.isMain}, ${sort})`.execute(ctx.db)
}

const MOST_LINES = 30

function checkParams(given: unknown): LineParam[] {
  const list: unknown = typeof given === 'string' ? parsed(given) : given
  if (!Array.isArray(list)) throw refuse('划线参数应为列表')
  if (list.length > MOST_LINES) throw refuse(`分数线不能超过${MOST_LINES}条`)
  const params = list.map((one: unknown, at) => checkParam(one, `第${at + 1}条`))
  const keys = params.map(({ artsScience, periodName }) => `${artsScience} ${periodName}`)
  const twice = params.find((_param, at) => keys.indexOf(keys[at] ?? '') !== at)
  if (twice) throw refuse(`档次「${twice.periodName}」在同一科类里重复`)
  return params
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function checkParam(given: unknown, where: string): LineParam {
  // Clients of this family send -1 for what they were told is empty.
  const read = parseFields(lineParamFields, restoreNulls(lineParamFields, Object(given)))
  if (!read.ok) throw refuse(`${where}：${read.problems[0]?.message}`)
  const { artsScience = '0', periodName = '', lineMode = 0, courseMethod = 0, ...rest } = read.value
  const param = { ...rest, artsScience, periodName, lineMode, courseMethod }
  const says = (text: string) => refuse(`${where}「${periodName}」：${text}`)
  const { manual, byNumber, byShare, ratio, window } = LINE_MODE
  if (lineMode > byShare) throw says('总分线只能人工、按人数或按比例划')
  if (courseMethod < ratio || courseMethod > window) throw says('单科线只能用比值法、同比例或窗口法')
  if (lineMode === byNumber && !param.lineNum) throw says('请填写计划人数')
  if (lineMode === byShare && !param.lineShare) throw says('请填写上线比例')
  if (lineMode === manual && (param.lineScore ?? null) === null) throw says('请填写分数线')
  const tieMode = param.tieMode || TIE_MODES[0]
  if (!TIE_MODES.some((known) => known === tieMode)) throw says('并列只能是 atLeast、atMost、nearest')
  return {
    ...param,
    lineNum: lineMode === byNumber ? (param.lineNum ?? null) : null,
    lineShare: lineMode === byShare ? (param.lineShare ?? null) : null,
    lineScore: lineMode === manual ? (param.lineScore ?? null) : null,
    tieMode,
    criticalTotal: param.criticalTotal ?? null,
    criticalCourse: param.criticalCourse ?? null,
    isMain: param.isMain ?? 0,
  }
}

/** A line of the total typed by hand is one of the parameters. */
export async function keepByHand(
  ctx: Ctx,
  examId: string,
  line: { artsScience: string; periodName: string; lineScore: number },
): Promise<void> {
  const params = await lineParamsOf(ctx, examId)
  const found = params.findIndex((one) => isOf(one, line))
  const param = {
    tieMode: TIE_MODES[0],
    courseMethod: LINE_MODE.ratio,
    criticalTotal: null,
    criticalCourse: null,
    isMain: 0,
    ...params[found],
    ...line,
    lineMode: LINE_MODE.manual,
    lineNum: null,
    lineShare: null,
  }
  const sort = found < 0 ? params.length + 1 : found + 1
  await dropParam(ctx, examId, line)
  await writeParam(ctx, examId, param, sort)
}

export async function dropParam(
  ctx: Ctx,
  examId: string,
  { artsScience, periodName }: { artsScience: string; periodName: string },
): Promise<void> {
  await sql`delete from ${own(examLineParam)} where exam_id = ${examId} and arts_science = ${artsScience}
    and period_name = ${periodName}`.execute(ctx.db)
}

function isOf(one: LineParam, line: { artsScience: string; periodName: string }): boolean {
  return one.artsScience === line.artsScience && one.periodName === line.periodName
}

export const lineParamHandlers = [implement(getLineNumParams, listParams), implement(saveLineNumParams, storeParams)]
