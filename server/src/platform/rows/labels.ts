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

async function refLabels(ctx: Ctx, field: Field): Promise<Map<string, string>> {
  const entity = registry.entity(field.ref as string)
  const label = sql.ref(snake(labelField(entity)))
  const value = sql.ref(snake(field.value ?? 'id'))
  const result = await sql<{ key: string; value: string }>`select ${value}::text as key, ${label} as value
    from ${visible(ctx, entity)} t`.execute(ctx.db)
  return new Map(result.rows.map((row) => [row.key, row.value]))
}
