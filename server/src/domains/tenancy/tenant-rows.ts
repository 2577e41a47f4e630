import { randomInt } from 'node:crypto'
import { tenant, type tenantDetail } from '@xueheng/contract/domains/tenancy/tenant.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { every, into, visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError } from '../../platform/error.ts'
import { checkId } from '../../platform/rows/read.ts'

/** A tenant as its calls answer it. */
export type TenantView = NonNullable<Output<typeof tenantDetail>>

const FIELDS = Object.keys(tenant.fields)

/** The columns of a `TenantView`. */
export const TENANT_COLUMNS = sql`id, ${sql.join(FIELDS.map((name) => sql`${sql.ref(snake(name))} as ${sql.id(name)}`))},
  domain_url as domain, datasource_id::text as datasource_id, create_user, create_dept, create_time,
  update_user, update_time, status, is_deleted`

/** A living tenant the caller may know of. */
export async function findTenant(ctx: Ctx, id: string): Promise<TenantView | null> {
  const found = await sql<TenantView>`select ${TENANT_COLUMNS} from ${visible(ctx, tenant)} t
    where id = ${checkId(id)}`.execute(ctx.db)
  return found.rows[0] ?? null
}

/** The same, held until the transaction ends. Throws when it is gone or has changed since `updateTime`. */
export async function lockTenant(ctx: Ctx, id: string, updateTime: unknown): Promise<TenantView> {
  await sql`select 1 from ${into(tenant)} where id = ${id} for update`.execute(ctx.db)
  const row = await findTenant(ctx, id)
  if (!row) throw new AppError('row.notFound')
  if (updateTime && updateTime !== row.updateTime) throw new AppError('row.stale')
  return row
}

/** A new tenant under a code of its own: its name and package alone. */
export async function addTenant(ctx: Ctx, name: string, packageId: unknown): Promise<{ id: string; code: string }> {
  const [id, code] = [nextId(), await freeCode(ctx)]
  await sql`insert into ${into(tenant)} (id, tenant_id, tenant_name, package_id, create_user, create_dept)
    values (${id}, ${code}, ${name}, ${packageId || null}, ${ctx.user.id},
      ${ctx.user.deptId || null})`.execute(ctx.db)
  return { id, code }
}

async function freeCode(ctx: Ctx): Promise<string> {
  const tenants = every(tenant, 'a code that was ever given is not given again')
  for (;;) {
    const code = String(randomInt(100_000, 1_000_000))
    const known = await sql`select 1 from ${tenants} t where tenant_id = ${code}`.execute(ctx.db)
    if (known.rows.length === 0) return code
  }
}

/** Changes what `values` name; an empty text clears. */
export async function changeTenant(ctx: Ctx, id: string, values: Record<string, unknown>): Promise<void> {
  const given = FIELDS.filter((name) => name !== 'tenantId' && values[name] !== undefined)
  const sets = given.map((name) => sql`${sql.ref(snake(name))} = ${cleared(name, values[name])}`)
  await sql`update ${into(tenant)} set ${sql.join([...sets, sql`update_user = ${ctx.user.id}`])},
    update_time = greatest(localtimestamp(0), update_time + interval '1 second') where id = ${id}`.execute(ctx.db)
}

function cleared(name: string, value: unknown): unknown {
  if (name === 'adminAccount') return value || 'admin'
  if (name === 'accountNumber') return value === '' || value === null ? -1 : value
  return value === '' ? null : value
}

/** The tenants are gone for everybody; their data stay. */
export async function removeTenants(ctx: Ctx, ids: string[]): Promise<void> {
  await sql`update ${into(tenant)} set is_deleted = 1, update_user = ${ctx.user.id}
    where id = any(${ids}::bigint[])`.execute(ctx.db)
}
