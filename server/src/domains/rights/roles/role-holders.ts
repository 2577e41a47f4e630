import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Db } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { roleMenu } from '../tables.ts'

const everyRole = every(role, 'who holds a right does not depend on who asks')
const everyMenu = every(menuRow, 'who holds a right does not depend on who asks')

/** Ids of the roles that hold a permission; administrators hold all. */
export async function rolesHolding(db: Db, code: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select r.id from ${everyRole} r where r.is_deleted = 0 and (
      r.role_alias = 'administrator' or exists (select 1 from ${own(roleMenu)} g join ${everyMenu} m on m.id = g.menu_id
        where g.role_id = r.id and m.code = ${code} and m.is_deleted = 0)) order by r.id`.execute(db)
  return found.rows.map((row) => row.id)
}
