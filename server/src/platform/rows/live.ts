import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { CHANNEL } from '../db/listen.ts'

/** Reading leaves a line as well, and changes nothing. */
const READS = /\.(export|reveal)/

/** Notified inside the transaction, so that it arrives when it has become true; the same words twice arrive once. */
export async function notifyChange(ctx: Ctx, call: string, entity = '', rowId = ''): Promise<void> {
  const audience = ctx.rules.audiences.get(entity)
  if (!audience || READS.test(call) || (audience === 'user' && !rowId)) return
  const whom = audience === 'everybody' ? '*' : ctx.user.tenantId
  const text = `change:${whom}:${entity}:${audience === 'user' ? rowId : ''}`
  await sql`select pg_notify(${CHANNEL}, ${text})`.execute(ctx.db)
}
