import { registry } from '@xueheng/contract'
import type { Problem } from '@xueheng/contract/derive/schema.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { ScopeColumns } from '@xueheng/contract/kit/entity.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, visible } from '../access/doors.ts'
import type { Ctx } from '../ctx.ts'
import { fault, faults } from '../error.ts'

type Values = Record<string, unknown>

/** Values about to be kept; `before` is what is kept now and may stay, whatever became of it since. */
export interface Typed {
  values: Values
  before?: Values | undefined
  /** What is kept now is not known: entries that are out of use are taken for kept ones. */
  mayKeep?: boolean
}

/** Fields of an entity or a call; of an entity also the columns by which rows belong to units. */
export interface Declared {
  fields: Fields
  scope?: ScopeColumns
}

/**
 * Refuses keys that are in no dictionary, and rows that do not exist or that the writer does not see. Whether the unit of
 * a row is one of the writer's is asked where its scope is.
 */
export async function assertValues(ctx: Ctx, declared: Declared, typed: Typed): Promise<void> {
  const [problems = []] = await valueProblems(ctx, declared, [typed])
  if (problems.length > 0) throw faults(problems)
}

/** Refuses keys that are in no dictionary; rows that are referred to are the handler's to find. */
export function assertKeys(ctx: Ctx, fields: Fields, typed: Typed): Promise<void> {
  const keys = Object.entries(fields).filter(([, { kind }]) => kind === 'dict')
  return assertValues(ctx, { fields: Object.fromEntries(keys) }, typed)
}

/** The same for many rows at once: one question for all dictionaries, one for each entity that is referred to. */
export async function valueProblems(ctx: Ctx, declared: Declared, rows: Typed[]): Promise<Problem[][]> {
  const { fields } = declared
  const picked = Object.entries(fields).filter(([, { kind }]) => kind === 'dict' || kind === 'ref')
  if (picked.length === 0) return rows.map(() => [])
  const found = rows.map((row) => picked.map(([name, field]) => newKeys(name, field, row)))
  const named = picked.filter((_one, at) => found.some((keys) => (keys[at]?.length ?? 0) > 0))
  if (named.length === 0) return rows.map(() => [])
  const entries = await entriesOf(ctx, named)
  const living = await livingOf(
    ctx,
    declared,
    named,
    found.flatMap((keys) => picked.map(([name], at) => [name, keys[at] ?? []])),
  )
  return rows.map((row, of) =>
    picked.flatMap(([name, field], at) => {
      const isKnown = (key: string): boolean =>
        field.kind === 'dict' ? isEntry(entries, field, key, row.mayKeep) : living.get(name)?.has(key) === true
      const isValid = (found[of]?.[at] ?? []).every(isKnown)
      return isValid ? [] : [{ field: name, message: `「${field.label}」不是有效的选项` }]
    }),
  )
}

/** What a field is to hold from now on and did not hold before; no row stands above the topmost of a tree. */
function newKeys(name: string, field: Field, { values, before }: Typed): string[] {
  const kept = new Set(keysOf(before?.[name]))
  return keysOf(values[name]).filter((key) => !kept.has(key) && !(field.kind === 'ref' && field.tree && key === '0'))
}

function keysOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value]
  return all.filter((one) => one !== null && one !== undefined && one !== '').map(String)
}

const WORDS = every(registry.entity('dictBiz'), 'a key is one of the dictionary, whoever writes it')
const SHARED_WORDS = every(registry.entity('dict'), 'a key is one of the dictionary, whoever writes it')

/** By code: key → whether it is out of use. */
type Entries = Map<string, Map<string, boolean>>

interface Entry {
  code: string
  dictKey: string
  isSealed: number
}

/** Rows that are kept one after the other, in one request or step of a job, ask for a dictionary once. */
const known = new WeakMap<object, Entries>()

