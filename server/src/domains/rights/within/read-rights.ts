import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import type { LoadedUser } from '../load-user.ts'
import { readRoles } from '../load-user.ts'
import { readApiScopes, refusedPathsOf } from '../scopes/api-scopes.ts'
import { readDataScopes } from '../scopes/data-scopes.ts'
import { roleMenu } from '../tables.ts'
import type { RoleRights, Words } from './excess.ts'

const WHY = 'what is judged does not depend on what the judge sees'
const everyMenu = every(menuRow, WHY)
const everyRole = every(role, WHY)
const everySchool = every(basicSchool, WHY)
const everyUser = every(user, WHY)

/** Living roles with all they give. */
export async function readRoleRights(ctx: Ctx, ids: string[]): Promise<RoleRights[]> {
  const roles = await readRoles(ctx.db, ids)
  const granted = await sql<{ id: string; menuIds: string[] }>`select g.role_id as id,
      array_agg(g.menu_id)::text[] as menu_ids
    from ${own(roleMenu)} g join ${everyMenu} m on m.id = g.menu_id and m.is_deleted = 0
    where g.role_id = any(${ids}::bigint[]) group by g.role_id`.execute(ctx.db)
  const menus = new Map(granted.rows.map((row) => [row.id, row.menuIds]))
  const dataScopes = await readDataScopes(ctx.db, ids)
  const apiScopes = await readApiScopes(ctx.db)
  return roles.map((one) => ({
    ...one,
    menuIds: menus.get(one.id) ?? [],
    dataScopes: dataScopes.filter((scope) => scope.roleId === one.id),
    refusedPaths: refusedPathsOf(apiScopes, [one.id]),
  }))
}

/** Ids of the roles below these, these not among them. */
export async function rolesBelow(ctx: Ctx, ids: string[]): Promise<string[]> {
  const found = await sql<{ id: string }>`with recursive below as (
      select r.id from ${everyRole} r where r.parent_id = any(${ids}::bigint[]) and r.is_deleted = 0
      union select r.id from ${everyRole} r join below b on r.parent_id = b.id where r.is_deleted = 0)
    select id from below`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}

/** Ids of all living roles of the tenant. */
export async function livingRoles(ctx: Ctx): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from ${everyRole} r where is_deleted = 0 order by sort, id`.execute(
    ctx.db,
  )
  return found.rows.map((row) => row.id)
}

/** Ids of the accounts that hold one of the roles. */
export async function holdersOf(ctx: Ctx, roleIds: string[]): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from ${everyUser} u
    where is_deleted = 0 and role_ids && ${roleIds}::bigint[] order by id`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}

/** Names of menus and buttons, by id and by code. */
export async function readMenuNames(ctx: Ctx): Promise<Words['menus']> {
  const menus = await sql<{ id: string; code: string; name: string }>`select m.id, m.code,
      case when m.category = 2 then concat_ws('-', p.name, m.name) else m.name end as name
    from ${everyMenu} m left join ${everyMenu} p on p.id = m.parent_id where m.is_deleted = 0`.execute(ctx.db)
  return new Map(menus.rows.flatMap(({ id, code, name }) => [[id, name] as const, [code, name] as const]))
}

/** The living schools these users work in. */
export async function readSchools(ctx: Ctx, users: LoadedUser[]): Promise<Words['schools']> {
  const codes = users.flatMap(({ scope }) => ('schoolCodes' in scope ? scope.schoolCodes : []))
  const schools = await sql<{ code: string; name: string; areaCode: string }>`select school_code as code,
      school_name as name, area_code from ${everySchool} s where is_deleted = 0 and school_code = any(${codes})`.execute(
    ctx.db,
  )
  return new Map(schools.rows.map(({ code, ...school }) => [code, school]))
}
