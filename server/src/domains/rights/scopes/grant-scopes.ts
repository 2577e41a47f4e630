import { apiScope } from '@xueheng/contract/domains/rights/api-scope.ts'
import { dataScope } from '@xueheng/contract/domains/rights/data-scope.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { TreeNode } from '@xueheng/contract/kit/tree-node.ts'
import { sql } from 'kysely'
import { partsOf } from '../../../platform/comma-list.ts'
import { checkId, listAll } from '../../../platform/rows/read.ts'
import { forest } from '../../../platform/rows/tree.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import {
  ROLE_API_SCOPES,
  ROLE_DATA_SCOPES,
  cutChildren,
  existingIds,
  livingIds,
  replaceGrants,
} from '../roles/grants.ts'
import { readMenu, withParents } from '../menu/menu-forest.ts'
import { every, visible } from '../../../platform/access/doors.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'

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
  const ids = await livingIds(ctx, role, partsOf(given))
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
