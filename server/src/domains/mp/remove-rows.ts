import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import { into, visible } from '../../platform/access/doors.ts'
import { logChange } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'

/** Removes rows of an entity whose calls are written by hand: all of them, or none where one is out of sight. */
export async function removeRows(ctx: Ctx, entity: AnyEntity, given: string[]): Promise<void> {
  const ids = [...new Set(given)]
  if (ids.length === 0) throw new AppError('request.noSelection')
  const found = await sql<{
    id: string
  }>`select r.id from ${visible(ctx, entity)} r where r.id::text = any(${ids})`.execute(ctx.db)
  if (found.rows.length < ids.length) throw new AppError('row.notFound')
  await sql`update ${into(entity)} set is_deleted = 1, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where id = any(${ids}::bigint[])`.execute(ctx.db)
  for (const id of ids) await logChange(ctx, entity, id, { id }, undefined)
}
