import { sql } from 'kysely'
import type { Db } from '../ctx.ts'
import { own } from '../db/table.ts'
import { providerUsage } from './tables.ts'

/** Limits are counted by the provider's day. */
const TODAY = sql`(now() at time zone 'Asia/Shanghai')::date`

/**
 * Counts `wanted` of what an account may have by the day, all of it or none; answers whether there was room. `db` decides
 * whether it stays counted when the caller's transaction is refused: on `database.beside` it does.
 */
export async function takeUsage(
  db: Db,
  { tenantId, holder, name, most }: { tenantId: string; holder: string; name: string; most: number },
  wanted = 1,
): Promise<boolean> {
  const taken = await sql`insert into ${own(providerUsage)} as u (tenant_id, holder, day, name, used)
    select ${tenantId}, ${holder}, ${TODAY}, ${name}, ${wanted}::int where ${wanted}::int <= ${most}::int
    on conflict (tenant_id, holder, day, name) do update set used = u.used + excluded.used
    where u.used + excluded.used <= ${most} returning 1`.execute(db)
  return taken.rows.length > 0
}

/** What was used today. */
export async function usedToday(db: Db, holder: string, name: string): Promise<number> {
  const found = await sql<{ used: number }>`select u.used from ${own(providerUsage)} u
    where u.holder = ${holder} and u.day = ${TODAY} and u.name = ${name}`.execute(db)
  return found.rows[0]?.used ?? 0
}
