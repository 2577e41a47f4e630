import type { Field, FieldKind, Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../error.ts'
import { isReadAs, piecesHold, piecesReadAs } from './name-search.ts'

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
  icon: 'equal',
  json: 'none',
  secret: 'none',
} satisfies Record<FieldKind, 'like' | 'equal' | 'none'>

type Operator = (column: Condition, value: unknown) => Condition

/** Suffixes of this API family; every value is a bound parameter. */
export const SUFFIXES: Record<string, Operator> = {
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

/** Stands in a pattern of `like` for itself. */
export function escapeLike(value: unknown): string {
  return String(value).replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)
}

/**
 * How far personal values may be asked for: as a whole only, or by any part where the caller is not who is kept out.
 * `large`: as a whole only, and parts of texts are found by the index of a large table.
 */
type Reach = 'masked' | 'whole' | 'large'

/**
 * Conditions for the query parameters that name a known column; unknown names never reach SQL. What is shown masked is
 * found by its whole value alone: by parts of it anybody could read it out.
 */
export function filterConditions(fields: Fields, query: Record<string, unknown>, reach: Reach = 'masked'): Condition[] {
  const conditions: Condition[] = []
  for (const [parameter, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    const [name, suffix] = split(fields, parameter)
    const field = fields[name]
    if (!field || field.kind === 'secret' || suffix === 'ignore') continue
    const isMasked = field.personal !== undefined && reach !== 'whole'
    if (isMasked && suffix && !WHOLE_VALUE.has(suffix)) throw masked(field)
    const searched: Field = isMasked ? { ...field, search: 'equal' } : field
    conditions.push(condition(searched, { name, suffix, value, isLarge: reach === 'large' }))
  }
  return conditions
}

/** Operators that compare a whole value, or ask whether there is one. */
const WHOLE_VALUE = new Set(['equal', 'notequal', 'null', 'notnull'])

function masked({ label }: Field): AppError {
  return new AppError('request.invalid', { message: `${label}已脱敏，只能按完整内容查询` })
}

/** Refuses to put rows in the order of what is masked: neighbours tell about one another. */
export function assertSortable({ label, personal }: Field): void {
  if (personal) throw new AppError('request.invalid', { message: `${label}已脱敏，不能排序` })
}

function split(fields: Fields, parameter: string): [string, string | undefined] {
  if (Object.hasOwn(fields, parameter)) return [parameter, undefined]
  const at = parameter.lastIndexOf('_')
  const suffix = parameter.slice(at + 1)
  const isSuffix = at > 0 && (Object.hasOwn(SUFFIXES, suffix) || suffix === 'ignore')
  return isSuffix ? [parameter.slice(0, at), suffix] : [parameter, undefined]
}

interface Asked {
  name: string
  suffix: string | undefined
  value: unknown
  isLarge: boolean
}

function condition(field: Field, { name, suffix, value, isLarge }: Asked): Condition {
  const column = sql.ref(snake(name))
  const values = Array.isArray(value) ? value : [value]
  for (const one of values) checkValue(field, one, suffix)
  if (field.multiple) return sql`${column} ?| ${values.map(String)}::text[]`
  const mode = suffix ?? modeOf(field)
  if (mode === 'none') return sql`true`
  if (mode === 'like') return partOf(field, column, { text: String(values[0]), isLarge, isPlain: suffix === undefined })
  if (suffix) return (SUFFIXES[suffix] as Operator)(column, values[0])
  const many = values.flatMap((one) => String(one).split(','))
  return many.length === 1 ? sql`${column} = ${many[0]}` : sql`${column} = any(${many})`
}

function modeOf({ search, kind }: Field): 'like' | 'equal' | 'none' {
  if (search === 'name') return 'like'
  return search === 'equal' || search === 'like' ? search : PLAIN[kind]
}

/** A part of a text; of a name also by pinyin, where no suffix says otherwise. */
function partOf(
  field: Field,
  column: Condition,
  asked: { text: string; isLarge: boolean; isPlain: boolean },
): Condition {
  const { text } = asked
  const like = (SUFFIXES['like'] as Operator)(column, text)
  const isName = asked.isPlain && field.search === 'name'
  const isPieced = asked.isLarge && Boolean(field.search) && modeOf(field) === 'like'
  if (!isPieced) return isName ? isReadAs(column, text, like) : like
  return isName ? piecesReadAs(column, text, like) : piecesHold(column, text, like)
}

/** A value PostgreSQL could not read as the column's type is refused by name, not answered with a fault of ours. */
function checkValue(field: Field, value: unknown, suffix: string | undefined): void {
  if (suffix === 'null' || suffix === 'notnull') return
  const text = typeof value === 'object' && value !== null ? '\u0000' : String(value)
  if (text.includes('\u0000') || !isReadable(field, text, suffix)) {
    throw new AppError('request.invalid', { message: `请求参数格式错误: ${field.label}` })
  }
}

function isReadable(field: Field, text: string, suffix: string | undefined): boolean {
  const isTime = field.kind === 'date' || field.kind === 'dateTime'
  if (suffix?.startsWith('date')) return isTime && isMoment(text)
  if (isTime) return isMoment(text)
  const many = text.split(',')
  if (field.kind === 'json') return false
  if (field.kind === 'flag') return many.every((one) => /^-?\d{1,4}$/.test(one))
  if (field.kind === 'integer' || (field.kind === 'dict' && field.numeric)) {
    return many.every((one) => /^-?\d{1,9}$/.test(one))
  }
  if (field.kind === 'ref' && !field.value) return many.every((one) => /^-?\d{1,18}$|^[1-8]\d{18}$/.test(one))
  if (field.kind === 'decimal' || field.kind === 'percent') return /^-?\d{1,15}(\.\d+)?$/.test(text)
  return true
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})([ T]\d{2}:\d{2}(:\d{2})?)?$/

/** A day of the calendar, with or without a time of day. */
function isMoment(text: string): boolean {
  const day = MOMENT.exec(text)?.[1]
  if (!day) return false
  const parsed = new Date(`${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00' : ''}Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
}
