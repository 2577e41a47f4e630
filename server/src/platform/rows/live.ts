import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { CHANNEL } from '../db/listen.ts'
import type { Operation } from '../audit/operation-log.ts'

/** Whose open browsers hear of a change: those of the tenant, of all tenants, or of the user the row is. */
export type Audience = 'tenant' | 'everybody' | 'user'

const audiences = new Map<string, Audience>()

/** From now on open browsers are told when rows of the entity change. */
export function tellChangesOf(entity: string, audience: Audience): void {
  audiences.set(entity, audience)
}

/** Reading leaves a line as well, and changes nothing. */
const READS = /\.(export|reveal)/

/** Said inside the transaction, so that it is heard when it has become true; the same words twice are heard once. */
export async function tellChange(ctx: Ctx, call: string, { entity = '', rowId = '' }: Operation): Promise<void> {
  const audience = audiences.get(entity)
  if (!audience || READS.test(call) || (audience === 'user' && !rowId)) return
  const whom = audience === 'everybody' ? '*' : ctx.user.tenantId
  const text = `change:${whom}:${entity}:${audience === 'user' ? rowId : ''}`
  await sql`select pg_notify(${CHANNEL}, ${text})`.execute(ctx.db)
}
