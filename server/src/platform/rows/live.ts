import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { CHANNEL } from '../db/listen.ts'

/**
 * Tells open browsers that a row has changed, where they follow rows of its entity. Told inside the transaction, so that it
 * arrives when it has become true; the same words twice arrive once.
 */
export async function tellChange(
  ctx: Pick<Ctx, 'db' | 'rules' | 'user'>,
  entity: string,
  rowId: string,
): Promise<void> {
  const audience = ctx.rules.audiences.get(entity)
  const isOfRow = audience === 'user' || audience === 'row'
  if (!audience || (isOfRow && !rowId)) return
  const whom = audience === 'everybody' ? '*' : ctx.user.tenantId
  const text = `change:${whom}:${entity}:${isOfRow ? rowId : ''}`
  await sql`select pg_notify(${CHANNEL}, ${text})`.execute(ctx.db)
}
