import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { type Condition, filterConditions } from '../rows/filters.ts'
import { allFields } from '../rows/rows.ts'
import type { AccessRules, Reader } from './rules.ts'
import { OWN_DEPARTMENT, type RowTest } from './user.ts'

type Ruled = Pick<Reader, 'rules'>

/** Fields of a row that a data scope may compare: those that are stored. */
export function comparedFields({ rules }: Ruled, entity: AnyEntity): Record<string, Field> {
  const columns = rules.stored.get(entity.name)?.columns ?? {}
  const stored = Object.entries(allFields(entity)).filter(
    ([name]) => !Object.hasOwn(columns, name) || columns[name] !== undefined,
  )
  return Object.fromEntries(stored)
}

/** The rows any of the user's data scopes for this entity lets see; nothing when none narrows it. */
export function grantedRows(entity: AnyEntity, { user, rules }: Omit<Reader, 'scope'>): Condition | undefined {
  const grants = user.isAdministrator ? undefined : user.rowGrants.get(entity.name)
  if (!grants || grants.some((grant) => grant.length === 0)) return undefined
  const each = grants.map((grant) => {
    const tests = grant.map((test) => passes(rules, entity, test))
    return sql`(${sql.join(tests, sql` and `)})`
  })
  const own = rules.stored.get(entity.name)?.own(user)
  return sql`(${sql.join(own ? [...each, own] : each, sql` or `)})`
}

/** An empty list of values lets nothing through, whatever the operator: nobody sees more by having no unit. */
function passes(rules: AccessRules, entity: AnyEntity, { field: asked, operator, values }: RowTest): Condition {
  const stored = rules.stored.get(entity.name)
  const name = asked === OWN_DEPARTMENT ? (stored?.department ?? 'createDept') : asked
  const field = comparedFields({ rules }, entity)[name]
  if (!field || values.length === 0) return sql`false`
  const elsewhere = stored?.columns[name]
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
