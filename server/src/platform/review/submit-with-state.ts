import { canDo } from '@xueheng/contract/kit/states.ts'
import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import { maskRows } from '../access/mask.ts'
import type { Ctx } from '../ctx.ts'
import { AppError } from '../error.ts'
import { findRow, textOf } from '../rows/read.ts'
import { actionTo, wantedState } from '../states.ts'
import { actAlone } from './act.ts'
import type { BoundReview, ReviewRow } from './bound.ts'

type Body = Record<string, unknown>

/**
 * A submit whose body names another state asks for the action that leads there; what else it says is saved first, where
 * the machine lets the row be edited. Answers the row as it is then.
 */
export async function submitWithState(
  review: BoundReview,
  ctx: Ctx,
  input: Body,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<unknown> {
  const { entity, states, column, opinion } = review.definition
  const wanted = wantedState(states, entity.fields[column].label, input[column])
  const before = input['id'] ? await findRow(entity, ctx, textOf(input['id'])) : undefined
  if (wanted === undefined || wanted === valueOf(review.definition, before)) return work(ctx)
  const row = await saved(review, ctx, input, before, work)
  const said = (opinion as string[]).map((name) => textOf(input[name])).find(Boolean) ?? ''
  await actAlone(review, ctx, row, actionTo(states, valueOf(review.definition, row), wanted), said)
  return maskRows(entity.fields, [(await findRow(entity, ctx, row.id)) ?? row])[0]
}

/** A new row begins in the first state. */
function valueOf({ states, column }: AnyReview, row: ReviewRow | undefined): number {
  const [first] = Object.values(states.states as Record<string, { value: number }>)
  return Number(row?.[column] ?? first?.value)
}

async function saved(
  { definition }: BoundReview,
  ctx: Ctx,
  input: Body,
  before: ReviewRow | undefined,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<ReviewRow> {
  const { states, entity } = definition
  const isOpen = !before || !('edit' in states.actions) || canDo(states, 'edit', valueOf(definition, before))
  if (isOpen) {
    const { id } = (await work(ctx)) as { id: unknown }
    const row = await findRow(entity, ctx, textOf(id))
    if (row) return row
    throw new AppError('row.notFound')
  }
  const seen = textOf(input['updateTime'])
  if (seen !== '' && seen !== before['updateTime']) throw new AppError('row.stale')
  return before
}
