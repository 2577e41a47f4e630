import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { CtxUser } from '../ctx.ts'
import { AppError } from '../error.ts'

/** How long a proof of who one is holds for sensitive calls, in ms. */
export const PROOF_MS = 600_000

/** Whether a call wants such a proof; one that is sensitive as a file alone does where a format is asked for. */
export function wantsProof(call: AnyCall, input: Record<string, unknown>): boolean {
  return call.stepUp === 'file' ? Boolean(input['format']) : Boolean(call.stepUp)
}

/**
 * Lets only those pass who proved who they are within the last minutes. Calls declared `stepUp` pass through here by
 * themselves; a handler calls it where only part of what it does is that sensitive.
 */
export function requireFresh(user: CtxUser, now: number): void {
  if ((user.freshUntil ?? 0) < now) throw new AppError('session.stale')
}
