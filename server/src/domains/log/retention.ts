import { sql } from 'kysely'
import { type Table, own } from '../../platform/db/table.ts'
import { logApi, logError, logUsual } from './tables.ts'
import type { Db } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { numberSetting } from '../../platform/settings.ts'
import { SEALED_LOGS, cut } from './audit-chain.ts'
import { every } from '../../platform/access/doors.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const TENANTS = every(tenant, 'logs of all tenants are cleared')

const PLAIN_LOGS: Table[] = [logUsual, logApi, logError]

/** Removes lines past their time from every log of a tenant; answers how many. */
export async function pruneLogs(db: Db, auditKey: Buffer, tenantId: string): Promise<number> {
  const days = await numberSetting(db, 'log.retainDays')
  let gone = 0
  for (const source of SEALED_LOGS) gone += await cut(db, auditKey, tenantId, days, source)
  for (const table of PLAIN_LOGS) {
    const result = await sql`delete from ${own(table)}
      where create_time < now() - ${days} * interval '1 day'`.execute(db)
    gone += Number(result.numAffectedRows ?? 0)
  }
  const accessDays = await numberSetting(db, 'childAccess.retainDays')
  const cutOff = await sql<{ n: string }>`select child_access_cut(${tenantId}, ${accessDays}::int) as n`.execute(db)
  return gone + Number(cutOff.rows[0]?.n ?? 0)
}

export async function tenantIds(database: Database): Promise<string[]> {
  const found = await sql<{ id: string }>`select tenant_id as id from ${TENANTS} order by 1`.execute(database.open)
  return found.rows.map((row) => row.id)
}
