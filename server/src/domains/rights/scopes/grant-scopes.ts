import { apiScope } from '@xueheng/contract/domains/rights/api-scope.ts'
import { dataScope } from '@xueheng/contract/domains/rights/data-scope.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { TreeNode } from '@xueheng/contract/kit/tree-node.ts'
import { sql } from 'kysely'
import { checkId, listAll } from '../../../platform/rows/read.ts'
import { forest } from '../../../platform/rows/tree.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError } from '../../../platform/error.ts'
import {
  ROLE_API_SCOPES,
  ROLE_DATA_SCOPES,
  cutChildren,
  existingIds,
  livingIds,
  replaceGrants,
} from '../roles/grants.ts'
import { readMenu, withParents } from '../menu/menu-forest.ts'
import { own } from '../../../platform/db/table.ts'
import { roleApiScope } from '../tables.ts'
import { every, visible } from '../../../platform/access/doors.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const everyUser = every(user, 'whose own roles are asked for')

/** The two kinds of scopes, and where roles are granted them. */
const KINDS = {
  dataScope: { entity: dataScope, grants: ROLE_DATA_SCOPES },
  apiScope: { entity: apiScope, grants: ROLE_API_SCOPES },
} as const

type Kind = keyof typeof KINDS

interface Given {
  dataScopeIds?: string[] | null
  apiScopeIds?: string[] | null
}

/** Replaces the scopes of roles, as far as they are sent; answers what was set. */
export async function grantScopes(ctx: Ctx, roleIds: string[], given: Given): Promise<object> {
  const set: Record<string, string[]> = {}
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const asked = given[`${kind}Ids`]
    if (asked === undefined) continue
    const { entity, grants } = KINDS[kind]
    // An empty list has become null on its way in.
    const ids = await existingIds(ctx, entity, await withoutMenus(ctx, asked ?? []))
    await assertMaySet(ctx, kind, roleIds, ids)
    await replaceGrants(ctx, grants, roleIds, ids)
    set[`${kind}Ids`] = ids
  }
  // Data scopes of roles below stay: to lose one is to see more.
  if (set['apiScopeIds']) await cutChildren(ctx, roleIds, ROLE_API_SCOPES)
  return set
}

/** Ticking everything of a menu sends the menu's own id along: it stands for nothing. */
async function withoutMenus(ctx: Ctx, given: unknown[]): Promise<string[]> {
  const ids = given.map(checkId)
  const found = await sql<{
    id: string
  }>`select id from ${visible(ctx, menuRow)} m where id = any(${ids}::bigint[])`.execute(ctx.db)
  const menus = new Set(found.rows.map((row) => String(row.id)))
  return ids.filter((id) => !menus.has(id))
}

/**
 * Whoever is narrowed by data scopes does not set them for others, and nobody opens calls kept from oneself:
 * a change is refused, the same set sent back is not.
 */
async function assertMaySet(ctx: Ctx, kind: Kind, roleIds: string[], ids: string[]): Promise<void> {
  if (ctx.user.isAdministrator) return
  if (kind === 'dataScope' && ctx.user.rowGrants.size === 0) return
  const own = kind === 'apiScope' ? new Set(await heldByUser(ctx)) : new Set<string>()
  for (const roleId of roleIds) {
    const before = await keysOf(ctx, kind, [roleId])
    const added = ids.filter((id) => !before.includes(id))
    const removed = kind === 'dataScope' ? before.filter((id) => !ids.includes(id)) : []
    if ([...added, ...removed].some((id) => !own.has(id))) throw new AppError('access.refused')
  }
}

async function heldByUser(ctx: Ctx): Promise<string[]> {
  const found = await sql<{ id: string }>`select distinct g.api_scope_id as id from ${own(roleApiScope)} g
    join ${everyUser} u on g.role_id = any(u.role_ids) where u.id = ${ctx.user.id}`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}

async function keysOf(ctx: Ctx, kind: Kind, roleIds: string[]): Promise<string[]> {
  const { table, granted } = KINDS[kind].grants
  const scopes = every(KINDS[kind].entity, 'what a role holds is sent back whole, or saving would take it away')
  const found = await sql<{ id: string }>`select distinct g.${granted} as id from ${table} g
    join ${scopes} s on s.id = g.${granted} and s.is_deleted = 0
    where g.role_id = any(${roleIds}::bigint[])`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}

/** The ids of the scopes roles hold. */
export async function scopeKeys(ctx: Ctx, given: string): Promise<Record<Kind, string[]>> {
  const ids = await livingIds(ctx, role, given.split(','))
  return { dataScope: await keysOf(ctx, 'dataScope', ids), apiScope: await keysOf(ctx, 'apiScope', ids) }
}

/** Menus that have scopes, with those above them; the scopes are the leaves. */
export async function scopeTrees(ctx: Ctx): Promise<Record<Kind, TreeNode[]>> {
  return { dataScope: await treeOf(ctx, 'dataScope'), apiScope: await treeOf(ctx, 'apiScope') }
}

async function treeOf(ctx: Ctx, kind: Kind): Promise<TreeNode[]> {
  const scopes = await listAll<AnyEntity>(KINDS[kind].entity, ctx, {})
  const rows = await readMenu(ctx)
  const shown = withParents(
    rows,
    scopes.map((scope) => String(scope['menuId'])),
  )
  const menus = rows.filter((row) => shown.has(row.id)).map((row) => node(row.id, row.parentId, row.name))
  const leaves = scopes.map((scope) => node(scope.id, String(scope['menuId']), String(scope['scopeName'])))
  return forest([...menus, ...leaves], (one) => one.parentId)
}

function node(id: string, parentId: string, title: string): TreeNode {
  return { id, parentId, title, key: id, value: id }
}
