import type { ApiRight, DataRight, MenuRight, UserRights } from '@xueheng/contract/domains/rights/rights.ts'
import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import type { Ctx, CtxUser, Scope } from '../../platform/ctx.ts'
import { conflict } from '../../platform/error.ts'
import { type ApiScopeRow, callsOf, readApiScopes } from './scopes/api-scopes.ts'
import { readDataScopes } from './scopes/data-scopes.ts'
import type { ScopeRow } from './scopes/scope-row.ts'
import { type RoleRow, loadUsers, readRoles } from './load-user.ts'
import { type MenuRow, readMenu, withParents } from './menu/menu-forest.ts'
import { livingIds } from './roles/grants.ts'
import { own } from '../../platform/db/table.ts'
import { roleMenu } from './tables.ts'
import { every, visible } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'

const everyBasicSchool = every(basicSchool, 'the units of a user are named, whoever asks')

/** Everything one user sees and may do, and which role gives each. */
export async function rightsOfUser(ctx: Ctx, userId: string): Promise<UserRights> {
  const [id = ''] = await livingIds(ctx, user, [userId])
  const [loaded] = await loadUsers(ctx.db, [id])
  if (!loaded) throw conflict('账号已冻结或到期，没有任何权限')
  const roles = await readRoles(ctx.db, await roleIdsOf(ctx, loaded.user.id))
  const ids = roles.map((role) => role.id)
  const { account, name, isAdministrator, isReadOnly } = loaded.user
  return {
    id,
    account,
    name,
    isAdministrator,
    isReadOnly,
    roles: roles.map((role) => ({
      id: role.id,
      name: role.roleName,
      alias: role.roleAlias,
      level: role.scopeLevel ?? 'class',
    })),
    units: await unitsOf(ctx, loaded.scope),
    menus: await menusOf(ctx, loaded.user, roles),
    data: dataOf(await readDataScopes(ctx.db, ids), roles),
    apis: (await readApiScopes(ctx.db)).map((scope) => apiOf(scope, loaded.user, roles)),
  }
}

export async function roleIdsOf(ctx: Ctx, userId: string): Promise<string[]> {
  const found = await sql<{
    ids: string[]
  }>`select role_ids::text[] as ids from ${visible(ctx, user)} u where id = ${userId}`.execute(ctx.db)
  return found.rows[0]?.ids ?? []
}

async function unitsOf(ctx: Ctx, scope: Scope): Promise<UserRights['units']> {
  if (scope.level === 'all') return { level: 'all', codes: [] }
  const codes =
    scope.level === 'area'
      ? scope.areaCodes
      : [...scope.schoolCodes, ...(scope.level === 'class' ? scope.classCodes : [])]
  const schools = await sql<{ code: string; name: string }>`select school_code as code, school_name as name
    from ${everyBasicSchool} where is_deleted = 0 and school_code = any(${codes})`.execute(ctx.db)
  const names = new Map(schools.rows.map(({ code, name }) => [code, name]))
  return { level: scope.level, codes: codes.map((code) => ({ code, name: names.get(code) ?? code })) }
}

async function menusOf(ctx: Ctx, user: CtxUser, roles: RoleRow[]): Promise<MenuRight[]> {
  const rows = inOrder(await readMenu(ctx))
  const grants = await grantsOf(
    ctx,
    roles.map((role) => role.id),
  )
  const everything = roles.filter((role) => role.roleAlias === 'administrator').map((role) => role.roleName)
  const givers = (row: MenuRow): string[] =>
    user.isAdministrator ? everything : namesOf(roles, grants.get(row.id) ?? [])
  const held = rows.filter((row) => givers(row).length > 0)
  const shown = withParents(
    rows,
    held.map((row) => row.id),
  )
  const groups = new Set(rows.filter((row) => row.category === 1).map((row) => row.parentId))
  return rows
    .filter((row) => row.category === 1 && shown.has(row.id) && !groups.has(row.id))
    .map((row) => ({
      code: row.code,
      name: row.name,
      path: row.path,
      above: aboveOf(rows, row),
      roles: givers(row),
      buttons: held
        .filter((button) => button.category === 2 && button.parentId === row.id)
        .map((button) => ({ code: button.code, name: button.name, roles: givers(button) })),
    }))
}

/** As the side menu shows them: each row followed by what stands below it. */
function inOrder(rows: MenuRow[], parentId = '0'): MenuRow[] {
  return rows.filter((row) => row.parentId === parentId).flatMap((row) => [row, ...inOrder(rows, row.id)])
}

/** Roles by the id of the menu or button they are granted. */
export async function grantsOf(ctx: Ctx, roleIds: string[]): Promise<Map<string, string[]>> {
  const found = await sql<{ menu: string; roles: string[] }>`select menu_id as menu, array_agg(role_id)::text[] as roles
    from ${own(roleMenu)} where role_id = any(${roleIds}::bigint[]) group by menu_id`.execute(ctx.db)
  return new Map(found.rows.map(({ menu, roles }) => [menu, roles]))
}

function namesOf(roles: RoleRow[], ids: string[]): string[] {
  return roles.filter((role) => ids.includes(role.id)).map((role) => role.roleName)
}

/** Names of the groups a row stands in, outermost first. */
export function aboveOf(rows: MenuRow[], row: MenuRow): string[] {
  const parent = rows.find((one) => one.id === row.parentId)
  return parent ? [...aboveOf(rows, parent), parent.name] : []
}

function dataOf(scopes: ScopeRow[], roles: RoleRow[]): DataRight[] {
  return [...new Set(scopes.map((scope) => scope.entity))].map((entity) => ({
    entity,
    title: registry.resources.find((one) => one.name === entity)?.title ?? entity,
    scopes: scopes
      .filter((scope) => scope.entity === entity)
      .map(({ name, type, conditions, roleId }) => ({
        name,
        type,
        conditions: conditions ?? [],
        role: namesOf(roles, [roleId]).join(),
      })),
  }))
}

function apiOf({ name, path, roleIds }: ApiScopeRow, user: CtxUser, roles: RoleRow[]): ApiRight {
  const isAllowed = user.isAdministrator || callsOf(path).every((call) => !user.refusedPaths.has(call.path))
  return { name, path, isAllowed, roles: namesOf(roles, roleIds) }
}
