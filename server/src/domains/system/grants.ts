import { sql } from 'kysely'
import { checkId } from '../../platform/crud/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'

/** The ids, each of which must be a living row the caller sees. */
export async function livingIds(ctx: Ctx, table: string, given: unknown): Promise<string[]> {
  if (!Array.isArray(given)) throw new AppError('request.unreadable')
  const ids = [...new Set(given.map(checkId))]
  const found =
    await sql`select 1 from ${sql.table(table)} where id = any(${ids}::bigint[]) and is_deleted = 0`.execute(ctx.db)
  if (found.rows.length !== ids.length) throw new AppError('row.notFound')
  return ids
}

/** Every owner has exactly these menus from now on. */
export async function replaceGrants(
  ctx: Ctx,
  table: string,
  owner: string,
  ownerIds: string[],
  menuIds: string[],
): Promise<void> {
  const column = sql.ref(owner)
  await sql`delete from ${sql.table(table)} where ${column} = any(${ownerIds}::bigint[])`.execute(ctx.db)
  await sql`insert into ${sql.table(table)} (tenant_id, ${column}, menu_id)
    select ${ctx.user.tenantId}, o, m from unnest(${ownerIds}::bigint[]) o, unnest(${menuIds}::bigint[]) m`.execute(
    ctx.db,
  )
}
