import { waitingStates } from '@xueheng/contract/derive/waiting-states.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { maskRows } from '../access/mask.ts'
import type { Ctx } from '../ctx.ts'
import { type Query, listPage } from '../rows/read.ts'
import type { BoundReview, ReviewRow } from './bound.ts'

/** The rows that wait for a step, first come first served; a state asked for shows the rows in that one instead. */
export async function readQueue(
  { definition, hooks }: BoundReview,
  step: string,
  ctx: Ctx,
  input: Query,
): Promise<Page<ReviewRow>> {
  const { entity, column, queueOrder = 'createTime' } = definition
  const order = input['ascs'] || input['descs'] ? {} : { ascs: queueOrder }
  const state = input[column] || waitingStates(definition, step).join()
  const page = await listPage(entity, ctx, { ...input, ...order, [column]: state })
  const rows = maskRows(entity.fields, page.records)
  return { ...page, records: rows.map((row) => hooks.present?.(ctx, row) ?? row) }
}
