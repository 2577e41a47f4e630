import { registry } from '@xueheng/contract'
import type { Call } from '@xueheng/contract/kit/call.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { every, visible } from '../access/doors.ts'
import type { Ctx } from '../ctx.ts'
import { labelField } from '@xueheng/contract/derive/label-field.ts'

type Shape = Record<string, unknown>

/** A field whose keys get their words beside them. */
interface Named {
  field: Field
  /** Of the key. */
  key: string
  /** Of its words: `categoryName`, `parentName`. */
  name: string
}

const ROOT = '0'
const ROOT_NAME = '顶级'

/**
 * The answer with the words that clients of this API family read beside its keys: `categoryName` beside the dictionary key
 * `category`, `parentName` beside `parentId`. A name the call answers itself is left alone.
 */
export async function addKeyNames(ctx: Ctx, call: Call, data: unknown): Promise<unknown> {
  const named = namedFields(call)
  const records = recordsOf(call, data)
  if (named.length === 0 || records.length === 0) return data
  const words = await wordsOf(ctx, named, records.flatMap(withBelow))
  const add = (row: Shape): Shape => ({
    ...row,
    ...(Array.isArray(row['children']) && { children: (row['children'] as Shape[]).map(add) }),
    ...Object.fromEntries(named.map((one) => [one.name, textOf(words.get(one.name), row[one.key])])),
  })
  if (call.answer === 'data') return add(data as Shape)
  return call.answer === 'list' ? records.map(add) : { ...(data as Shape), records: records.map(add) }
}

function namedFields({ output = {}, answer }: Call): Named[] {
  if (!['data', 'page', 'list'].includes(answer)) return []
  return Object.entries(output as Fields).flatMap(([key, field]) => {
    const name = field.kind === 'ref' ? key.replace(/Id$/, 'Name') : `${key}Name`
    const isNamed = field.kind === 'dict' || (field.kind === 'ref' && key === 'parentId')
    return isNamed && !Object.hasOwn(output, name) ? [{ field, key, name }] : []
  })
}

function recordsOf(call: Call, data: unknown): Shape[] {
  if (data === null || data === undefined) return []
  if (call.answer === 'page') return (data as { records: Shape[] }).records
  return call.answer === 'list' ? (data as Shape[]) : [data as Shape]
}

function withBelow(row: Shape): Shape[] {
  const below = row['children']
  return [row, ...(Array.isArray(below) ? (below as Shape[]).flatMap(withBelow) : [])]
}

/** By name of the words: key → words. */
async function wordsOf(ctx: Ctx, named: Named[], rows: Shape[]): Promise<Map<string, Map<string, string>>> {
  const coded = named.filter(({ field }) => field.dict)
  const codes = [...new Set(coded.map(({ field }) => field.dict ?? ''))]
  const dictionaries = await dictionariesOf(ctx, codes, [
    ...new Set(rows.flatMap((row) => coded.flatMap(({ key }) => keysOf(row[key])))),
  ])
  const words = new Map<string, Map<string, string>>()
  for (const { name, key, field } of named) {
    const keys = [...new Set(rows.flatMap((row) => keysOf(row[key])))]
    words.set(
      name,
      field.ref ? await parentsOf(ctx, field.ref, keys) : (dictionaries.get(field.dict ?? '') ?? new Map()),
    )
  }
  return words
}

function keysOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]
  return all.filter((one) => one !== null && one !== undefined && one !== '').map(String)
}

function textOf(words: Map<string, string> | undefined, value: unknown): string {
  return keysOf(value)
    .map((key) => words?.get(key) ?? '')
    .filter(Boolean)
    .join(',')
}

const OWN = every(registry.entity('dictBiz'), 'whoever sees a row may read the words of its keys')
const SHARED = every(registry.entity('dict'), 'whoever sees a row may read the words of its keys')

/** The words of `keys`. Those of the tenant's own dictionaries stand before the shared ones. */
async function dictionariesOf(
  ctx: Pick<Ctx, 'db'>,
  codes: string[],
  keys: string[],
): Promise<Map<string, Map<string, string>>> {
  if (keys.length === 0) return new Map()
  const found = await sql<{ code: string; key: string; words: string }>`
    select code, dict_key as key, dict_value as words, 0 as place from ${SHARED} s
    where code = any(${codes}) and dict_key = any(${keys}) and is_deleted = 0 and coalesce(parent_id, 0) <> 0
    union all select code, dict_key, dict_value, 1 from ${OWN} o
    where code = any(${codes}) and dict_key = any(${keys}) and is_deleted = 0 and coalesce(parent_id, 0) <> 0
    order by place`.execute(ctx.db)
  const dictionaries = new Map<string, Map<string, string>>()
  for (const { code, key, words } of found.rows) {
    dictionaries.set(code, (dictionaries.get(code) ?? new Map<string, string>()).set(key, words))
  }
  return dictionaries
}

const ID = /^\d{1,18}$|^[1-8]\d{18}$/

async function parentsOf(ctx: Ctx, name: string, keys: string[]): Promise<Map<string, string>> {
  const entity = registry.entity(name)
  const ids = keys.filter((key) => key !== ROOT && ID.test(key))
  const root: [string, string] = [ROOT, ROOT_NAME]
  if (ids.length === 0) return new Map([root])
  const found = await sql<{ id: string; words: string }>`select id, ${sql.ref(snake(labelField(entity)))} as words
    from ${visible(ctx, entity)} t where id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Map([root, ...found.rows.map((row) => [row.id, row.words] as [string, string])])
}
