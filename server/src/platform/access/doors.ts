import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Entity, TableRow } from '@xueheng/contract/kit/entity.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Table } from '../db/table.ts'
import { followedRows } from './followed.ts'
import { grantedRows } from './row-grants.ts'
import type { Reader } from './rules.ts'
import { visibleRows } from './scope.ts'

/*
 * The doors to the table of an entity. A statement names no such table itself: it takes the rows its reader may see, or
 * says why it takes them all. `as` makes a source for the builder, with the columns and rows of the declaration; without
 * it the door stands in a template, where a name follows: `from ${visible(ctx, basicSchool)} s`.
 */

/** The living rows that the reader may see: tenant, units, the domain's limit, data scopes. */
export function visible(reader: Reader, entity: AnyEntity): RawBuilder<unknown>
export function visible<F extends Fields, const A extends string>(
  reader: Reader,
  entity: Entity<F>,
  as: A,
): AliasedRawBuilder<TableRow<F>, A>
export function visible(reader: Reader, entity: AnyEntity, as?: string): unknown {
  const rows = sql`(select * from ${followedRows(entity, reader)} where is_deleted = 0 and ${visibleRows(entity, reader)})`
  return as === undefined ? rows : rows.as<string>(as)
}

/** The same with removed rows: for the names of those a history tells of. */
export function visibleEver(reader: Reader, entity: AnyEntity): RawBuilder<unknown> {
  return sql`(select * from ${followedRows(entity, reader)} where ${visibleRows(entity, reader)})`
}

/**
 * Every row of the tenant, removed ones as well: for what is decided, counted or named by the rows, never for rows that
 * are shown. The reason is for the reader of the code.
 */
export function every(entity: AnyEntity, reason: string): RawBuilder<unknown>
export function every<F extends Fields, const A extends string>(
  entity: Entity<F>,
  reason: string,
  as: A,
): AliasedRawBuilder<TableRow<F>, A>
export function every(entity: AnyEntity, _reason: string, as?: string): unknown {
  const rows = sql`${sql.table(entity.table)}`
  return as === undefined ? rows : rows.as<string>(as)
}

/** The table as the goal of `insert`, `update` or `delete` in the domain that declares it. */
export function into(goal: AnyEntity | Table): RawBuilder<unknown> {
  return sql`${sql.table('table' in goal ? goal.table : goal.name)}`
}

/**
 * What a column holds over the rows the reader may see, for tables that know an entity's rows by a code only;
 * null where no data scope narrows them.
 */
export async function visibleValues(
  ctx: Reader & { db: Db },
  entity: AnyEntity,
  column: string,
): Promise<string[] | null> {
  const rows = grantedRows(entity, ctx)
  if (!rows) return null
  const found = await sql<{ value: string }>`select distinct ${sql.ref(column)} as value from ${sql.table(entity.table)}
    where is_deleted = 0 and ${rows} and ${sql.ref(column)} is not null order by 1`.execute(ctx.db)
  return found.rows.map((row) => row.value)
}

/** Whether the reader sees a row that holds a value in a column; of a code nobody narrows, also where no row has it. */
export async function isVisibleValue(
  ctx: Reader & { db: Db },
  entity: AnyEntity,
  column: string,
  value: string | null,
): Promise<boolean> {
  const rows = grantedRows(entity, ctx)
  if (!rows || value === null) return !rows
  const found = await sql`select 1 from ${sql.table(entity.table)}
    where is_deleted = 0 and ${rows} and ${sql.ref(column)} = ${value} limit 1`.execute(ctx.db)
  return found.rows.length > 0
}
