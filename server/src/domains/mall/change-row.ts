import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Entity } from '@xueheng/contract/kit/entity.ts'
import type { Field, Fields, Row } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import { maskRows } from '../../platform/access/mask.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { checkId } from '../../platform/rows/read.ts'
import { type KnownRow, fromDatabase, selectColumns, toDatabase } from '../../platform/rows/rows.ts'

/** What the program itself does, by the clock or because a provider says so, is done in this name. */
export function inOwnName(ctx: Ctx): Ctx {
  return { ...ctx, user: { ...ctx.user, id: '0', account: 'system', name: '系统' } }
}

/** A living row held until the end of the transaction, whoever may see it: callers have asked that. */
export async function lockRow<E extends AnyEntity>(ctx: Ctx, entity: E, id: string): Promise<KnownRow<E>> {
  const found = await sql<KnownRow<E>>`select ${selectColumns(entity)} from ${into(entity)}
    where id = ${checkId(id)} and is_deleted = 0 for update`.execute(ctx.db)
  const [row] = fromDatabase(entity, found.rows)
  if (!row) throw new AppError('row.notFound')
  return row
}

type Changes<F extends Fields> = Partial<Row<F>>

/** Writes fields of a row that a process changes, says who and when, and leaves a line in the operation log. Answers it as it is now. */
export async function changeRow<F extends Fields>(
  ctx: Ctx,
  entity: Entity<F>,
  before: { id: string } & Partial<Row<F>>,
  changes: Changes<F>,
  step: { name: string; title: string },
): Promise<KnownRow<Entity<F>>> {
  const names = Object.keys(changes)
  const sets = names.map((name) => {
    const value = toDatabase(entity.fields[name] as Field, changes[name])
    return sql`${sql.ref(snake(name))} = ${value}`
  })
  sets.push(
    sql`update_user = ${ctx.user.id}`,
    sql`update_time = greatest(localtimestamp(0), update_time + interval '1 second')`,
  )
  const stored = await sql<KnownRow<Entity<F>>>`update ${into(entity)} set ${sql.join(sets)} where id = ${before.id}
    returning ${selectColumns(entity)}`.execute(ctx.db)
  const [row] = fromDatabase(entity, stored.rows)
  if (!row) throw new AppError('row.notFound')
  await logOperation(ctx, `${entity.name}.${step.name}`, step.title, {
    entity: entity.name,
    rowId: before.id,
    before: pick(before, names),
    after: pick(row, names),
  })
  return row
}

function pick(row: object, names: string[]): Record<string, unknown> {
  const values: Record<string, unknown> = { ...row }
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
}

/** As calls answer it. */
export function shown<F extends Fields>(entity: Entity<F>, row: KnownRow<Entity<F>>): KnownRow<Entity<F>> {
  return maskRows(entity.fields, [row])[0] ?? row
}
