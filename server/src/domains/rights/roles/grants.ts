import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type StoredColumns, type Table, own } from '../../../platform/db/table.ts'
import { AppError } from '../../../platform/error.ts'
import { checkId } from '../../../platform/rows/read.ts'
import { roleApiScope, roleDataScope, roleMenu, topmenuMenu } from '../tables.ts'

/** The ids, each of which must be a living row the caller sees. */
export function livingIds(ctx: Ctx, entity: AnyEntity, given: unknown): Promise<string[]> {
  return idsAmong(ctx, visible(ctx, entity), given)
}

/** The ids, each of which must be a living row: what one refers to may lie beyond the rows one sees. */
export function existingIds(ctx: Ctx, entity: AnyEntity, given: unknown): Promise<string[]> {
  const rows = every(entity, 'that a row exists is asked, not shown')
  return idsAmong(ctx, sql`(select id from ${rows} where is_deleted = 0)`, given)
}

async function idsAmong(ctx: Ctx, rows: RawBuilder<unknown>, given: unknown): Promise<string[]> {
  if (!Array.isArray(given)) throw new AppError('request.unreadable')
  const ids = [...new Set(given.map(checkId))]
  const found = await sql`select 1 from ${rows} r where id = any(${ids}::bigint[])`.execute(ctx.db)
  if (found.rows.length !== ids.length) throw new AppError('row.notFound')
  return ids
}

/** A table that says what an owner is granted. */
export interface Grants {
  table: RawBuilder<unknown>
  /** Column of the owner. */
  owner: RawBuilder<unknown>
  /** Column of what is granted. */
  granted: RawBuilder<unknown>
}

function grantsIn<C extends StoredColumns>(
  table: Table<C>,
  owner: keyof C & string,
  granted: keyof C & string,
): Grants {
  return { table: own(table), owner: sql.ref(snake(owner)), granted: sql.ref(snake(granted)) }
}

export const ROLE_MENUS = grantsIn(roleMenu, 'roleId', 'menuId')
export const ROLE_DATA_SCOPES = grantsIn(roleDataScope, 'roleId', 'dataScopeId')
export const ROLE_API_SCOPES = grantsIn(roleApiScope, 'roleId', 'apiScopeId')
export const TOP_MENU_MENUS = grantsIn(topmenuMenu, 'topmenuId', 'menuId')

/** Every owner is granted exactly these from now on. */
export async function replaceGrants(
  ctx: Ctx,
  { table, owner, granted }: Grants,
  ownerIds: string[],
  ids: string[],
): Promise<void> {
  await sql`delete from ${table} where ${owner} = any(${ownerIds}::bigint[])`.execute(ctx.db)
  await sql`insert into ${table} (tenant_id, ${owner}, ${granted})
    select ${ctx.user.tenantId}, o, m from unnest(${ownerIds}::bigint[]) o, unnest(${ids}::bigint[]) m`.execute(ctx.db)
}

const everyRole = every(role, 'a role has no more than the one above it, whoever sees either')

/** Level by level, roles below lose what the one above no longer has. */
export async function cutChildren(ctx: Ctx, parentIds: string[], grants: Grants): Promise<void> {
  const children = await sql<{
    id: string
  }>`select id from ${everyRole} r where is_deleted = 0 and parent_id = any(${parentIds}::bigint[])`.execute(ctx.db)
  const ids = children.rows.map((row) => row.id)
  if (ids.length === 0) return
  const { table, granted } = grants
  await sql`delete from ${table} g using ${everyRole} r where g.role_id = r.id and r.id = any(${ids}::bigint[])
    and not exists (select 1 from ${table} p where p.role_id = r.parent_id and p.${granted} = g.${granted})`.execute(
    ctx.db,
  )
  await cutChildren(ctx, ids, grants)
}
