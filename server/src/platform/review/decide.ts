import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import type { ReviewCall } from '@xueheng/contract/derive/review-calls.ts'
import { sql } from 'kysely'
import { visible } from '../access/doors.ts'
import type { Ctx } from '../ctx.ts'
import { attempt } from '../db/attempt.ts'
import { AppError, conflict, fault, refuse } from '../error.ts'
import { idsOf } from '../rows/handlers.ts'
import { checkId, findRow, textOf } from '../rows/read.ts'
import { act } from './act.ts'
import { type BoundReview, type Decided, type ReviewRow, type Step, findStep } from './bound.ts'
import { lastMove } from './log.ts'

export interface Decision {
  ids: string[]
  action: string
  opinion: string
  /** What is to be set otherwise with it. */
  amended: Partial<ReviewRow>
  /** Id → time of change as the decider saw it. */
  seen: Record<string, string>
}

export interface RowResult {
  id: string
  isDone: number
  /** Why not, in the user's words. */
  message: string
}

/** What a call asks for: the verdict in its name or in its body. */
export function decisionOf({ definition }: BoundReview, call: ReviewCall, input: Record<string, unknown>): Decision {
  const step = findStep(definition, call.step)
  const isPass = step.reject === undefined || isPassed(definition, call, input)
  const { seen } = input
  return {
    ids: chosenIds(input),
    action: (isPass ? step.pass[0] : step.reject) ?? '',
    opinion: textOf(input[definition.opinion[0] ?? '']),
    amended: isPass ? amendedOf(step, input) : {},
    seen: typeof seen === 'object' && seen !== null ? (seen as Record<string, string>) : {},
  }
}

function amendedOf({ amends = [] }: Step, input: Record<string, unknown>): Partial<ReviewRow> {
  return Object.fromEntries(amends.flatMap((name) => (isGiven(input[name]) ? [[name, input[name]]] : [])))
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isPassed({ verdict }: AnyReview, { kind }: ReviewCall, input: Record<string, unknown>): boolean {
  if (kind.startsWith('pass')) return true
  if (kind.startsWith('reject')) return false
  const given = input[verdict.name]
  if (given !== verdict.pass && given !== verdict.reject) throw refuse('审核结论不是有效的选项')
  return given === verdict.pass
}

function chosenIds(input: Record<string, unknown>): string[] {
  const ids = [...new Set([...idsOf(input), ...idsOf({ ids: input['id'] })])]
  if (ids.length === 0) throw fault('ids', '请选择至少一条数据')
  return ids
}

/** All or none: the first row that is refused takes the others back with it. */
export async function decideAll(review: BoundReview, ctx: Ctx, decision: Decision): Promise<void> {
  const decided: Decided[] = []
  const [amended] = Object.keys(decision.amended)
  if (amended !== undefined && decision.ids.length > 1) throw fault(amended, '一次只能改一条')
  for (const id of inOneOrder(decision.ids)) decided.push(await decideOne(review, ctx, id, decision))
  await review.hooks.afterAll?.(ctx, decided)
}

/** Every row for itself: what is refused is answered with its reason and changes nothing of the others. */
export async function decideEach(review: BoundReview, ctx: Ctx, decision: Decision): Promise<RowResult[]> {
  const results = new Map<string, RowResult>()
  const decided: Decided[] = []
  for (const id of inOneOrder(decision.ids)) {
    const { refusal, value } = await attempt(ctx, (inside) => decideOne(review, inside, id, decision))
    if (value) decided.push(value)
    results.set(id, { id, isDone: refusal === undefined ? 1 : 0, message: refusal ?? '' })
  }
  if (decided.length > 0) await review.hooks.afterAll?.(ctx, decided)
  return decision.ids.flatMap((id) => results.get(id) ?? [])
}

/** Sorted: two who decide about the same rows do not wait for each other in a circle. */
function inOneOrder(ids: string[]): string[] {
  return ids.toSorted()
}

async function decideOne(
  review: BoundReview,
  ctx: Ctx,
  id: string,
  { action, opinion, seen, amended }: Decision,
): Promise<Decided> {
  const { entity } = review.definition
  await sql`select 1 from ${visible(ctx, entity)} r where id = ${checkId(id)} for update`.execute(ctx.db)
  const row = await findRow(entity, ctx, id)
  if (!row) throw new AppError('row.notFound')
  if (seen[id] !== undefined && seen[id] !== row['updateTime']) throw await overtaken(review, ctx, id)
  return act(review, ctx, row, action, opinion, amended)
}

/** Who moved the row last, when and how; nobody has where it was only typed over. */
async function overtaken({ definition }: BoundReview, ctx: Ctx, id: string): Promise<AppError> {
  const last = await lastMove(ctx, definition, id)
  if (!last) return conflict('数据已变更，请刷新')
  return conflict(`数据已变更，请刷新（最近：${last.userName}于${last.createTime}「${last.action}」）`)
}
