import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import type { RowOperator } from '@xueheng/contract/kit/row-condition.ts'
import { sql } from 'kysely'
import type { CtxUser } from '../ctx.ts'
import { type Condition, filterConditions } from '../rows/filters.ts'
import { allFields } from '../rows/rows.ts'

/** A comparison whose attribute is already the user's own values. */
export interface RowTest {
  field: string
  operator: RowOperator
  values: string[]
}

/** Rows a data scope lets see: those that pass all its tests. Without a test, every row. */
export type RowGrant = readonly RowTest[]

/** What of an entity's rows stands elsewhere than its declaration says. */
interface Kept {
  /** Columns of fields that are not named after them; several keys are an array of ids there. No column: computed. */
  columns: Record<string, string | undefined>
  /** What "the own department" of a row is, where it is not the one it was made in. */
  department: string
  /** Rows a user sees whatever the scopes say. */
  own(user: CtxUser): Condition
}

const kept = new Map<string, Kept>()

/** For an entity whose rows are written by hand. */
export function keptBy(entity: AnyEntity, how: Kept): void {
  kept.set(entity.name, how)
}

/** Fields of a row that a data scope may compare: those that are stored. */
export function comparedFields(entity: AnyEntity): Record<string, Field> {
  const columns = kept.get(entity.name)?.columns ?? {}
  const stored = Object.entries(allFields(entity)).filter(
    ([name]) => !Object.hasOwn(columns, name) || columns[name] !== undefined,
  )
  return Object.fromEntries(stored)
}

/** The field by which rows of a department are known. */
export function departmentField(entityName: string): string {
  return kept.get(entityName)?.department ?? 'createDept'
}

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
  const own = kept.get(entity.name)?.own(user)
  return sql`(${sql.join(own ? [...each, own] : each, sql` or `)})`
}

/** An empty list of values lets nothing through, whatever the operator: nobody gains sight by having no unit. */
function passes(entity: AnyEntity, { field: name, operator, values }: RowTest): Condition {
  const field = comparedFields(entity)[name]
  if (!field || values.length === 0) return sql`false`
  const elsewhere = kept.get(entity.name)?.columns[name]
  const column = sql.ref(elsewhere ?? snake(name))
  if (field.multiple && elsewhere) return sql`${column}::text[] && ${values}::text[]`
  if (operator === 'equal')
    return field.multiple ? sql`${column} ?| ${values}::text[]` : sql`${column} = any(${values})`
  if (operator === 'notequal') return sql`(${column} is null or not ${column} = any(${values}))`
  const each = values.flatMap((value) =>
    filterConditions({ [name]: field }, { [`${name}_${operator}`]: value }, 'whole'),
  )
  return sql`(${sql.join(each, sql` or `)})`
}
