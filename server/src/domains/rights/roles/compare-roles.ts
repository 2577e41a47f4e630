import type { RoleDifference } from '@xueheng/contract/domains/rights/rights.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { readApiScopes } from '../scopes/api-scopes.ts'
import { readDataScopes } from '../scopes/data-scopes.ts'
import { type RoleRow, readRoles } from '../load-user.ts'
import { livingIds } from './grants.ts'
import { readMenu } from '../menu/menu-forest.ts'
import { aboveOf, grantsOf } from '../user-rights.ts'

const YES = 'yes'

/** Everything either of two roles has: rows in the order of the menu, then scopes. */
export async function compareRoles(ctx: Ctx, left: string, right: string): Promise<RoleDifference[]> {
  const ids = await livingIds(ctx, role, [left, right])
  const roles = await readRoles(ctx.db, ids)
  const level = (id: string): string => roles.find((role) => role.id === id)?.scopeLevel ?? 'class'
  return [
    { kind: 'level', id: 'level', title: '数据范围', above: [], left: level(left), right: level(right) },
    ...(await menuLines(ctx, roles, left, right)),
    ...(await scopeLines(ctx, ids, left, right)),
  ]
}

/** A role of administrators has every menu, granted or not. */
async function menuLines(ctx: Ctx, roles: RoleRow[], left: string, right: string): Promise<RoleDifference[]> {
  const rows = await readMenu(ctx)
  const grants = await grantsOf(ctx, [left, right])
  const whole = new Set(roles.filter((role) => role.roleAlias === 'administrator').map((role) => role.id))
  const mark = (menu: string, role: string): string => (whole.has(role) || grants.get(menu)?.includes(role) ? YES : '')
  return rows
    .map((row) => ({
      kind: row.category === 1 ? ('menu' as const) : ('button' as const),
      id: row.id,
      title: row.name,
      above: aboveOf(rows, row),
      left: mark(row.id, left),
      right: mark(row.id, right),
    }))
    .filter((line) => line.left || line.right)
    .toSorted((a, b) => [...a.above, a.title].join('/').localeCompare([...b.above, b.title].join('/'), 'zh'))
}

async function scopeLines(ctx: Ctx, ids: string[], left: string, right: string): Promise<RoleDifference[]> {
  const data = await readDataScopes(ctx.db, ids)
  const apis = (await readApiScopes(ctx.db)).filter((scope) => scope.roleIds.some((id) => ids.includes(id)))
  const held = new Map<string, RoleDifference>()
  for (const { id, name, roleId } of data) {
    const line = held.get(id) ?? { kind: 'dataScope', id, title: name, above: [], left: '', right: '' }
    held.set(id, { ...line, ...(roleId === left && { left: YES }), ...(roleId === right && { right: YES }) })
  }
  for (const { id, name, path, roleIds } of apis) {
    const mark = (role: string): string => (roleIds.includes(role) ? YES : '')
    held.set(id, { kind: 'apiScope', id, title: name, above: [path], left: mark(left), right: mark(right) })
  }
  return [...held.values()]
}
