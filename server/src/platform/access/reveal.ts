import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { lockKey } from '../db/pool.ts'
import { AppError } from '../error.ts'
import { requiredReason } from '../rows/export.ts'
import { noteRows } from '../audit/child-access.ts'
import { logOperation } from '../audit/operation-log.ts'
import { findRow, type Query, textOf } from '../rows/read.ts'
import { operationLog } from '../audit/tables.ts'
import { own } from '../db/table.ts'

/** How the row is read where its table is not that of its declaration. */
type ReadRow = (ctx: Ctx, id: string) => Promise<({ id: string } & Record<string, unknown>) | null | undefined>

/** Whole values one user may look at within ten minutes. */
export const MOST_REVEALS = 30
const MINUTES = 10

/** One personal value of one row in full. Who looked, at what and why stays in the operation log. */
export async function reveal(
  entity: AnyEntity,
  ctx: Ctx,
  query: Query,
  read: ReadRow = (inside, id) => findRow(entity, inside, id),
): Promise<{ value: string }> {
  const name = textOf(query['field'])
  const field = (entity.fields as Fields)[name]
  if (!field?.personal) throw new AppError('row.notFound')
  const reason = requiredReason(query['reason'])
  const row = await read(ctx, textOf(query['id']))
  if (!row) throw new AppError('row.notFound')
  await assertSeldom(ctx)
  const [call, title] = [`${entity.name}.reveal`, `${entity.title}查看完整${field.label}`]
  await logOperation(ctx, call, title, { entity: entity.name, rowId: row.id, after: { field: name, reason } })
  await noteRows(ctx, { kind: 'revealed', call, title, reason }, entity.fields, [row])
  return { value: String(row[name] ?? '') }
}

/** The operation log itself is the count; two at once wait for one another. */
async function assertSeldom(ctx: Ctx): Promise<void> {
  await lockKey(ctx.db, `reveal:${ctx.user.tenantId}:${ctx.user.id}`)
  const found = await sql<{ n: number; seconds: number | null }>`select count(*)::int as n,
      ceil(extract(epoch from min(create_time) + ${MINUTES} * interval '1 minute' - now()))::int as seconds
    from ${own(operationLog)} where user_id = ${ctx.user.id} and call like '%.reveal'
      and create_time > now() - ${MINUTES} * interval '1 minute'`.execute(ctx.db)
  const { n = 0, seconds } = found.rows[0] ?? {}
  if (n >= MOST_REVEALS) throw new AppError('rate.limited', { seconds: seconds ?? 60 })
}
