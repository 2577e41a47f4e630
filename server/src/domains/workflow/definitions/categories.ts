import { CATEGORY_PREFIX } from '@xueheng/contract/domains/workflow/definition.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { every } from '../../../platform/access/doors.ts'
import { dict } from '@xueheng/contract/domains/settings/dict.ts'

const KINDS = every(dict, 'categories of processes are everybody’s to read')

/** A kind of process: what it is called, and the pages its tasks are handled on. */
export interface Category {
  key: string
  title: string
  /** Empty while nobody has made pages for it. */
  route: string
}

export async function categoriesOf(db: Db): Promise<Map<string, Category>> {
  const found =
    await sql<Category>`select dict_key as key, dict_value as title, coalesce(remark, '') as route from ${KINDS}
    where code = 'flow' and parent_id <> 0 and is_deleted = 0 order by sort`.execute(db)
  return new Map(found.rows.map((row) => [row.key, row]))
}

/** Joins the entry `k` of a category, which a row may outlive. */
export function kindOf(category: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join ${KINDS} k on k.code = 'flow' and k.dict_key = ${category} and k.parent_id <> 0 and k.is_deleted = 0`
}

/** `flow_1` and `1` are the same; nothing for nothing. */
export function categoryKey(category: string | null): string {
  const text = (category ?? '').trim()
  return text.startsWith(CATEGORY_PREFIX) ? text.slice(CATEGORY_PREFIX.length) : text
}

/** The key of a category that exists. */
export async function requireCategory(db: Db, category: string | null): Promise<string> {
  const key = categoryKey(category)
  if (key === '') throw refuse('请选择流程类型')
  if (!(await categoriesOf(db)).has(key)) throw refuse('流程类型不存在')
  return key
}
