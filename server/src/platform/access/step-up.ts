import type { CtxUser } from '../ctx.ts'
import { AppError } from '../error.ts'

/**
 * Lets only those pass who proved who they are within the last minutes. Calls declared `stepUp` pass through here by
 * themselves; a handler calls it where only part of what it does is that sensitive.
 */
export function requireFresh(user: CtxUser, now: number): void {
  if ((user.freshUntil ?? 0) < now) throw new AppError('session.stale')
}
