import { user } from '@xueheng/contract/domains/people/user.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { userUnit } from '@xueheng/contract/domains/school/user-unit.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Reader } from '../../platform/access/rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import type { Unit } from '../../platform/review/bound.ts'
import { loadUsers } from './load-user.ts'
import { roleMenu } from './tables.ts'

const WHY = 'who may decide does not depend on who asks for the decision'
const everyUser = every(user, WHY)
const everyRole = every(role, WHY)
const everyMenu = every(menuRow, WHY)
const everyUnit = every(userUnit, WHY)
const MOST = 100

/**
 * Users with a role that holds the permission, who look after everything or work at the unit, with what they may see.
 * Administrators hold every permission and are left out: they look after the product, not after its rows.
 */
export async function findDeciders(ctx: Ctx, permission: string, { areaCode, schoolCode }: Unit): Promise<Reader[]> {
  const holds = sql`exists (select 1 from ${own(roleMenu)} g join ${everyMenu} m on m.id = g.menu_id
    where g.role_id = r.id and m.code = ${permission} and m.is_deleted = 0)`
  const worksThere = sql`exists (select 1 from ${everyUnit} l where l.user_id = u.id and l.is_deleted = 0
    and (l.dept_uscc = ${schoolCode} or l.area_code = ${areaCode}))`
  const found = await sql<{ id: string }>`select u.id from ${everyUser} u where u.is_deleted = 0 and u.status = 1
      and exists (select 1 from ${everyRole} r where r.id = any(u.role_ids) and r.is_deleted = 0 and ${holds}
        and (r.scope_level = 'all' or ${worksThere}))
    order by u.id limit ${MOST}`.execute(ctx.db)
  const users = await loadUsers(
    ctx.db,
    found.rows.map((row) => row.id),
  )
  return users
    .filter((one) => !one.user.isAdministrator)
    .map(({ user: who, scope }) => ({ user: who, scope, rules: ctx.rules }))
}
