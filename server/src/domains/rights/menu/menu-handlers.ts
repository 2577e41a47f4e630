import { menuButtons, menuRoutes, topMenu } from '@xueheng/contract/domains/rights/own-menu.ts'
import * as menu from '@xueheng/contract/domains/rights/menu-row.ts'
import { changesRows } from '@xueheng/contract/derive/crud-calls.ts'
import { topMenuGrant, topMenuRow } from '@xueheng/contract/domains/rights/top-menu.ts'
import { sql } from 'kysely'
import { partsOf } from '../../../platform/comma-list.ts'
import { listAll } from '../../../platform/rows/read.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { forest, lazyList } from '../../../platform/rows/tree.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, fault, refuse } from '../../../platform/error.ts'
import type { Sessions } from '../../../platform/http/session.ts'
import { type EntityHooks, type Implementation, hook, implement } from '../../../platform/module.ts'
import { buttonsOfUser, grantable, menuNodes, readMenu, routesOf, topMenuIds } from './menu-forest.ts'
import { TOP_MENU_MENUS, livingIds, replaceGrants } from '../roles/grants.ts'
import { scopeKeys, scopeTrees } from '../scopes/grant-scopes.ts'
import { type TenantDeps, assertManaging } from '../../tenancy/index.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import { assertWithinRights } from '../within/assert-within.ts'
import { own } from '../../../platform/db/table.ts'
import { roleMenu } from '../tables.ts'
import { every, into, visible } from '../../../platform/access/doors.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'

const everyRole = every(role, 'who may open a screen does not depend on the roles somebody looks after')

export function menuHandlers(deps: TenantDeps & { sessions: Sessions }): Implementation[] {
  return [...readHandlers, implement(menu.menuSort, (ctx, { ids }) => sortMenu(deps, ctx, ids))]
}

/** The named rows stand in this order from now on; they must be siblings. */
async function sortMenu(deps: TenantDeps & { sessions: Sessions }, ctx: Ctx, given: unknown): Promise<void> {
  assertManaging(deps, ctx)
  const ids = await livingIds(ctx, menu.menuRow, given)
  const parents =
    await sql`select distinct coalesce(parent_id, 0) from ${visible(ctx, menu.menuRow)} m where id = any(${ids}::bigint[])`.execute(
      ctx.db,
    )
  if (parents.rows.length > 1) throw refuse('只能在同一级菜单内排序')
  await sql`update ${into(menu.menuRow)} m set sort = o.place, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    from unnest(${ids}::bigint[]) with ordinality o (id, place) where m.id = o.id and m.sort <> o.place`.execute(ctx.db)
  await logOperation(ctx, 'menu.sort', '菜单排序', { entity: 'menu', after: { ids } })
  ctx.afterwards(() => deps.sessions.changed())
}

const readHandlers: Implementation[] = [
  implement(menuRoutes, async (ctx, input) => (ctx.user.id ? routesOf(ctx, input.topMenuId) : [])),
  implement(menuButtons, async (ctx) => (ctx.user.id ? buttonsOfUser(ctx) : [])),
  implement(topMenu, async (ctx) => (ctx.user.id ? listAll(topMenuRow, ctx, {}) : [])),
  implement(menu.authRoutes, authRoutes),
  implement(menu.lazyMenuList, async (ctx, input) => {
    const mayLook = ['menu_view', 'datascope_view', 'apiscope_view'].some((code) => ctx.user.permissions.has(code))
    if (!mayLook && !ctx.user.isAdministrator) throw new AppError('access.refused')
    return lazyList(menu.menuRow, ctx, { ...input, category_equal: 1 })
  }),
  implement(menu.menuList, async (ctx, input) => {
    const rows = await listAll(menu.menuRow, ctx, { ...input, category_equal: 1 })
    return forest(rows, (row) => String(row['parentId']))
  }),
  implement(menu.menuTree, async (ctx) => menuNodes((await readMenu(ctx)).filter((row) => row.category === 1))),
  implement(menu.grantTree, async (ctx) => ({ menu: await grantNodes(ctx, [1, 2]), ...(await scopeTrees(ctx)) })),
  implement(menu.roleTreeKeys, async (ctx, input) => ({
    menu: await keysOfRoles(ctx, input.roleIds),
    ...(await scopeKeys(ctx, input.roleIds)),
  })),
  implement(menu.grantTopTree, async (ctx) => ({ menu: await grantNodes(ctx, [1]), dataScope: [], apiScope: [] })),
  implement(menu.topTreeKeys, async (ctx, input) => ({
    menu: await topMenuIds(ctx.db, partsOf(input.topMenuIds)),
    dataScope: [],
    apiScope: [],
  })),
  implement(topMenuGrant, async (ctx, input) => {
    const ids = await livingIds(ctx, topMenuRow, input.topMenuIds)
    const menuIds = await livingIds(ctx, menu.menuRow, input.menuIds ?? [])
    await assertOwnMenus(ctx, ids, menuIds)
    await replaceGrants(ctx, TOP_MENU_MENUS, ids, menuIds)
    const after = { topMenuIds: ids, menuIds: input.menuIds }
    await logOperation(ctx, 'topmenu.grant', '顶部菜单配置', { entity: topMenuRow.name, after })
  }),
]

