import { type RawBuilder, sql } from 'kysely'
import type { CtxUser, Db, Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Session, SessionLink } from '../../platform/http/session.ts'
import { readApiScopes, refusedPathsOf } from './scopes/api-scopes.ts'
import { mayView } from './may-view.ts'
import { readDataScopes, rowGrantsOf } from './scopes/data-scopes.ts'
import type { ScopeRow } from './scopes/scope-row.ts'
import { type UserUnits, readUnits } from './scopes/user-units.ts'
import { own } from '../../platform/db/table.ts'
import { roleMenu } from './tables.ts'
import { every } from '../../platform/access/doors.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'

const everyTenant = every(tenant, 'a tenant whose time is over lets nobody write')
const everyUser = every(user, 'who somebody is comes before what he sees')
const everyMenuRow = every(menuRow, 'what a role permits comes before what somebody sees')
const everyRole = every(role, 'what somebody holds comes before what he sees')

/** `changesAt`: when, in ms, the account or the tenant runs out, whichever comes first. */
export type LoadedUser = Omit<Session, 'expires'>

interface UserRow {
  id: string
  tenantId: string
  isExpired: boolean
  changesIn: number | null
  account: string
  name: string
  deptId: string | null
  deptIds: string[]
  roleIds: string[]
}

export interface RoleRow {
  id: string
  roleAlias: string
  roleName: string
  scopeLevel: Scope['level'] | null
  permissions: string[]
}

/** A user with roles, rights and data scope as they are now; nothing when gone, disabled or over. `session`: none outside a request. */
export async function loadUser(
  database: Database,
  tenantId: string,
  userId: string,
  session: SessionLink = { id: '' },
): Promise<LoadedUser | undefined> {
  const db = database.tenant(tenantId)
  const [loaded] = await loadUsers(db, [userId])
  if (!loaded) return undefined
  const user: CtxUser = { ...loaded.user, sessionId: session.id }
  const link = session.viewer
  if (!link) return { ...loaded, user }
  const [viewer] = link.isAlive ? await loadUsers(db, [link.id]) : []
  if (!viewer || !mayView(viewer, loaded)) return undefined
  const { id, account, name } = viewer.user
  const changesAt = Math.min(loaded.changesAt ?? Infinity, viewer.changesAt ?? Infinity)
  return { ...loaded, changesAt, user: { ...user, viewer: { id, account, name, sessionId: link.sessionId } } }
}

/** Users of the connection's tenant, in the order of their ids; whoever is gone, disabled or over is left out. */
export function loadUsers(db: Db, ids: string[]): Promise<LoadedUser[]> {
  return load(db, ids, sql`is_deleted = 0 and status = 1 and (expire_time is null or expire_time > localtimestamp)`)
}

/** The same with those who are locked or over: what they would be again. */
export function loadAccounts(db: Db, ids: string[]): Promise<LoadedUser[]> {
  return load(db, ids, sql`is_deleted = 0`)
}

async function load(db: Db, ids: string[], which: RawBuilder<unknown>): Promise<LoadedUser[]> {
  const now = Date.now()
  const users = await sql<UserRow>`select id, tenant_id, account, name, dept_id, dept_ids::text[] as dept_ids,
      role_ids::text[] as role_ids,
      exists(select 1 from ${everyTenant} t where t.tenant_id = sys_user.tenant_id and t.expire_time <= localtimestamp) as is_expired,
      (extract(epoch from least(expire_time, (select t.expire_time from ${everyTenant} t where t.tenant_id = sys_user.tenant_id
        and t.expire_time > localtimestamp)) - localtimestamp) * 1000)::float8 as changes_in
    from ${everyUser} where id = any(${ids}::bigint[]) and ${which} order by id`.execute(db)
  if (users.rows.length === 0) return []
  const roleIds = [...new Set(users.rows.flatMap((user) => user.roleIds))]
  const roles = await readRoles(db, roleIds)
  const dataScopes = await readDataScopes(db, roleIds)
  const apiScopes = await readApiScopes(db)
  const units = await readUnits(db, users.rows.map(homeOf), dataScopes)
  return users.rows.map((user) => {
    const own = roles.filter((role) => user.roleIds.includes(role.id))
    const held = own.map((role) => role.id)
    const home = units.get(user.id) as UserUnits
    const parts = {
      rowGrants: rowGrantsOf(scopesOf(dataScopes, held), home),
      refusedPaths: refusedPathsOf(apiScopes, held),
    }
    const changesAt = now + (user.changesIn ?? Number.POSITIVE_INFINITY)
    return { user: { ...identityOf(user, own), ...parts }, scope: scopeOf(own, home), changesAt }
  })
}

function homeOf(user: UserRow): { id: string; deptIds: string[] } {
  return { id: user.id, deptIds: [...new Set([...user.deptIds, ...(user.deptId ? [user.deptId] : [])])] }
}

function scopesOf(scopes: ScopeRow[], roleIds: string[]): ScopeRow[] {
  return scopes.filter((scope) => roleIds.includes(scope.roleId))
}

export async function readRoles(db: Db, ids: string[]): Promise<RoleRow[]> {
  const found = await sql<RoleRow>`select r.id, r.role_alias, r.role_name, r.scope_level,
      array(select m.code from ${own(roleMenu)} g join ${everyMenuRow} m on m.id = g.menu_id where g.role_id = r.id and m.category = 2 and m.is_deleted = 0)::text[] as permissions
    from ${everyRole} r where r.is_deleted = 0 and r.id = any(${ids}::bigint[]) order by r.sort`.execute(db)
  return found.rows
}

function identityOf(user: UserRow, roles: RoleRow[]): Omit<CtxUser, 'rowGrants' | 'refusedPaths'> {
  const aliases = roles.map((role) => role.roleAlias)
  return {
    id: user.id,
    tenantId: user.tenantId,
    account: user.account,
    name: user.name,
    deptId: user.deptId ?? '',
    roles: aliases,
    permissions: new Set(roles.flatMap((role) => role.permissions)),
    isAdministrator: aliases.includes('administrator'),
    isReadOnly: user.isExpired,
    sessionId: '',
  }
}

const WIDTH: Scope['level'][] = ['all', 'area', 'school', 'class']

/** The widest level among the roles, over the units the user is linked to. No link means no rows, not all rows. */
function scopeOf(roles: RoleRow[], { areaCodes, schoolCodes, classCodes }: UserUnits): Scope {
  const level = WIDTH.find((one) => roles.some((role) => role.scopeLevel === one)) ?? 'class'
  switch (level) {
    case 'all':
      return { level }
    case 'area':
      return { level, areaCodes }
    case 'school':
      return { level, schoolCodes }
    case 'class':
      return { level, schoolCodes, classCodes }
  }
}
