import { sql } from 'kysely'
import type { Database } from '../../platform/db/pool.ts'
import { own } from '../../platform/db/table.ts'
import { authCaptcha, authSms } from './tables.ts'

/** Removes pictures that have run out, and text codes of the day before. */
export async function sweepSignIns({ open }: Pick<Database, 'open'>): Promise<void> {
  await sql`delete from ${own(authCaptcha)} where expire_time < now()`.execute(open)
  await sql`delete from ${own(authSms)} where create_time < now() - interval '1 day'`.execute(open)
}
