import { searchedByPart } from '@xueheng/contract/derive/large.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type Field, type FieldKind, type Fields, text } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { AppError, refuse } from '../error.ts'
import { type Condition, assertSortable, filterConditions } from './filters.ts'
import { type KnownRow, allFields, fromDatabase, selectColumns } from './rows.ts'
import { followedRows } from '../access/followed.ts'
import { visibleRows } from '../access/scope.ts'
import { viewOf } from '../db/large-tables.ts'
import { pageOfRows } from './page.ts'
import type { Rows } from './walk-rows.ts'

export type Query = Record<string, unknown>

/** Living rows the user may see that match the filters. */
export function where(entity: AnyEntity, ctx: Ctx, query: Query): Condition {
  const reach = entity.large ? 'large' : 'masked'
  const all = [sql`is_deleted = 0`, ...filterConditions(allFields(entity), query, reach), visibleRows(entity, ctx)]
  return sql.join(all, sql` and `)
}

/** Where the rows of an entity are read from. */
function sourceOf(entity: AnyEntity, ctx: Ctx): Condition {
  return entity.large ? sql.table(viewOf(entity)) : followedRows(entity, ctx)
}

/** The rows of a list, in its order, as they lie in the database. */
export function listedRows(entity: AnyEntity, ctx: Ctx, query: Query): Rows {
  return {
    columns: selectColumns(entity),
    source: sourceOf(entity, ctx),
    condition: where(entity, ctx, query),
    order: orderBy(entity, query),
  }
}

/** One page: the total and the rows. The count is not asked for when the page itself tells it. */
export async function listPage<E extends AnyEntity>(entity: E, ctx: Ctx, query: Query): Promise<Page<KnownRow<E>>> {
  const page = await pageOfRows<KnownRow<E>>(ctx, query, {
    ...listedRows(entity, ctx, query),
    hasId: true,
    searched: isSearched(entity, query) ? placeColumns(entity, query) : undefined,
  })
  return { ...page, records: fromDatabase(entity, page.records) }
}

/** Whether parts of texts are asked for that a large entity finds by an index. */
function isSearched(entity: AnyEntity, query: Query): boolean {
  const parts = entity.large ? searchedByPart(entity).flatMap((name) => [name, `${name}_like`]) : []
  return parts.some((name) => textOf(query[name]) !== '')
}

/** So many rows pickers and trees are given. */
const MOST_CHOICES = 20_000

/** Every matching row, in order; for pickers and trees. Refuses more than they can show rather than leave some out. */
export async function listAll<E extends AnyEntity>(entity: E, ctx: Ctx, query: Query): Promise<KnownRow<E>[]> {
  const result = await sql<KnownRow<E>>`select ${selectColumns(entity)} from ${sourceOf(entity, ctx)}
    where ${where(entity, ctx, query)} order by ${orderBy(entity, query)} limit ${MOST_CHOICES + 1}`.execute(ctx.db)
  if (result.rows.length > MOST_CHOICES) throw refuse(`超过${MOST_CHOICES}行，请加上筛选条件`)
  return fromDatabase(entity, result.rows)
}

/** One row by id; a foreign id answers exactly like a missing one. */
export async function findRow<E extends AnyEntity>(entity: E, ctx: Ctx, id: string): Promise<KnownRow<E> | undefined> {
  const result = await sql<KnownRow<E>>`select ${selectColumns(entity)} from ${followedRows(entity, ctx)}
    where id = ${checkId(id)} and ${where(entity, ctx, {})}`.execute(ctx.db)
  return fromDatabase(entity, result.rows)[0]
}

/** One row by id; refuses one that does not exist or is out of sight. */
export async function findOrRefuse<E extends AnyEntity>(entity: E, ctx: Ctx, id: string): Promise<KnownRow<E>> {
  const row = await findRow(entity, ctx, id)
  if (!row) throw new AppError('row.notFound')
  return row
}

/** The first row that equals every given value; detail calls bind to any field. */
export async function findBy<E extends AnyEntity>(entity: E, ctx: Ctx, query: Query): Promise<KnownRow<E> | undefined> {
  const named = Object.entries(query).filter(([name, value]) => Object.hasOwn(entity.fields, name) && value)
  if (named.length === 0) return undefined
  const equal = Object.fromEntries(named.map(([name, value]) => [`${name}_equal`, value]))
  const result = await sql<KnownRow<E>>`select ${selectColumns(entity)} from ${followedRows(entity, ctx)}
    where ${where(entity, ctx, equal)} limit 1`.execute(ctx.db)
  return fromDatabase(entity, result.rows)[0]
}

