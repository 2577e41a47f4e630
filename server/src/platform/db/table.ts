import { snake } from '@xueheng/contract/kit/name.ts'
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'

/** A column as PostgreSQL keeps it; `_value` carries the TypeScript type of what is read and is never set. */
export interface StoredColumn<T = unknown> {
  type: string
  isNullable: boolean
  readonly _value?: T
}

export type StoredColumns = Record<string, StoredColumn>

type Value<C> = C extends StoredColumn<infer T> ? T : never

/** A row of the table; its columns are named in camel case. */
export type RowOf<C extends StoredColumns> = { -readonly [K in keyof C]: Value<C[K]> }

/**
 * `walled`: row level security keeps tenants apart. `policy`: so does a condition of the table's own, in its migration.
 * `open`: read before the tenant is known. `none`: rows of no tenant.
 */
export type TenantWall = 'walled' | 'policy' | 'open' | 'none'

/** Rows that are kept without calls of their own: history, ledgers, links, queues, facts. */
export interface Table<C extends StoredColumns = StoredColumns> {
  /** As PostgreSQL knows it. */
  name: string
  columns: C
  wall: TenantWall
}

/** The table `exam_school` for `examSchool`. `wall`: `walled` without it. A test holds it to the migrated database. */
export function defineTable<const C extends StoredColumns>(
  name: string,
  columns: C,
  options: { wall?: TenantWall } = {},
): Table<C> {
  return { name: snake(name), columns, wall: options.wall ?? 'walled' }
}

/** The whole table in a statement of the domain that declares it, to read or to write: `from ${own(examSchool)} s`. */
export function own<C extends StoredColumns>(table: Table<C>): RawBuilder<RowOf<C>>
export function own<C extends StoredColumns, const A extends string>(
  table: Table<C>,
  as: A,
): AliasedRawBuilder<RowOf<C>, A>
export function own(table: Table, as?: string): unknown {
  const name = sql`${sql.table(table.name)}`
  return as === undefined ? name : name.as(as)
}

function column<T>(type: string): StoredColumn<T> {
  return { type, isNullable: false }
}

/** The same column where a value may be missing. */
export function nullable<T>({ type }: StoredColumn<T>): StoredColumn<T | null> {
  return { type, isNullable: true }
}

/** A 64-bit number, read as text. */
export const bigint = (): StoredColumn<string> => column('bigint')
export const integer = (): StoredColumn<number> => column('integer')
export const smallint = (): StoredColumn<number> => column('smallint')
export const varchar = (length: number): StoredColumn<string> => column(`varchar(${length})`)
export const char = (length: number): StoredColumn<string> => column(`char(${length})`)
export const longText = (): StoredColumn<string> => column('text')
/** An exact number, read as text. */
export const numeric = (digits: number, scale: number): StoredColumn<string> => column(`numeric(${digits},${scale})`)
export const double = (): StoredColumn<number> => column('double precision')
export const date = (): StoredColumn<string> => column('date')
/** `yyyy-MM-dd HH:mm:ss` in the bureau's zone. */
export const timestamp = (): StoredColumn<string> => column('timestamp(0)')
/** A moment of the world's clock; `digits` of a second are kept, six without. */
export const moment = (digits?: number): StoredColumn<Date> =>
  column(digits === undefined ? 'timestamp with time zone' : `timestamp(${digits}) with time zone`)
export const jsonb = <T>(): StoredColumn<T> => column('jsonb')
export const uuid = (): StoredColumn<string> => column('uuid')
export const list = <T>({ type }: StoredColumn<T>): StoredColumn<T[]> => column(`${type}[]`)
