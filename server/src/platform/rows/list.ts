import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields, Row } from '@xueheng/contract/kit/field.ts'
import type { List } from '@xueheng/contract/kit/list.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { maskRows } from '../access/mask.ts'
import type { Ctx } from '../ctx.ts'
import { type Condition, filterConditions } from './filters.ts'
import { pageOfRows } from './page.ts'
import { checkId, orderOf, type Query } from './read.ts'
import { asNumbers } from './rows.ts'
import type { Rows } from './walk-rows.ts'

/** Rows to be listed: a door, a table, or a statement in brackets; their columns are named after the fields. */
export type Source = RawBuilder<unknown>

type Listed<F extends Fields> = Pick<List<F>, 'fields' | 'filters' | 'order' | 'input'>

/** Whether a call filters and orders by fields. */
export function isFiltering(call: AnyCall): boolean {
  return 'fields' in call
}

/**
 * A page of `source`, filtered and ordered as `query` asks by the fields of the list; personal values are masked.
 * Names that are no field are passed over. Refuses values that are none of their kind. `orderedBy`: columns by which some
 * fields are ordered, where it is not their own.
 */
export async function listOf<F extends Fields>(
  ctx: Pick<Ctx, 'db'>,
  list: Listed<F>,
  query: Query,
  source: Source,
  orderedBy: Record<string, string> = {},
): Promise<Page<Row<F>>> {
  const page = await pageOfRows<Row<F>>(ctx, query, rowsOf(list, query, source, orderedBy))
  return { ...page, records: maskRows(list.fields, asNumbers(list.fields, page.records)) }
}

/** All rows of `source` that the query asks for, in its order, as they lie in the database. */
export function rowsOf<F extends Fields>(
  list: Listed<F>,
  query: Query,
  source: Source,
  orderedBy: Record<string, string> = {},
): Rows {
  const { fields } = list
  const conditions = filterConditions({ ...list.filters, ...fields }, filtersOf(list, query))
  return {
    columns: sql.join(Object.entries(fields).map(([name, field]) => columnOf(name, field))),
    source: sql`${source} l`,
    condition: sql.join([sql`true`, ...conditions], sql` and `),
    order: orderOf({ ...list.filters, ...fields }, list.order, query, (name) =>
      sql.ref(`l.${snake(orderedBy[name] ?? name)}`),
    ),
  }
}

/** The row of a list with that id as the list shows it, or nothing. */
export async function findOf<F extends Fields>(
  ctx: Pick<Ctx, 'db'>,
  list: Listed<F>,
  id: unknown,
  source: Source,
): Promise<Row<F> | null> {
  const page = await listOf(ctx, list, { id_equal: checkId(id), size: 1 }, source)
  return page.records[0] ?? null
}

/** What is asked of the fields: the list's own input is the handler's to judge. */
function filtersOf({ input }: Pick<List, 'input'>, query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(input, name)))
}

/** Moments of any precision leave as this API family writes them. */
function columnOf(name: string, field: Field): Condition {
  const column = sql.ref(`l.${snake(name)}`)
  return field.kind === 'dateTime'
    ? sql`to_char(${column}, 'YYYY-MM-DD HH24:MI:SS') as ${sql.id(name)}`
    : sql`${column} as ${sql.id(name)}`
}
