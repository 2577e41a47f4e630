import { registry } from '@xueheng/contract'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { every, visible } from '../access/doors.ts'
import { labelField } from '@xueheng/contract/derive/label-field.ts'

/** For every dictionary and reference field among `fields`: stored value → what people read. */
export async function labelsOf(ctx: Ctx, fields: [string, Field][]): Promise<Map<string, Map<string, string>>> {
  const labels = new Map<string, Map<string, string>>()
  for (const [name, field] of fields) {
    if (field.kind === 'dict' && field.dict) labels.set(name, await dictLabels(ctx, field.dict))
    if (field.kind === 'ref' && field.ref) labels.set(name, await refLabels(ctx, field))
  }
  return labels
}

const WORDS = every(registry.entity('dictBiz'), 'whoever sees a row may read the words of its keys')

export async function dictLabels(ctx: Pick<Ctx, 'db'>, code: string): Promise<Map<string, string>> {
  const result = await sql<{ key: string; value: string }>`select dict_key as key, dict_value as value from ${WORDS} w
    where code = ${code} and is_deleted = 0 and coalesce(parent_id, 0) <> 0`.execute(ctx.db)
  return new Map(result.rows.map((row) => [row.key, row.value]))
}

async function refLabels(ctx: Ctx, field: Field, keys?: string[]): Promise<Map<string, string>> {
  const entity = registry.entity(field.ref as string)
  const label = sql.ref(snake(labelField(entity)))
  const value = sql.ref(snake(field.value ?? 'id'))
  const isNamed = !keys
    ? sql`true`
    : field.value
      ? sql`${value}::text = any(${keys})`
      : sql`id = any(${keys}::bigint[])`
  const result = await sql<{ key: string; value: string }>`select ${value}::text as key, ${label} as value
    from ${visible(ctx, entity)} t where ${isNamed}`.execute(ctx.db)
  return new Map(result.rows.map((row) => [row.key, row.value]))
}

/** Labels for rows that come by in batches: those of references are asked for as rows name them, and not kept without end. */
export interface Labels {
  meet(rows: Record<string, unknown>[]): Promise<void>
  of(name: string): Map<string, string> | undefined
}

const MOST_KEPT = 20_000

export async function openLabels(ctx: Ctx, fields: [string, Field][]): Promise<Labels> {
  const refs = fields.filter(([, { kind, ref }]) => kind === 'ref' && ref)
  const labels = await labelsOf(
    ctx,
    fields.filter(([, { kind }]) => kind === 'dict'),
  )
  for (const [name] of refs) labels.set(name, new Map())
  async function meetOf(name: string, field: Field, rows: Record<string, unknown>[]): Promise<void> {
    const known = labels.get(name) ?? new Map<string, string>()
    if (known.size > MOST_KEPT) known.clear()
    const named = new Set(rows.flatMap((row) => row[name] ?? []).map(String))
    const unknown = [...named].filter((key) => !known.has(key))
    if (unknown.length === 0) return
    const found = await refLabels(ctx, field, unknown)
    for (const key of unknown) known.set(key, found.get(key) ?? namelessOf(field, key))
  }
  return {
    async meet(rows) {
      for (const [name, field] of refs) await meetOf(name, field, rows)
    },
    of: (name) => labels.get(name),
  }
}

/** What is written for a key without a label: a code as it is; of the number of a row, which says nothing, nothing. */
export function namelessOf({ kind, value = 'id' }: Field, key: string): string {
  return kind === 'ref' && value === 'id' ? '' : key
}
