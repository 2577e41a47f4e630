import { registry } from '@xueheng/contract'
import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import type { TreeNode } from '@xueheng/contract/kit/tree-node.ts'
import { forest } from '../../../platform/rows/tree.ts'
import type { Ctx, Db } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { roleMenu, topmenuMenu } from '../tables.ts'
import { every, visible } from '../../../platform/access/doors.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const everyRole = every(role, 'what somebody is granted does not depend on the roles he looks after')
const everyUser = every(user, 'whose own roles are asked for')

/** A menu row as clients of this family read it; `children` is left out when empty, or every button would vanish. */
export interface MenuRow {
  id: string
  parentId: string
  code: string
  name: string
  alias: string
  path: string
  source: string
  sort: number
  category: number
  action: number
  isOpen: number
  remark: string
  isDeleted: number
}

export async function readMenu(ctx: Ctx): Promise<MenuRow[]> {
  const found =
    await sql<MenuRow>`select id, coalesce(parent_id, 0)::text as parent_id, code, name, coalesce(alias, '') as alias,
      coalesce(path, '') as path, coalesce(source, '') as source, sort, category, coalesce(action, 0) as action,
      coalesce(is_open, 1) as is_open, coalesce(remark, '') as remark, is_deleted
    from ${visible(ctx, menuRow)} m order by m.sort, m.id`.execute(ctx.db)
  return found.rows
}

/** Ids of the menus and buttons the user's roles are granted. */
export async function grantedIds(ctx: Ctx): Promise<Set<string>> {
  const found = await sql<{ id: string }>`select distinct g.menu_id as id from ${own(roleMenu)} g
    join ${everyRole} r on r.id = g.role_id and r.is_deleted = 0
    join ${everyUser} u on r.id = any(u.role_ids) where u.id = ${ctx.user.id}`.execute(ctx.db)
  return new Set(found.rows.map((row) => row.id))
}

/** The ids with those of every row above them. */
export function withParents(rows: MenuRow[], ids: Iterable<string>): Set<string> {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  const all = new Set<string>()
  for (const id of ids) {
    for (let at: string | undefined = id; at && parents.has(at) && !all.has(at); at = parents.get(at)) all.add(at)
  }
  return all
}

/** What the caller may hand on: everything for an administrator, else what the own roles have. */
export async function grantable(ctx: Ctx, rows: MenuRow[]): Promise<MenuRow[]> {
  if (ctx.user.isAdministrator) return rows
  const ids = withParents(rows, await grantedIds(ctx))
  return rows.filter((row) => ids.has(row.id))
}

/** The screens of the user, as a forest without empty groups; of one entry of the top menu when it is named. */
export async function routesOf(ctx: Ctx, topMenuId: string | null): Promise<MenuBranch[]> {
  const rows = await readMenu(ctx)
  const mine = await grantable(ctx, rows)
  const top = topMenuId ? withParents(rows, await topMenuIds(ctx.db, [topMenuId])) : undefined
  const screens = mine.filter((row) => row.category === 1 && (!top || top.has(row.id)))
  const groups = groupsOf(rows)
  return withoutEmpty(
    forest(screens, (row) => row.parentId),
    groups,
  )
}

/** Rows that only hold others: those that do, and those the program declares so, though all of theirs were moved away. */
function groupsOf(rows: MenuRow[]): Set<string> {
  const declared = new Set(groupCodes(registry.menu))
  const holding = rows.filter((row) => row.category === 1).map((row) => row.parentId)
  return new Set([...holding, ...rows.filter((row) => declared.has(row.code)).map((row) => row.id)])
}

function groupCodes(nodes: MenuNode[]): string[] {
  return nodes.flatMap(({ code, children }) => (children ? [code, ...groupCodes(children)] : []))
}

type MenuBranch = MenuRow & { children?: MenuBranch[] }

function withoutEmpty(nodes: MenuBranch[], groups: Set<string>): MenuBranch[] {
  return nodes.flatMap((node) => {
    if (!groups.has(node.id)) return [node]
    const children = withoutEmpty(node.children ?? [], groups)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Screens with the buttons the user holds there; a leaf carries no `children` key. */
export async function buttonsOfUser(ctx: Ctx): Promise<MenuBranch[]> {
  const rows = await readMenu(ctx)
  const granted = ctx.user.isAdministrator ? undefined : await grantedIds(ctx)
  const held = rows.filter((row) => row.category === 2 && (!granted || granted.has(row.id)))
  return rows.flatMap((menu) => {
    const children = held.filter((button) => button.parentId === menu.id)
    return menu.category === 1 && children.length > 0 ? [{ ...menu, children }] : []
  })
}

export async function topMenuIds(db: Db, ids: string[]): Promise<string[]> {
  const numbers = ids.filter((id) => /^\d{1,18}$|^[1-8]\d{18}$/.test(id))
  const found = await sql<{ id: string }>`select distinct menu_id as id from ${own(topmenuMenu)}
    where topmenu_id = any(${numbers}::bigint[])`.execute(db)
  return found.rows.map((row) => row.id)
}

export function menuNodes(rows: MenuRow[]): TreeNode[] {
  const nodes = rows.map(({ id, parentId, name }) => ({ id, parentId, title: name, key: id, value: id }))
  return forest(nodes, (node) => node.parentId)
}
