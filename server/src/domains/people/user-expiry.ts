import { sql } from 'kysely'
import type { Db } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Sessions } from '../../platform/http/session.ts'
import type { ScheduledTask } from '../../platform/scheduler.ts'
import { own } from '../../platform/db/table.ts'
import { sysUser } from './tables.ts'
import { every } from '../../platform/access/doors.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const everyTenant = every(tenant, 'time runs out in every tenant')

const EVERY_SECONDS = 20

/** Accounts of the connection's tenant whose time has come or was moved. Answers those that were just closed. */
export async function settleExpiry(db: Db): Promise<string[]> {
  await sql`update ${own(sysUser)} set status = 1 where status = 2 and is_deleted = 0
    and (expire_time is null or expire_time > localtimestamp)`.execute(db)
  const closed = await sql<{ id: string }>`update ${own(sysUser)} set status = 2 where status = 1 and is_deleted = 0
    and expire_time <= localtimestamp returning id`.execute(db)
  return closed.rows.map((row) => row.id)
}

/** Closes accounts soon after their time, and ends their sessions. */
export function expiryTask({
  database,
  sessions,
}: {
  database: Database
  sessions: Pick<Sessions, 'endAll'>
}): ScheduledTask {
  return {
    name: 'user.expiry',
    when: EVERY_SECONDS,
    async run() {
      const tenants = await sql<{
        id: string
      }>`select tenant_id as id from ${everyTenant} where is_deleted = 0`.execute(database.open)
      for (const { id } of tenants.rows) {
        for (const user of await settleExpiry(database.tenant(id))) await sessions.endAll(user)
      }
    },
  }
}
