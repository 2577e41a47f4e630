import { indexedOrders, searchedByPart } from '@xueheng/contract/derive/large.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { APP_ROLE } from './limited-pool.ts'

/*
 * What a large entity has beside its table: an index for every order and search of its list, and a view. A search by
 * part is no leakproof operator, and PostgreSQL uses no index for it behind row level security; the view belongs to the
 * tables' owner, whom that does not hold back, and says the policy itself.
 */

/** Columns of an index, as they stand in `create index`. */
export interface ListIndex {
  name: string
  columns: string[]
}

/** The indexes of a large list that put rows in order; their first column filters as well, as that of a natural key does. */
export function orderIndexes(entity: AnyEntity): ListIndex[] {
  if (!entity.large) return []
  const standing: string[] = entity.order ?? ['-createTime']
  const keys = new Set((entity.unique ?? []).map(([first]: string[]) => first))
  const orders = (indexedOrders(entity) ?? [])
    .filter((name) => !keys.has(name))
    .map((name, i) => ({
      name,
      order: i === 0 ? standing : [name, ...standing.filter((one) => one.replace('-', '') !== name)],
    }))
  const made = { name: 'createTime', order: ['createTime'] }
  const isMade = orders.some(({ name }) => name === made.name)
  return (isMade ? orders : [...orders, made]).map(({ name, order }) => ({
    name,
    columns: [...order, order[0]?.startsWith('-') ? '-id' : 'id'].map(columnOf),
  }))
}

function columnOf(name: string): string {
  return name.startsWith('-') ? `${snake(name.slice(1))} desc` : snake(name)
}

/** Indexes by which parts of texts are found. Not partial: PostgreSQL takes no statistics of such. */
export function pieceIndexes(entity: AnyEntity): { name: string; sql: string }[] {
  if (!entity.large) return []
  return searchedByPart(entity).map((field) => {
    const name = `${entity.table}_${snake(field)}_pieces`
    return { name, sql: `create index ${name} on ${entity.table} using gin (name_pieces(${snake(field)}));` }
  })
}

/** The view through which the list of a large entity is read. */
export function viewOf(entity: AnyEntity): string {
  return `${entity.table}_rows`
}

/** `create view` with its grant, in place of one that may stand. */
export function createView(entity: AnyEntity, columns: string[]): string {
  const view = viewOf(entity)
  const wall = entity.tenantless ? '' : ` where tenant_id = current_setting('app.tenant', true)`
  return [
    `drop view if exists ${view};`,
    `create view ${view} as select ${columns.join(', ')} from ${entity.table}${wall};`,
    `grant select on ${view} to ${APP_ROLE};`,
  ].join('\n')
}