async function entriesOf(ctx: Pick<Ctx, 'db'>, named: [string, Field][]): Promise<Entries> {
  const entries = known.get(ctx) ?? new Map()
  const codes = new Set(named.flatMap(([, field]) => field.dict ?? []))
  const missing = [...codes].filter((code) => !entries.has(code))
  if (missing.length > 0) known.set(ctx, new Map([...entries, ...(await dictionariesOf(ctx, missing))]))
  return known.get(ctx) ?? entries
}

/** The tenant's own dictionaries, and shared ones it has none of its own for. */
async function dictionariesOf(ctx: Pick<Ctx, 'db'>, codes: string[]): Promise<Entries> {
  const own = await readEntries(ctx, WORDS, codes)
  const others = codes.filter((code) => !own.has(code))
  const shared = others.length > 0 ? await readEntries(ctx, SHARED_WORDS, others) : []
  return new Map([...own, ...shared])
}

async function readEntries(ctx: Pick<Ctx, 'db'>, words: RawBuilder<unknown>, codes: string[]): Promise<Entries> {
  const found = await sql<Entry>`select code, dict_key, is_sealed from ${words} w
    where code = any(${codes}) and is_deleted = 0 and coalesce(parent_id, 0) <> 0`.execute(ctx.db)
  const entries: Entries = new Map()
  for (const { code, dictKey, isSealed } of found.rows) {
    entries.set(code, (entries.get(code) ?? new Map()).set(dictKey, isSealed === 1))
  }
  return entries
}

/** A dictionary without entries has nothing to pick and refuses nothing. */
function isEntry(entries: Entries, field: Field, key: string, mayKeep = false): boolean {
  const keys = entries.get(field.dict ?? '')
  if (!keys) return true
  const isSealed = keys.get(key)
  return isSealed === false || (isSealed === true && mayKeep)
}

/** By field: which of the keys are those of living rows that the writer sees. */
async function livingOf(
  ctx: Ctx,
  { scope }: Declared,
  named: [string, Field][],
  asked: [string, string[]][],
): Promise<Map<string, Set<string>>> {
  const units = Object.values(scope ?? {})
  const living = new Map<string, Set<string>>()
  for (const [name, field] of named) {
    if (!field.ref) continue
    const entity = registry.entity(field.ref)
    const rows = units.includes(name) ? every(entity, 'the scope of the row judges the unit') : visible(ctx, entity)
    const keys = [...new Set(asked.flatMap(([of, some]) => (of === name ? some : [])))]
    living.set(name, await livingKeys(ctx, rows, field.value, keys))
  }
  return living
}

const ID = /^\d{1,18}$|^[1-8]\d{18}$/

async function livingKeys(
  ctx: Pick<Ctx, 'db'>,
  rows: RawBuilder<unknown>,
  column: string | undefined,
  keys: string[],
): Promise<Set<string>> {
  const wanted = column ? keys : keys.filter((key) => ID.test(key))
  const value = sql.ref(snake(column ?? 'id'))
  const type = column ? sql`text[]` : sql`bigint[]`
  const found = await sql<{ key: string }>`select distinct ${value}::text as key from ${rows} r
    where is_deleted = 0 and ${value} = any(${wanted}::${type})`.execute(ctx.db)
  return new Set(found.rows.map((row) => row.key))
}

/** Refuses a parent that is the row itself or stands below it. */
export async function assertNoCircle(
  entity: AnyEntity,
  ctx: Pick<Ctx, 'db'>,
  id: string,
  parentId: string,
): Promise<void> {
  const parent = sql.ref(snake(entity.tree as string))
  const table = every(entity, 'what stands above a row, whoever sees it')
  const found = await sql`with recursive above as (
      select id, ${parent} as parent_id from ${table} t where id = ${parentId}
      union select t.id, t.${parent} from ${table} t join above a on t.id = a.parent_id)
    select 1 from above where id = ${id}`.execute(ctx.db)
  if (found.rows.length === 0) return
  throw fault(entity.tree as string, '父节点不可选择自身!')
}
