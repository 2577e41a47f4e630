import { sql } from 'kysely'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError } from '../../../platform/error.ts'
import { every } from '../../../platform/access/doors.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'

const everyRole = every(role, '?')

/** The ids, each of which must be a living row the caller sees. */
export async function livingIds(ctx: Ctx, table: string, given: unknown): Promise<string[]> {
  if (!Array.isArray(given)) throw new AppError('request.unreadable')
  const ids = [...new Set(given.map(checkId))]
  const found =
    await sql`select 1 from ${sql.table(table)} where id = any(${ids}::bigint[]) and is_deleted = 0`.execute(ctx.db)
  if (found.rows.length !== ids.length) throw new AppError('row.notFound')
  return ids
}

/** Every owner has exactly these menus (or whatever `granted` names) from now on. */
export async function replaceGrants(
  ctx: Ctx,
  table: string,
  owner: string,
  ownerIds: string[],
  menuIds: string[],
  granted = 'menu_id',
): Promise<void> {
  const column = sql.ref(owner)
  await sql`delete from ${sql.table(table)} where ${column} = any(${ownerIds}::bigint[])`.execute(ctx.db)
  await sql`insert into ${sql.table(table)} (tenant_id, ${column}, ${sql.ref(granted)})
    select ${ctx.user.tenantId}, o, m from unnest(${ownerIds}::bigint[]) o, unnest(${menuIds}::bigint[]) m`.execute(
    ctx.db,
  )
}

/** Level by level, roles below lose what the one above no longer has. */
export async function cutChildren(ctx: Ctx, parentIds: string[], table: string, granted: string): Promise<void> {
  const children = await sql<{
    id: string
  }>`select id from ${everyRole} where is_deleted = 0 and parent_id = any(${parentIds}::bigint[])`.execute(ctx.db)
  const ids = children.rows.map((row) => row.id)
  if (ids.length === 0) return
  const column = sql.ref(granted)
  await sql`delete from ${sql.table(table)} g using ${everyRole} r where g.role_id = r.id and r.id = any(${ids}::bigint[])
    and not exists (select 1 from ${sql.table(table)} p where p.role_id = r.parent_id and p.${column} = g.${column})`.execute(
    ctx.db,
  )
  await cutChildren(ctx, ids, table, granted)
}
