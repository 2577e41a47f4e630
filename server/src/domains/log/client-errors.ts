import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import type { Database } from '../../platform/db/pool.ts'
import { own } from '../../platform/db/table.ts'
import { clientErrorLog } from './tables.ts'

const ENDED = { success: 'true', msg: 'success' }
const LOG_LIMIT = 200

/** The browser's own error log; kept for operators, the session goes on. */
export async function keepLogs(database: Database, ctx: Ctx, items: unknown[], ip: string): Promise<object> {
  const entries = JSON.stringify(items.slice(0, LOG_LIMIT)).slice(0, 500_000)
  await sql`insert into ${own(clientErrorLog)} (id, tenant_id, user_id, entries, remote_ip)
    values (${nextId()}, ${ctx.user.tenantId || null}, ${ctx.user.id || null}, to_jsonb(${entries}::text), ${ip})`.execute(
    database.open,
  )
  return ENDED
}
