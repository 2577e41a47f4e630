import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { BASE_FIELDS } from '@xueheng/contract/kit/entity.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from './rules.ts'

/** The rows of an entity as they are read: the table, with what follows from other rows in the place of its columns. */
export function followedRows(entity: AnyEntity, { rules }: Pick<Reader, 'rules'>): RawBuilder<unknown> {
  const followed = rules.follows.get(entity.name)
  if (!followed) return sql.table(entity.table)
  const names = ['id', ...(entity.tenantless ? [] : ['tenantId']), ...Object.keys({ ...entity.fields, ...BASE_FIELDS })]
  const columns = names.map((name) => {
    const value = followed[name]
    return value ? sql`${value} as ${sql.ref(snake(name))}` : sql.ref(`t.${snake(name)}`)
  })
  return sql`(select ${sql.join(columns)} from ${sql.table(entity.table)} t) as listed`
}
