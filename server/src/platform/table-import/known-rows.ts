import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../access/doors.ts'
import { visibleRows } from '../access/scope.ts'
import type { Ctx } from '../ctx.ts'
import { columnType } from '../db/columns.ts'
import { type StoredRow, fromDatabase, selectColumns, toDatabase } from '../rows/rows.ts'

type Values = Record<string, unknown>

/** A row that has a key, and whether the writer sees it. */
export interface KnownRow {
  row: StoredRow
  isSeen: boolean
}

/** The values of a key as one text; nothing where one of them is missing. */
export function keyText(names: readonly string[], values: Values): string | undefined {
  const each = names.map((name) => values[name])
  return each.some((value) => value === undefined || value === null || value === '')
    ? undefined
    : JSON.stringify(each.map(String))
}

const SLICE = 5000

/** So many at once that what is made of them on the way does not pile up in memory. */
export function* slicesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += SLICE) yield all.slice(from, from + SLICE)
}

/** The living rows that have one of the keys, by `keyText`; few questions for all of them. */
export async function findKnown(
  ctx: Ctx,
  entity: AnyEntity,
  names: readonly string[],
  keys: readonly Values[],
): Promise<Map<string, KnownRow>> {
  const known = new Map<string, KnownRow>()
  for (const some of slicesOf(keys))
    for (const { isSeen, ...row } of await readKnown(ctx, entity, names, some))
      known.set(keyText(names, row) ?? '', { row, isSeen })
  return known
}

async function readKnown(
  ctx: Ctx,
  entity: AnyEntity,
  names: readonly string[],
  keys: readonly Values[],
): Promise<(StoredRow & { isSeen: boolean })[]> {
  const columns = names.map((name) => sql.ref(snake(name)))
  const asked = keys.map((key) =>
    Object.fromEntries(names.map((name) => [snake(name), databaseKey(entity, name, key)])),
  )
  const same = columns.map((column) => sql`t.${column} = k.${column}`)
  const living = sql`(select ${selectColumns(entity)}, coalesce(${visibleRows(entity, ctx)}, false) as is_seen
    from ${every(entity, 'a key is taken, whoever sees its row')} where is_deleted = 0)`
  const found = await sql<StoredRow & { isSeen: boolean }>`select t.* from ${living} t
    join jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as k (${sql.join(typesOf(entity, names))})
    on ${sql.join(same, sql` and `)}`.execute(ctx.db)
  return fromDatabase(entity, found.rows)
}

function databaseKey(entity: AnyEntity, name: string, key: Values): unknown {
  return toDatabase(entity.fields[name], key[name])
}

function typesOf(entity: AnyEntity, names: readonly string[]): RawBuilder<unknown>[] {
  return names.map((name) => sql`${sql.ref(snake(name))} ${sql.raw(columnType(entity.fields[name]))}`)
}
