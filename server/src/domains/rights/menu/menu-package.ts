import {
  menuPackage,
  menuPackageGrant,
  menuPackageKeys,
  tenantPackageList,
} from '@xueheng/contract/domains/rights/menu-package.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { AccessRule } from '../../../platform/access/rules.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { listOf } from '../../../platform/rows/list.ts'
import type { Sessions } from '../../../platform/http/session.ts'
import { type EntityHooks, type Implementation, hook, implement } from '../../../platform/module.ts'
import { livingIds } from '../roles/grants.ts'
import { readMenu, withParents } from './menu-forest.ts'
import { seedRoles } from '../roles/seed-roles.ts'
import { type TenantDeps, assertManaging, inTenant, isManaging } from '../../tenancy/index.ts'
import { own } from '../../../platform/db/table.ts'
import { menuPackageMenu, roleMenu } from '../tables.ts'
import { every, visible } from '../../../platform/access/doors.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const everyTenant = every(tenant, 'tenants that have a package lose and gain with it')

type Deps = TenantDeps & { sessions: Sessions }

/** Packages belong to the installation. What a role may be granted is held within them by the database itself. */
export function menuPackageHandlers(deps: Deps): Implementation[] {
  return [
    implement(menuPackageKeys, async (ctx, { id }) => {
      assertManaging(deps, ctx)
      const [packageId] = await livingIds(ctx, menuPackage, [id])
      return { menu: await menuIdsOf(ctx, packageId ?? '') }
    }),
    implement(tenantPackageList, (ctx, { query }) => {
      assertManaging(deps, ctx)
      return listOf(ctx, tenantPackageList, query, packagesOf(ctx))
    }),
    implement(menuPackageGrant, (ctx, { id, menuIds }) => grant(deps, ctx, id, menuIds ?? [])),
  ]
}

/** Packages with the menus in them. */
const packagesOf = (ctx: Ctx) => sql`(select k.*, coalesce((select string_agg(p.menu_id::text, ',' order by p.menu_id)
  from ${own(menuPackageMenu)} p where p.package_id = k.id), '') as menu_id from ${visible(ctx, menuPackage)} k)`

async function menuIdsOf(ctx: Ctx, packageId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select p.menu_id as id from ${own(menuPackageMenu)} p
    join ${visible(ctx, menuRow)} m on m.id = p.menu_id where p.package_id = ${packageId}`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}

/** The menus with those above them; tenants that have the package lose and gain with it at once. */
async function grant(deps: Deps, ctx: Ctx, id: string, given: string[]): Promise<void> {
  assertManaging(deps, ctx)
  const [packageId = ''] = await livingIds(ctx, menuPackage, [id])
  const menuIds = [...withParents(await readMenu(ctx), await livingIds(ctx, menuRow, given))]
  await sql`delete from ${own(menuPackageMenu)} where package_id = ${packageId}`.execute(ctx.db)
  await sql`insert into ${own(menuPackageMenu)} (package_id, menu_id) select ${packageId}, m from unnest(${menuIds}::bigint[]) m`.execute(
    ctx.db,
  )
  await logOperation(ctx, 'menuPackage.grant', '套餐菜单配置', {
    entity: 'menuPackage',
    rowId: packageId,
    after: { menuIds },
  })
  const tenants = await sql<{ code: string }>`select tenant_id as code from ${everyTenant}
    where package_id = ${packageId} and is_deleted = 0`.execute(ctx.db)
  for (const { code } of tenants.rows) await fitRoles(deps, ctx, code)
  ctx.afterwards(() => deps.sessions.changed())
}

const BUILT_IN = ['administrator', 'exam', 'area', 'school', 'teacher']

/** No role of the tenant keeps what its package lacks; the tenant's administrators get what it newly has. */
export async function fitRoles(deps: TenantDeps, ctx: Ctx, tenantId: string): Promise<void> {
  await inTenant(deps, ctx, tenantId, async (inside) => {
    const { db } = inside
    const found = await sql<{ packageId: string | null }>`select package_id from ${everyTenant}
      where tenant_id = ${tenantId}`.execute(db)
    const packageId = found.rows[0]?.packageId
    if (packageId) {
      await sql`delete from ${own(roleMenu)} g where not exists
        (select 1 from ${own(menuPackageMenu)} p where p.package_id = ${packageId} and p.menu_id = g.menu_id)`.execute(
        db,
      )
    }
    const codes = await sql<{ code: string }>`select code from ${visible(inside, menuRow)} m`.execute(db)
    await seedRoles(db, tenantId, new Set(codes.rows.map((row) => row.code)), BUILT_IN)
  })
}

/** Refuses a package that is not there, or has nothing in it: its tenants could do nothing at all. */
export async function assertPackage(ctx: Ctx, packageId: unknown): Promise<void> {
  if (!packageId) return
  const [id = ''] = await livingIds(ctx, menuPackage, [packageId])
  if ((await menuIdsOf(ctx, id)).length === 0) throw refuse('所选套餐还没有菜单，请先配置套餐的菜单')
}

export function menuPackageAccess(deps: Deps): AccessRule {
  return { entity: menuPackage, limit: (reader) => (isManaging(deps, reader) ? undefined : sql`false`) }
}

export function menuPackageHooks(deps: Deps): EntityHooks {
  return hook(menuPackage, {
    async beforeSave(ctx) {
      assertManaging(deps, ctx)
    },
    async afterRestore(ctx) {
      assertManaging(deps, ctx)
    },
    async beforeRemove(ctx, rows) {
      const ids = rows.map((row) => row.id)
      const used = await sql<{ name: string }>`select tenant_name as name from ${everyTenant}
        where is_deleted = 0 and package_id = any(${ids}::bigint[]) order by id limit 1`.execute(ctx.db)
      if (used.rows[0]) throw refuse(`租户「${used.rows[0].name}」正在使用该套餐，不能删除`)
    },
  })
}
