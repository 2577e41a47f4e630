import { sql } from 'kysely'
import type { Scope } from '../../../platform/ctx.ts'
import type { Database } from '../../../platform/db/pool.ts'
import type { Session } from '../../../platform/http/session.ts'

interface UserRow {
  id: string
  is_expired: boolean
  account: string
  name: string
  dept_id: string | null
  role_ids: string[]
}

interface RoleRow {
  id: string
  role_alias: string
  scope_level: Scope['level'] | null
  permissions: string[]
}

interface LinkRow {
  dept_uscc: string | null
  area_code: string | null
  class_codes: string[]
}

/** A user with roles, rights and data scope as they are now; nothing when gone, disabled or without a role. */
export async function loadUser(
  database: Database,
  tenantId: string,
  userId: string,
  sessionId: string,
): Promise<Omit<Session, 'expires'> | undefined> {
  const db = database.tenant(tenantId)
  const users = await sql<UserRow>`select id, account, name, dept_id, role_ids::text[] as role_ids,
      exists(select 1 from tenant t where t.tenant_id = sys_user.tenant_id and t.expire_time < localtimestamp) as is_expired
    from sys_user where id = ${userId} and is_deleted = 0 and status = 1`.execute(db)
  const user = users.rows[0]
  if (!user) return undefined
  const roles = await sql<RoleRow>`select r.id, r.role_alias, r.scope_level,
      array(select m.code from role_menu g join menu m on m.id = g.menu_id where g.role_id = r.id and m.category = 2 and m.is_deleted = 0)::text[] as permissions
    from sys_role r where r.is_deleted = 0 and r.id = any(${user.role_ids}::bigint[]) order by r.sort`.execute(db)
  const links = await sql<LinkRow>`select dept_uscc, area_code, class_codes from user_dept_role
    where is_deleted = 0 and user_id = ${userId}`.execute(db)
  const aliases = roles.rows.map((role) => role.role_alias)
  return {
    user: {
      id: user.id,
      tenantId,
      account: user.account,
      name: user.name,
      deptId: user.dept_id ?? '',
      roles: aliases,
      permissions: new Set(roles.rows.flatMap((role) => role.permissions)),
      isAdministrator: aliases.includes('administrator'),
      isReadOnly: user.is_expired,
      sessionId,
    },
    scope: scopeOf(roles.rows, links.rows),
  }
}

const WIDTH: Scope['level'][] = ['all', 'area', 'school', 'class']

/** The widest level among the roles, over the units the user is linked to. No link means no rows, not all rows. */
function scopeOf(roles: RoleRow[], links: LinkRow[]): Scope {
  const level = WIDTH.find((one) => roles.some((role) => role.scope_level === one)) ?? 'class'
  const schoolCodes = links.flatMap((link) => link.dept_uscc ?? [])
  switch (level) {
    case 'all':
      return { level }
    case 'area':
      return { level, areaCodes: links.flatMap((link) => link.area_code ?? []) }
    case 'school':
      return { level, schoolCodes }
    case 'class':
      return { level, schoolCodes, classCodes: links.flatMap((link) => link.class_codes) }
  }
}