/** The top menu is everybody's: nobody puts there, or takes away, what he does not have himself. */
async function assertOwnMenus(ctx: Ctx, topIds: string[], menuIds: string[]): Promise<void> {
  assertWholeTenant(ctx, '顶部菜单')
  const before = await topMenuIds(ctx.db, topIds)
  const added = menuIds.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !menuIds.includes(id))
  await assertWithinRights(ctx, { menus: [...added, ...removed] })
}

async function grantNodes(ctx: Ctx, categories: number[]) {
  const rows = await grantable(ctx, await readMenu(ctx))
  return menuNodes(rows.filter((row) => categories.includes(row.category)))
}

async function keysOfRoles(ctx: Ctx, roleIds: string): Promise<string[]> {
  const ids = await livingIds(ctx, role, partsOf(roleIds))
  const found = await sql<{
    id: string
  }>`select distinct g.menu_id as id from ${own(roleMenu)} g join ${visible(ctx, menu.menuRow)} m on m.id = g.menu_id
    where g.role_id = any(${ids}::bigint[])`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}

async function authRoutes(ctx: Ctx): Promise<Record<string, { authority: string[] }>[]> {
  const found = await sql<{
    path: string
    aliases: string[]
  }>`select m.path, array_agg(distinct r.role_alias)::text[] as aliases
    from ${visible(ctx, menu.menuRow)} m join ${own(roleMenu)} g on g.menu_id = m.id join ${everyRole} r on r.id = g.role_id and r.is_deleted = 0
    where m.category = 1 and m.path <> '' group by m.path order by m.path`.execute(ctx.db)
  return found.rows.map(({ path, aliases }) => ({ [path]: { authority: aliases } }))
}

/** The top menu is that of the whole tenant. */
export const topMenuHooks = hook(topMenuRow, {
  async around(ctx, _input, work, action) {
    if (changesRows(action)) assertWholeTenant(ctx, '顶部菜单')
    return work(ctx)
  },
})

interface Row {
  id?: string
  code?: string | null
  name?: string | null
  category?: number | null
  parentId?: string | null
}

const CLASH = '菜单名或编号已存在!'

/** A code occurs once, and so does the name of a screen; buttons are named alike everywhere. */
async function assertFree(ctx: Ctx, row: Row): Promise<void> {
  const found = await sql<{
    code: string
  }>`select code from ${visible(ctx, menu.menuRow)} m where id <> ${row.id ?? '0'}
    and (code = ${row.code} or (${row.category ?? 1} = 1 and category = 1 and name = ${row.name})) limit 1`.execute(
    ctx.db,
  )
  if (!found.rows[0]) return
  const field = found.rows[0].code === row.code ? 'code' : 'name'
  throw fault(field, CLASH)
}

/** Clients of this API family write 0 where a menu has no place as a button. */
function withoutNoAction(input: Record<string, unknown>): Record<string, unknown> {
  return String(input['action']) === '0' ? { ...input, action: undefined } : input
}

/** The menu belongs to all tenants: only the managing one's administrators change it. */
export function menuHooks(deps: TenantDeps & { sessions: Sessions }): EntityHooks {
  const changed = (ctx: Ctx): void => ctx.afterwards(() => deps.sessions.changed())
  return hook(menu.menuRow, {
    around: (ctx, input, work, action) => work(ctx, changesRows(action) ? withoutNoAction(input) : input),
    async beforeSave(ctx, row, before) {
      assertManaging(deps, ctx)
      const whole = { ...before, ...row }
      row.parentId = whole.parentId || '0'
      if (row.parentId !== '0') {
        const parent = await sql<{
          category: number
        }>`select category from ${visible(ctx, menu.menuRow)} m where id = ${row.parentId}`.execute(ctx.db)
        if (parent.rows[0]?.category !== 1) throw fault('parentId', '父节点只可选择菜单类型!')
      }
      await assertFree(ctx, whole)
    },
    async afterSave(ctx) {
      changed(ctx)
    },
    async afterRestore(ctx) {
      assertManaging(deps, ctx)
      changed(ctx)
    },
    async beforeRemove(ctx) {
      assertManaging(deps, ctx)
      changed(ctx)
    },
  })
}