/** A value that came unchecked, as text; what is neither text nor number is nothing. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Ids are 64-bit numbers in text; anything else is a row that does not exist. */
export function checkId(id: unknown): string {
  const text = textOf(id)
  if (!/^\d{1,18}$|^[1-8]\d{18}$/.test(text)) throw new AppError('row.notFound')
  return text
}

/** Kinds whose values have no order. */
const UNORDERED = new Set<FieldKind | undefined>(['json', 'secret'])

/** The order of an entity's list. `column` tells where a field stands when it is no column of the table. */
export function orderBy(entity: AnyEntity, query: Query, column: (name: string) => Condition = columnOf): Condition {
  return entity.large
    ? sql.join(
        largePlaces(entity, query).map(({ name, isDown }) => (isDown ? sql`${columnOf(name)} desc` : columnOf(name))),
      )
    : orderOf(orderFields(entity), standingOrder(entity), query, column)
}

/** What the order of a large entity is told by, each column once. */
function placeColumns(entity: AnyEntity, query: Query): Condition {
  const names = new Set(largePlaces(entity, query).map(({ name }) => name))
  return sql.join([...names].map(columnOf))
}

function columnOf(name: string): Condition {
  return sql.ref(snake(name))
}

function orderFields(entity: AnyEntity): Fields {
  return { id: ID, ...allFields(entity) }
}

function standingOrder(entity: AnyEntity): string[] {
  return entity.order ?? ['-createTime']
}

const ID = text('主键')

/** A field of an order. */
interface Place {
  name: string
  isDown: boolean
}

/**
 * `ascs` and `descs` name fields in either spelling; others, and masked ones, are refused by name, but for those every
 * client asks for. Without any the `declared` order holds. The id settles ties.
 */
export function orderOf(
  fields: Fields,
  declared: string[],
  query: Query,
  column: (name: string) => Condition,
): Condition {
  const order = [askedOrder(fields, query), placesOf(declared)].find((one) => one.length > 0) ?? []
  const last = Object.hasOwn(fields, 'id') ? [{ name: 'id', isDown: order[0]?.isDown ?? false }] : []
  const parts = [...order, ...last].map(({ name, isDown }) =>
    isDown ? sql`${column(name)} desc nulls last` : sql`${column(name)} asc nulls last`,
  )
  return sql.join(parts)
}

/**
 * The order of a large entity, as its indexes have it: what is asked for, then the `declared` order, then the id. Downwards
 * all of it is turned round, so that one index serves both ways; blanks come last upwards and first downwards.
 */
function largePlaces(entity: AnyEntity, query: Query): Place[] {
  const asked = askedOrder(orderFields(entity), query)
  const isTurned = asked[0]?.isDown === true
  const rest = placesOf(standingOrder(entity)).filter(({ name }) => !asked.some((one) => one.name === name))
  const order = [...asked, ...rest.map(({ name, isDown }) => ({ name, isDown: isDown !== isTurned }))]
  return [...order, { name: 'id', isDown: order[0]?.isDown === true }]
}

function askedOrder(fields: Fields, query: Query): Place[] {
  assertOrder(fields, query)
  const asked = namedOrder(query).filter(({ name }) => Object.hasOwn(fields, name))
  for (const { name } of asked) assertSortable(fields[name] as Field)
  return asked
}

function placesOf(declared: string[]): Place[] {
  return declared.map((name) => ({ name: name.replace('-', ''), isDown: name.startsWith('-') }))
}

/** Clients of this API family order every list by these: one that has no such column keeps its own order. */
const COMMON = new Set(['id', 'createTime', 'updateTime', 'sort'])

/** Refuses to order by what is no field, or has no order. */
export function assertOrder(fields: Fields, query: Query): void {
  const unknown = namedOrder(query).find(({ name }) =>
    Object.hasOwn(fields, name) ? UNORDERED.has(fields[name]?.kind) : !COMMON.has(name),
  )
  if (unknown) throw refuse(`不能按「${unknown.name}」排序`)
}

/** The columns a list is asked to be put in order by. */
export function namedOrder(query: Query): Place[] {
  return [...names(query['ascs'], false), ...names(query['descs'], true)]
}

function names(value: unknown, isDown: boolean): Place[] {
  const list = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : []
  return list
    .filter(Boolean)
    .map((name) => ({ name: name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()), isDown }))
}
