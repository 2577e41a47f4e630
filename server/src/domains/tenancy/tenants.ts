import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { post } from '@xueheng/contract/domains/people/post.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { tenant as tenantEntity } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { AccessRule } from '../../platform/access/rules.ts'
import { idsOf } from '../../platform/rows/handlers.ts'
import { checkId } from '../../platform/rows/read.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/error.ts'
import { own } from '../../platform/db/table.ts'
import { tenant } from './tables.ts'

export interface TenantDeps {
  config: Pick<Config, 'tenantId'>
  database: Database
}

/** Administrators of the managing tenant look after the other tenants and what all of them share. */
export function isManaging({ config }: Pick<TenantDeps, 'config'>, ctx: Pick<Ctx, 'user'>): boolean {
  return ctx.user.isAdministrator && ctx.user.tenantId === config.tenantId
}

/** Who manages the tenants knows of all of them, everybody else of the own. */
export function tenantAccess(deps: Pick<TenantDeps, 'config'>): AccessRule {
  return {
    entity: tenantEntity,
    limit: (reader) => (isManaging(deps, reader) ? undefined : sql`tenant_id = ${reader.user.tenantId}`),
  }
}

export function assertManaging(deps: Pick<TenantDeps, 'config'>, ctx: Ctx): void {
  if (!isManaging(deps, ctx)) throw new AppError('access.refused')
}

/** For calls whose right depends on what is asked. */
export function assertHolds(ctx: Ctx, permission: string): void {
  if (!ctx.user.isAdministrator && !ctx.user.permissions.has(permission)) throw new AppError('access.refused')
}

/** Runs `work` on another tenant's rows; inside a request's transaction its connection changes sides and comes back. */
export async function inTenant<T>(
  { database }: Pick<TenantDeps, 'database'>,
  ctx: Ctx,
  tenantId: string,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (tenantId === ctx.user.tenantId) return work(ctx)
  const user = { ...ctx.user, tenantId }
  if (!ctx.db.isTransaction) return work({ ...ctx, user, db: database.tenant(tenantId) })
  await sql`select set_config('app.tenant', ${tenantId}, true)`.execute(ctx.db)
  const answer = await work({ ...ctx, user })
  await sql`select set_config('app.tenant', ${ctx.user.tenantId}, true)`.execute(ctx.db)
  return answer
}

/** Whose rows the managing tenant's administrators look after in other tenants: accounts and what they hang on. */
export const MANAGED: ReadonlySet<AnyEntity> = new Set<AnyEntity>([user, role, dept, post])

/**
 * Runs a call on the rows it is about: those of the named tenant, or of the one whose rows the ids are.
 * Only the managing tenant's administrators reach past their own; for all others foreign rows do not exist.
 */
export async function whereRowsAre<T>(
  deps: TenantDeps,
  ctx: Ctx,
  entity: AnyEntity,
  input: Record<string, unknown>,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (!MANAGED.has(entity)) throw new Error(`rows of ${entity.name} are looked after by their own tenant alone`)
  const ids = [...idsOf(input), ...[input['id']].filter(Boolean).map(String)]
  if (ids.length > 0) return inTenant(deps, ctx, await homeOf(deps, ctx, entity, ids), work)
  const named = String(input['tenantId'] || ctx.user.tenantId)
  if (named !== ctx.user.tenantId) {
    assertManaging(deps, ctx)
    await assertTenant(ctx, named)
  }
  return inTenant(deps, ctx, named, work)
}

/** The tenant of the first row; the caller's own when nobody has it. */
async function homeOf(deps: TenantDeps, ctx: Ctx, entity: AnyEntity, ids: string[]): Promise<string> {
  const home = ctx.user.tenantId
  if (!isManaging(deps, ctx)) return home
  const tenants = await sql<{ id: string }>`select tenant_id as id from ${own(tenant)} where is_deleted = 0
    order by tenant_id <> ${home}, tenant_id`.execute(ctx.db)
  const rows = every(entity, 'whose a row is does not depend on who sees it')
  for (const { id } of tenants.rows) {
    const found = await inTenant(deps, ctx, id, (inside) =>
      sql`select 1 from ${rows} where id = ${checkId(ids[0])}`.execute(inside.db),
    )
    if (found.rows.length > 0) return id
  }
  return home
}

/** Every tenant of the installation, removed ones included. */
export async function tenantIds({ database }: Pick<TenantDeps, 'database'>): Promise<string[]> {
  const found = await sql<{ id: string }>`select tenant_id as id from ${own(tenant)} order by tenant_id`.execute(
    database.open,
  )
  return found.rows.map((row) => row.id)
}

async function assertTenant(ctx: Ctx, tenantId: string): Promise<void> {
  const found = await sql`select 1 from ${own(tenant)} where tenant_id = ${tenantId} and is_deleted = 0`.execute(ctx.db)
  if (found.rows.length === 0) throw new AppError('row.notFound')
}
