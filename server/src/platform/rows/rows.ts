import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { BASE_FIELDS, type EntityRow } from '@xueheng/contract/kit/entity.ts'
import { type Field, type Fields, type Secrets, flagOfSecret } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import type { Condition } from './filters.ts'

/** A row of an entity that is known by name only. */
export type StoredRow = { id: string } & Record<string, unknown>

/** A row of the entity as its calls answer it; a `StoredRow` where the fields are not known. */
export type KnownRow<E extends AnyEntity> = E extends AnyEntity
  ? string extends keyof E['fields']
    ? StoredRow
    : EntityRow<E['fields']>
  : never

/** A row on its way in, with its secrets as they were typed. */
export type WrittenRow<E extends AnyEntity> = KnownRow<E> & Secrets<E['fields']>

/** What follows from an entity once and is asked with every request. */
interface Plan {
  columns: Condition
  fields: Fields
}

const plans = new WeakMap<AnyEntity, Plan>()

function planOf(entity: AnyEntity): Plan {
  const known = plans.get(entity)
  if (known) return known
  const fields: Fields = { ...entity.fields, ...BASE_FIELDS }
  const own = ['id', ...(entity.tenantless ? [] : ['tenantId'])]
  const columns = [...own.map((name) => columnOf(name)), ...Object.entries(fields).map((one) => columnOf(...one))]
  // One text: a builder would take every column apart and put it together again, request by request.
  const plan = { columns: sql.raw(columns.join(', ')), fields }
  plans.set(entity, plan)
  return plan
}

/** Everything a list may filter and sort by: the declared fields and those of every row. */
export function allFields(entity: AnyEntity): Fields {
  return planOf(entity).fields
}

/** Of a secret only whether it is set. */
function columnOf(name: string, field?: Field): string {
  const column = `"${snake(name)}"`
  return field?.kind === 'secret' ? `(coalesce(${column}, '') <> '')::int as ${snake(flagOfSecret(name))}` : column
}

/** `id, study_year, …`: rows come out under their declared names. */
export function selectColumns(entity: AnyEntity): Condition {
  return planOf(entity).columns
}

/** Scores and rates leave the database as text and the server as numbers; the rest is ready as it is. */
export function fromDatabase<R extends Record<string, unknown>>(entity: AnyEntity, rows: R[]): R[] {
  return asNumbers(allFields(entity), rows)
}

/** The same for rows of any fields. */
export function asNumbers<R extends Record<string, unknown>>(fields: Fields, rows: R[]): R[] {
  const numbers = Object.entries(fields).filter(([, field]) => field.wireNumber || field.kind === 'percent')
  for (const row of rows) {
    const values: Record<string, unknown> = row
    for (const [name] of numbers) {
      if (typeof values[name] === 'string') values[name] = Number(values[name])
    }
  }
  return rows
}

/** A value as a bound parameter of its column. */
export function toDatabase(field: Field, value: unknown): unknown {
  if (value === undefined) return null
  if (field.kind === 'json' || field.multiple) return value === null ? null : JSON.stringify(value)
  if (value === '' && !['text', 'paragraph', 'image', 'icon'].includes(field.kind)) return null
  return value
}
