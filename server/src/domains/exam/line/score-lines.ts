import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { changesRows } from '@xueheng/contract/derive/crud-calls.ts'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import {
  type CourseLine,
  findLineByPeriodName,
  findPeriodNameLine,
  findScoreLine,
} from '@xueheng/contract/domains/exam/line/line-calls.ts'
import { examScoreLine, LINE_MODE } from '@xueheng/contract/domains/exam/line/score-line.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import type { AccessRule } from '../../../platform/access/rules.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import { requireState } from '../../../platform/states.ts'
import { examState, findExam, raiseDataVersion } from '../exam-row.ts'
import { fullMark } from './full-mark.ts'
import { dropParam, keepByHand, lineParamsOf } from './line-params.ts'

type Line = EntityRow<typeof examScoreLine.fields>

/** Lines are seen with their exam. */
export const scoreLineAccess: AccessRule = {
  entity: examScoreLine,
  limit: (reader) => sql`exam_id in (select e.id from ${visible(reader, examInfo)} e)`,
}

/** A line that is saved was drawn by hand; those drawn by the parameters are made by a run. */
export const scoreLineHooks = hook(examScoreLine, {
  async beforeSave(ctx, row, before) {
    const { examId = '', artsScience = '0', periodName = '', courseName = TOTAL_COURSE } = { ...before, ...row }
    const exam = await findExam(ctx, examId)
    await requireState(ctx, examStates, examState(examId), 'editLine')
    const full = await fullMark(ctx, exam, courseName)
    if (full === undefined) throw fault('courseName', `考试没有科目「${courseName}」`)
    const score = row.lineScore ?? before?.lineScore ?? 0
    if (score > full) throw fault('lineScore', `分数线不能高于满分 ${full}`)
    const isKnown = (await lineParamsOf(ctx, examId)).some(
      (one) => one.artsScience === artsScience && one.periodName === periodName,
    )
    if (courseName !== TOTAL_COURSE && !isKnown) throw fault('periodName', `请先设置「${periodName}」的总分线`)
    Object.assign(row, { artsScience, courseName, lineMode: LINE_MODE.manual, lineNum: null, actualNum: null })
  },
  async afterSave(ctx, row) {
    await keepTotals(ctx, [row])
  },
  async beforeRemove(ctx, rows) {
    for (const row of rows) {
      await requireState(ctx, examStates, examState(row.examId), 'editLine')
      await raiseDataVersion(ctx, row.examId)
      if (row.courseName !== TOTAL_COURSE) continue
      await dropParam(ctx, row.examId, row)
      await sql`update ${into(examScoreLine)} set is_deleted = 1 where exam_id = ${row.examId} and is_deleted = 0
        and arts_science = ${row.artsScience} and period_name = ${row.periodName} and id <> ${row.id}`.execute(ctx.db)
    }
  },
  afterRestore: keepTotals,
  async around(ctx, _input, work, action) {
    if (changesRows(action)) assertWholeTenant(ctx, '分数线')
    return work(ctx)
  },
})

async function keepTotals(ctx: Ctx, rows: Line[]): Promise<void> {
  for (const { examId, artsScience, periodName, courseName, lineScore } of rows) {
    if (courseName === TOTAL_COURSE) await keepByHand(ctx, examId, { artsScience, periodName, lineScore })
    await raiseDataVersion(ctx, examId)
  }
}

interface LineFilter {
  examId?: string | null
  periodName?: string | null
}

type StoredLine = Omit<Line, 'lineScore' | 'criticalLow' | 'criticalHigh'> &
  Record<'lineScore' | 'criticalLow' | 'criticalHigh', string | null>

async function linesOf(ctx: Ctx, { examId = null, periodName = null }: LineFilter): Promise<StoredLine[]> {
  const found = await sql<StoredLine>`select l.* from ${visible(ctx, examScoreLine)} l
    where (${examId}::bigint is null or l.exam_id = ${examId}) and (${periodName}::text is null or l.period_name = ${periodName})
    order by l.exam_id desc, l.sort, l.arts_science, l.period_name`.execute(ctx.db)
  return found.rows
}

/** One row per exam, 科类 and period: the line of the total with those of the courses. */
async function findPeriods(ctx: Ctx, filter: LineFilter) {
  const lines = await linesOf(ctx, filter)
  const totals = lines.filter(({ courseName }) => courseName === TOTAL_COURSE)
  return totals.map((total) => ({
    examId: total.examId,
    artsScience: total.artsScience,
    periodName: total.periodName,
    lineScore: marks(total.lineScore),
    lineMode: total.lineMode,
    lineNum: total.lineNum,
    actualNum: total.actualNum,
    criticalLow: marks(total.criticalLow),
    criticalHigh: marks(total.criticalHigh),
    isMain: total.isMain,
    courses: lines.filter((line) => line !== total && isSamePeriod(line, total)).map(courseLine),
  }))
}

function isSamePeriod(line: StoredLine, total: StoredLine): boolean {
  const { examId, artsScience, periodName } = total
  return line.examId === examId && line.artsScience === artsScience && line.periodName === periodName
}

function courseLine({ courseName, lineScore, lineMode, actualNum }: StoredLine): CourseLine {
  return { courseName, lineScore: marks(lineScore) ?? 0, lineMode: lineMode ?? null, actualNum: actualNum ?? null }
}

function marks(text: string | null): number | null {
  return text === null ? null : Number(text)
}

async function findOfExam(ctx: Ctx, { examId }: { examId: string }) {
  await findExam(ctx, examId)
  return (await findPeriods(ctx, { examId })).map(({ examId: _exam, ...line }) => line)
}

async function findNames(ctx: Ctx, filter: LineFilter) {
  const names = new Set((await linesOf(ctx, filter)).map(({ periodName }) => periodName))
  return [...names].map((periodName) => ({ periodName }))
}

export const scoreLineHandlers = [
  implement(findScoreLine, findOfExam),
  implement(findPeriodNameLine, findNames),
  implement(findLineByPeriodName, findPeriods),
]
