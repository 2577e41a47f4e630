import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import type { RowOperator } from '@xueheng/contract/kit/row-condition.ts'
import { sql } from 'kysely'
import type { CtxUser } from '../ctx.ts'
import { type Condition, filterConditions } from './filters.ts'
import { allFields } from './rows.ts'

/** A comparison whose attribute is already the user's own values. */
export interface RowTest {
  field: string
  operator: RowOperator
  values: string[]
}

/** Rows a data scope lets see: those that pass all its tests. Without a test, every row. */
export type RowGrant = readonly RowTest[]

/** The rows any of the user's data scopes for this entity lets see; nothing when none narrows it. */
export function grantedRows(entity: AnyEntity, user: CtxUser): Condition | undefined {
  const grants = user.isAdministrator ? undefined : user.rowGrants.get(entity.name)
  if (!grants || grants.some((grant) => grant.length === 0)) return undefined
  const each = grants.map(
    (grant) =>
      sql`(${sql.join(
        grant.map((test) => passes(entity, test)),
        sql` and `,
      )})`,
  )
  return sql`(${sql.join(each, sql` or `)})`
}

/** An empty list of values lets nothing through, whatever the operator: nobody gains sight by having no unit. */
function passes(entity: AnyEntity, { field: name, operator, values }: RowTest): Condition {
  const field: Field | undefined = allFields(entity)[name]
  if (!field || values.length === 0) return sql`false`
  const column = sql.ref(snake(name))
  if (operator === 'equal')
    return field.multiple ? sql`${column} ?| ${values}::text[]` : sql`${column} = any(${values})`
  if (operator === 'notequal') return sql`(${column} is null or not ${column} = any(${values}))`
  const each = values.flatMap((value) => filterConditions({ [name]: field }, { [`${name}_${operator}`]: value }))
  return sql`(${sql.join(each, sql` or `)})`
}
