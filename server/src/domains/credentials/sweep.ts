import { sql } from 'kysely'
import type { Database } from '../../platform/db/pool.ts'
import { own } from '../../platform/db/table.ts'
import { authFailure, authTicket } from './tables.ts'

/** Removes tickets that have run out, and tries of the day before. */
export async function sweepCredentials({ open }: Pick<Database, 'open'>): Promise<void> {
  await sql`delete from ${own(authFailure)} where last_time < now() - interval '1 day'`.execute(open)
  await sql`delete from ${own(authTicket)} where expire_time < now()`.execute(open)
}
