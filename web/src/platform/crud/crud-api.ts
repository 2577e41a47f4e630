import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { DIALECTS, type Entity, type EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { type Params, downloadList, get, post } from '../api/client.ts'
import type { CrudRow } from './row.ts'

/** Where the rows of a screen come from when it is not the entity's own list: last part of the path. */
export interface Source {
  segment: string
  /** The answer is a whole forest instead of one page. */
  isForest?: boolean
}

export function listRows(entity: AnyEntity, params: Params, source?: Source): Promise<Page<CrudRow> | CrudRow[]> {
  return get(pathOf(entity, source?.segment ?? DIALECTS[entity.dialect].list), params)
}

/** A page of the entity's own list, its rows typed by the declaration. */
export function loadPage<F extends Fields>(entity: Entity<F>, params: Params): Promise<Page<EntityRow<F>>> {
  return get(pathOf(entity, DIALECTS[entity.dialect].list), params)
}

export function loadRow<T = unknown>(entity: AnyEntity, id: string): Promise<T & CrudRow> {
  return get(pathOf(entity, DIALECTS[entity.dialect].detail[0]), { id })
}

/** Dialects with two write calls take new rows at the first and changes at the last. */
export function saveRow(entity: AnyEntity, body: Record<string, unknown>): Promise<unknown> {
  const names = DIALECTS[entity.dialect].submit
  const segment = (body.id ? names.at(-1) : names[0]) ?? 'submit'
  return post(pathOf(entity, segment), { body })
}

/** One dialect takes the keys as the body itself. */
export function removeRows(entity: AnyEntity, ids: string[]): Promise<unknown> {
  const { remove, hasIdsInBody } = DIALECTS[entity.dialect]
  return post(pathOf(entity, remove), hasIdsInBody ? { body: ids } : { query: { ids: ids.join() } })
}

/** The workbook of a list; answers the job that makes it, where it is long. */
export function exportRows(entity: AnyEntity, params: Params): Promise<string | undefined> {
  return downloadList(pathOf(entity, 'export'), params)
}

export function pathOf(entity: AnyEntity, segment: string): string {
  return `${entity.paths[0]}/${segment}`
}
