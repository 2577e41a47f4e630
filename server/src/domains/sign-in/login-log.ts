import { loginLogDetail, loginLogList } from '@xueheng/contract/domains/sign-in/session.ts'
import { sql } from 'kysely'
import { findOf, listOf } from '../../platform/rows/list.ts'
import { nextId } from '../../platform/db/id.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { tellSecurity } from '../../platform/audit/security-events.ts'
import { deviceOf } from './device.ts'
import { own } from '../../platform/db/table.ts'
import { loginLogTable } from './tables.ts'
import { every } from '../../platform/access/doors.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const everyTenant = every(tenant, 'whether a tenant is known is asked before anybody is')

export interface Arrival {
  tenantId: string
  userId?: string
  account: string
  way: string
  /** Empty when it succeeded. */
  refusal?: string
  ip: string
  agent: string
}

/** One line per try to sign in. Tries at tenants nobody knows belong to the managing one. */
export async function logArrival(database: Database, managingTenant: string, arrival: Arrival): Promise<void> {
  const isKnown = !arrival.refusal || (await isTenant(database, arrival.tenantId))
  const tenantId = isKnown ? arrival.tenantId : managingTenant
  const reason = `${arrival.refusal ?? ''}${isKnown ? '' : `（租户 ${arrival.tenantId}）`}`
  await sql`insert into ${own(loginLogTable)} (id, tenant_id, user_id, account, way, result, reason, remote_ip, user_agent)
    values (${nextId()}, ${tenantId}, ${arrival.userId ?? null}, ${clean(arrival.account, 64)}, ${arrival.way},
      ${arrival.refusal ? 'failure' : 'success'}, ${clean(reason, 200)}, ${arrival.ip.slice(0, 64)}, ${clean(arrival.agent, 500)})`.execute(
    database.prepared(tenantId),
  )
  const { account, userId, ip, way } = arrival
  const text = `${way} ${arrival.refusal ? 'failure' : 'success'}`
  tellSecurity({ kind: 'sign-in', isAlarm: Boolean(arrival.refusal), text, tenantId, account, userId, ip })
}

async function isTenant(database: Database, tenantId: string): Promise<boolean> {
  const found = await sql`select 1 from ${everyTenant} where tenant_id = ${clean(tenantId, 12)}`.execute(database.open)
  return found.rows.length > 0
}

function clean(text: string, length: number): string {
  return text.replaceAll('\u0000', '').slice(0, length)
}

export const loginLogHandlers: Implementation[] = [
  implement(loginLogList, async (ctx, { query }) => {
    const page = await listOf(ctx, loginLogList, query, own(loginLogTable))
    return { ...page, records: page.records.map(withDevice) }
  }),
  implement(loginLogDetail, async (ctx, { id }) => {
    const line = await findOf(ctx, loginLogList, id, own(loginLogTable))
    return line && withDevice(line)
  }),
]

function withDevice<L extends { userAgent: string | null }>(line: L): L & { device: string } {
  return { ...line, device: deviceOf(line.userAgent) }
}
