import {
  ART_SCORES,
  CULTURE_SCORES,
  auditArtStudentScore,
  auditStudentScore,
  auditStudents,
  gatherHighExamScore,
} from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { highExamStates } from '@xueheng/contract/domains/gather/high-exam-states.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import { hasRight } from '../../../platform/access/rights.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { attempt } from '../../../platform/db/attempt.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import { checkId, findRow } from '../../../platform/rows/read.ts'
import { submit } from '../../../platform/rows/write.ts'
import { type HighExamScore, changedFields, requireCorrecting, settleTotal } from './rules.ts'
import { highExamArtRun, highExamRun } from './scores.ts'

const PASS = 1
const REJECT = 2

/** One of the two chains: its state, what may be corrected in it, how it is decided. */
const CULTURE = { column: 'auditStatus', scores: CULTURE_SCORES, run: highExamRun } as const
const ART = { column: 'artAuditStatus', scores: ART_SCORES, run: highExamArtRun } as const
type Chain = typeof CULTURE | typeof ART

function isPassed(status: number): boolean {
  if (status !== PASS && status !== REJECT) throw refuse('审核结论不是有效的选项')
  return status === PASS
}

/** The row as it is, held until the decision is made. */
async function hold(ctx: Ctx, id: string): Promise<HighExamScore> {
  await sql`select 1 from ${visible(ctx, gatherHighExamScore)} r where id = ${checkId(id)} for update`.execute(ctx.db)
  const row = await findRow(gatherHighExamScore, ctx, id)
  if (!row) throw new AppError('row.notFound')
  return row
}

/** The bureau decides what the school let pass, and where it has the right what waits for the school; a school only that. */
function actionFor(ctx: Ctx, row: HighExamScore, { column }: Chain, isPass: boolean) {
  const { waitSchool } = highExamStates.states
  const isBureau = ['all', 'area'].includes(ctx.scope.level) && hasRight(ctx, 'gatherhighexamscore_audit2')
  const isFirst = !isBureau || row[column] === waitSchool.value
  if (isFirst) return isPass ? 'passSchool' : 'refuseSchool'
  return isPass ? 'passBureau' : 'refuseBureau'
}

async function decide(ctx: Ctx, chain: Chain, row: HighExamScore, isPass: boolean, opinion: string): Promise<void> {
  await chain.run.act(ctx, row, actionFor(ctx, row, chain, isPass), opinion)
}

/** Every row for itself; in one order, so that two who decide about the same rows do not wait in a circle. */
async function auditEach(
  ctx: Ctx,
  { ids, status, msg }: Input<typeof auditStudents>,
): Promise<Output<typeof auditStudents>> {
  const isPass = isPassed(status)
  const chosen = [...new Set(partsOf(ids))]
  if (chosen.length === 0) throw new AppError('request.noSelection')
  const results = new Map<string, Output<typeof auditStudents>[number]>()
  for (const id of chosen.toSorted()) {
    const { refusal } = await attempt(ctx, async (inside) =>
      decide(inside, CULTURE, await hold(inside, id), isPass, msg ?? ''),
    )
    results.set(id, { id, isDone: refusal === undefined ? 1 : 0, message: refusal ?? '' })
  }
  return chosen.flatMap((id) => results.get(id) ?? [])
}

/** An auditor mends figures, nothing else, while the row waits. */
const corrections = hook(gatherHighExamScore, {
  async beforeSave(ctx, row, before) {
    settleTotal(row, before)
    if (before) await requireCorrecting(ctx, before.id, changedFields(row, before))
  },
}).hooks

/** What was mended, for the log of the row: 语文：98→99. */
function told(fields: Fields, changed: string[], before: HighExamScore, after: HighExamScore): string {
  const [old, now] = [before, after].map((row) => new Map<string, unknown>(Object.entries(row)))
  const value = (row: Map<string, unknown> | undefined, name: string) => String(row?.get(name) ?? '空')
  return changed.map((name) => `${fields[name]?.label}：${value(old, name)}→${value(now, name)}`).join('；')
}

type Correcting = Input<typeof auditStudentScore> | Input<typeof auditArtStudentScore>

/** A value that the body does not have is not touched; the answer of an input carries null for it. */
function givenScores({ scores }: Chain, input: object): Partial<HighExamScore> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => Object.hasOwn(scores, name) && value !== null),
  )
}

async function auditOne(ctx: Ctx, chain: Chain, input: Correcting): Promise<void> {
  const { id, updateTime, status, msg } = input
  const isPass = isPassed(status)
  const before = await hold(ctx, id)
  if (updateTime && updateTime !== before.updateTime) throw new AppError('row.stale')
  const given = givenScores(chain, input)
  const changed = isPass ? changedFields(given, before) : []
  if (changed.length === 0) return decide(ctx, chain, before, isPass, msg ?? '')
  const action = actionFor(ctx, before, chain, true)
  const after = await submit(gatherHighExamScore, ctx, { id, ...given, updateTime: before.updateTime }, corrections)
  const opinion = [msg?.trim(), `更正：${told(gatherHighExamScore.fields, changed, before, after)}`]
    .filter(Boolean)
    .join('；')
  await chain.run.act(ctx, after, action, opinion)
}

export const highExamAuditHandlers = [
  implement(auditStudents, auditEach),
  implement(auditStudentScore, (ctx, input) => auditOne(ctx, CULTURE, input)),
  implement(auditArtStudentScore, (ctx, input) => auditOne(ctx, ART, input)),
]
