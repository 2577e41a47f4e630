import type { Field } from '@xueheng/contract/kit/field.ts'
import { DEFAULT_PAGE_SIZE } from '@xueheng/contract/kit/page.ts'
import type { Params } from '../api/client.ts'
import { isBlank } from './fields/field-view.ts'
import { PAGE_SIZES } from './page-sizes.ts'
import type { NamedField } from './row.ts'

/** What a list shows: values of the search form by field, page, size, order (`name` or `-name`). */
export interface ListQuery {
  filters: Record<string, unknown>
  current: number
  size: number
  sort: string | undefined
}

type SearchChange = Record<string, string | undefined>

/** Names of the two ends where a field is searched by range; they are the same in the address and on the wire. */
export function rangeEnds(name: string, field: Field): [string, string] | undefined {
  if (name === 'createTime') return [`${name}_dategt`, `${name}_datelt`]
  if (field.kind === 'dateTime') return [`${name}_datege`, `${name}_datele`]
  if (field.search === 'range' || field.kind === 'date') return [`${name}_ge`, `${name}_le`]
  return undefined
}

/** Reads what the user chose from the address; anything odd in it falls back to the default. */
export function readQuery(search: URLSearchParams, fields: NamedField[], prefix = ''): ListQuery {
  const read = (name: string): string => search.get(prefix + name) ?? ''
  const filters: Record<string, unknown> = {}
  for (const [name, field] of fields) {
    const ends = rangeEnds(name, field)
    const value = ends ? ends.map(read) : read(name)
    if (ends ? (value as string[]).some(Boolean) : value !== '') filters[name] = value
  }
  const size = Number(read('size'))
  return {
    filters,
    current: Math.max(1, Math.trunc(Number(read('current'))) || 1),
    size: PAGE_SIZES.some((one) => one === size) ? size : DEFAULT_PAGE_SIZE,
    sort: read('sort') || undefined,
  }
}

/** Address changes of a search: the given filters, the others removed, and back to the first page. */
export function filterChange(filters: Record<string, unknown>, fields: NamedField[], prefix = ''): SearchChange {
  const change: SearchChange = { [`${prefix}current`]: undefined }
  for (const [name, field] of fields) {
    const ends = rangeEnds(name, field)
    if (!ends) change[prefix + name] = textOf(filters[name])
    else ends.forEach((end, at) => (change[prefix + end] = textOf((filters[name] as unknown[] | undefined)?.[at])))
  }
  return change
}

/** Address changes of paging and sorting; the default size is not written down. */
export function pageChange(current: number, size: number, prefix = ''): SearchChange {
  return {
    [`${prefix}current`]: current > 1 ? String(current) : undefined,
    [`${prefix}size`]: size === DEFAULT_PAGE_SIZE ? undefined : String(size),
  }
}

/** The filters as query parameters of the list and export calls. */
export function filterParams(filters: Record<string, unknown>, fields: NamedField[]): Params {
  const change = filterChange(filters, fields)
  delete change.current
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

/** Order as the list calls take it. */
export function sortParams(sort: string | undefined): Params {
  if (!sort) return {}
  return sort.startsWith('-') ? { descs: sort.slice(1) } : { ascs: sort }
}

function textOf(value: unknown): string | undefined {
  return isBlank(value) ? undefined : String(value).trim() || undefined
}
