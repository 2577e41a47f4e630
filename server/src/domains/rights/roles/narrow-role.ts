import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Db } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { own } from '../../../platform/db/table.ts'
import { roleMenu } from '../tables.ts'

const everyRole = every(role, 'a role of a tenant that is being made')
const everyMenuRow = every(menuRow, 'what stands above and below a menu, whoever sees it')

/**
 * Leaves the role these menus, with all that stands above and below them; no codes leave it as it is. Refuses codes of
 * menus that are gone: the role would be left with nothing.
 */
export async function narrowRole(db: Db, alias: string, codes: string[]): Promise<void> {
  if (codes.length === 0) return
  const found = await sql<{ code: string }>`select distinct m.code from ${everyMenuRow} m
    where m.code = any(${codes}) and m.is_deleted = 0`.execute(db)
  const gone = codes.filter((code) => !found.rows.some((row) => row.code === code))
  if (gone.length > 0) throw refuse(`系统参数 tenant.default.menuCode 中的菜单已不存在：${gone.join('、')}，请重新设置`)
  await sql`with recursive
    below as (select m.id from ${everyMenuRow} m where m.code = any(${codes}) and m.is_deleted = 0
      union select m.id from ${everyMenuRow} m join below b on m.parent_id = b.id),
    above as (select m.id, m.parent_id from ${everyMenuRow} m where m.code = any(${codes}) and m.is_deleted = 0
      union select m.id, m.parent_id from ${everyMenuRow} m join above a on m.id = a.parent_id)
    delete from ${own(roleMenu)} g using ${everyRole} r
    where r.id = g.role_id and r.role_alias = ${alias} and r.is_deleted = 0
      and not g.menu_id in (select id from below union select id from above)`.execute(db)
}
