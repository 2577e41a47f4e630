import type { Db } from '../../platform/ctx.ts'

/** What a process needs of its surroundings: a request has more, a timer no user. */
export interface FlowCtx {
  db: Db
  now: Date
  user: { id: string; tenantId: string }
}

/** A message of the product to one account; it is heard when the transaction it is written in is kept. */
export type SendMessage = (
  ctx: FlowCtx,
  message: { account: string; messageType: number; title: string; content: string; link?: string },
) => Promise<void>
