import { loginLog, loginLogDetail, loginLogList } from '@xueheng/contract/domains/sign-in/session.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { type Page, pageOf } from '@xueheng/contract/kit/page.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { checkId, orderBy } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
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
    database.tenant(tenantId),
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
  implement(loginLogList, (ctx, input) => list(ctx, input)),
  implement(loginLogDetail, (ctx, { id }) => find(ctx, id)),
]

const COLUMNS = sql`id, account, way, result, reason, remote_ip, user_agent, create_time`

/** Lines are written once: they have no columns of those who change rows. */
function columnOf(name: string) {
  const isOwn = Object.hasOwn(loginLog.fields, name) && name !== 'device'
  return sql.ref(isOwn ? snake(name) : 'create_time')
}

type Line = NonNullable<Output<typeof loginLogDetail>>

function withDevice(line: Omit<Line, 'device'>): Line {
  return { ...line, device: deviceOf(line.userAgent) }
}

async function list(ctx: Ctx, input: Record<string, unknown>): Promise<Page<Line>> {
  const page = { current: Number(input['current'] ?? 1), size: Number(input['size'] ?? 10) }
  const where = sql.join(
    [
      sql`true`,
      ...(['account', 'remoteIp'] as const)
        .filter((name) => input[name])
        .map(
          (name) => sql`strpos(lower(${sql.ref(name === 'account' ? name : 'remote_ip')}), lower(${input[name]})) > 0`,
        ),
      ...['way', 'result'].filter((name) => input[name]).map((name) => sql`${sql.ref(name)} = ${input[name]}`),
      ...(input['createTime_dategt'] ? [sql`create_time >= ${input['createTime_dategt']}`] : []),
      ...(input['createTime_datelt'] ? [sql`create_time <= ${input['createTime_datelt']}`] : []),
    ],
    sql` and `,
  )
  const rows =
    await sql<Line>`select ${COLUMNS} from ${own(loginLogTable)} where ${where} order by ${orderBy(loginLog, input, columnOf)}
    limit ${page.size} offset ${(page.current - 1) * page.size}`.execute(ctx.db)
  const count = await sql<{ n: number }>`select count(*)::int as n from ${own(loginLogTable)} where ${where}`.execute(
    ctx.db,
  )
  return pageOf(rows.rows.map(withDevice), count.rows[0]?.n ?? 0, page)
}

async function find(ctx: Ctx, id: string): Promise<Line | null> {
  const found = await sql<Line>`select ${COLUMNS} from ${own(loginLogTable)} where id = ${checkId(id)}`.execute(ctx.db)
  return found.rows[0] ? withDevice(found.rows[0]) : null
}
