import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import { assertMay } from '../access/rights.ts'
import type { Scope } from '../access/user.ts'
import type { Ctx } from '../ctx.ts'
import { AppError, refuse } from '../error.ts'
import { type ReviewRow, type Step, ownerOf } from './bound.ts'

const LEVELS = { school: ['all', 'area', 'school'], area: ['all', 'area'] } as const

/** Whether the data scope is wide enough for the step. */
export function isWideEnough({ narrowest }: Step, { level }: Scope): boolean {
  return narrowest === undefined || LEVELS[narrowest].some((one) => one === level)
}

/** Refuses who may not take the step at this row: without the permission, at his own row or another's, too narrow a scope. */
export function assertStep(definition: AnyReview, step: Step, ctx: Ctx, row: ReviewRow): void {
  assertMay(ctx, step.permission)
  const isOwn = ownerOf(definition, row) === ctx.user.id
  if (step.notOwn && isOwn) throw refuse(`不能审核本人的${definition.noun}`)
  if (step.ownOnly && !isOwn) throw refuse(`只能办理本人的${definition.noun}`)
  if (!isWideEnough(step, ctx.scope)) throw new AppError('access.refused')
}
