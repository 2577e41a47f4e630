import type { Field, FieldKind, Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../error.ts'

export type Condition = RawBuilder<unknown>

/** How a parameter without a suffix filters each kind. */
const PLAIN = {
  text: 'like',
  paragraph: 'like',
  integer: 'equal',
  decimal: 'equal',
  percent: 'equal',
  flag: 'equal',
  date: 'equal',
  dateTime: 'equal',
  dict: 'equal',
  ref: 'equal',
  image: 'like',
  json: 'none',
} satisfies Record<FieldKind, 'like' | 'equal' | 'none'>

type Operator = (column: Condition, value: unknown) => Condition

/** Suffixes of this API family; every value is a bound parameter. */
const SUFFIXES: Record<string, Operator> = {
  equal: (column, value) => sql`${column} = ${value}`,
  notequal: (column, value) => sql`${column} is distinct from ${value}`,
  like: (column, value) => sql`${column}::text ilike ${`%${escapeLike(value)}%`}`,
  notlike: (column, value) => sql`coalesce(${column}::text, '') not ilike ${`%${escapeLike(value)}%`}`,
  likeleft: (column, value) => sql`${column}::text ilike ${`%${escapeLike(value)}`}`,
  likeright: (column, value) => sql`${column}::text ilike ${`${escapeLike(value)}%`}`,
  ge: (column, value) => sql`${column} >= ${value}`,
  le: (column, value) => sql`${column} <= ${value}`,
  gt: (column, value) => sql`${column} > ${value}`,
  lt: (column, value) => sql`${column} < ${value}`,
  datege: (column, value) => sql`${column} >= ${value}::timestamp`,
  datele: (column, value) => sql`${column} <= ${value}::timestamp`,
  dategt: (column, value) => sql`${column} > ${value}::timestamp`,
  datelt: (column, value) => sql`${column} < ${value}::timestamp`,
  dateequal: (column, value) => sql`${column}::date = ${value}::date`,
  null: (column) => sql`${column} is null`,
  notnull: (column) => sql`${column} is not null`,
}

function escapeLike(value: unknown): string {
  return String(value).replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)
}

/** Conditions for the query parameters that name a known column; unknown names never reach SQL. */
export function filterConditions(fields: Fields, query: Record<string, unknown>): Condition[] {
  const conditions: Condition[] = []
  for (const [parameter, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    const [name, suffix] = split(fields, parameter)
    const field = fields[name]
    if (field && suffix !== 'ignore') conditions.push(condition(field, name, suffix, value))
  }
  return conditions
}

function split(fields: Fields, parameter: string): [string, string | undefined] {
  if (Object.hasOwn(fields, parameter)) return [parameter, undefined]
  const at = parameter.lastIndexOf('_')
  const suffix = parameter.slice(at + 1)
  const isSuffix = at > 0 && (Object.hasOwn(SUFFIXES, suffix) || suffix === 'ignore')
  return isSuffix ? [parameter.slice(0, at), suffix] : [parameter, undefined]
}

function condition(field: Field, name: string, suffix: string | undefined, value: unknown): Condition {
  const column = sql.ref(snake(name))
  const values = Array.isArray(value) ? value : [value]
  for (const one of values) checkValue(field, one, suffix)
  if (field.multiple) return sql`${column} ?| ${values.map(String)}::text[]`
  if (suffix) return (SUFFIXES[suffix] as Operator)(column, values[0])
  const mode = field.search === 'equal' || field.search === 'like' ? field.search : PLAIN[field.kind]
  if (mode === 'none') return sql`true`
  if (mode === 'like') return (SUFFIXES['like'] as Operator)(column, values[0])
  const many = values.flatMap((one) => String(one).split(','))
  return many.length === 1 ? sql`${column} = ${many[0]}` : sql`${column} = any(${many})`
}

/** A value PostgreSQL could not read as the column's type is refused by name, not answered with a fault of ours. */
function checkValue(field: Field, value: unknown, suffix: string | undefined): void {
  if (suffix === 'null' || suffix === 'notnull') return
  const text = String(value)
  const isNumber = field.kind === 'integer' || field.kind === 'flag' || (field.kind === 'dict' && field.numeric)
  const isId = field.kind === 'ref' && !field.value
  const isTime = field.kind === 'date' || field.kind === 'dateTime'
  const isBad =
    text.includes('\u0000') ||
    (isNumber && !text.split(',').every((one) => /^-?\d{1,9}$/.test(one))) ||
    (isId && !text.split(',').every((one) => /^-?\d{1,18}$|^\d{19}$/.test(one))) ||
    ((field.kind === 'decimal' || field.kind === 'percent') && !/^-?\d{1,15}(\.\d+)?$/.test(text)) ||
    ((isTime || suffix?.startsWith('date')) && Number.isNaN(new Date(text.replace(' ', 'T')).getTime()))
  if (isBad) throw new AppError('request.invalid', { message: `请求参数格式错误: ${field.label}` })
}
