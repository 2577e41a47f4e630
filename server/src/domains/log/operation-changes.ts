import { registry } from '@xueheng/contract'
import { type FieldChange, operation, operationLog } from '@xueheng/contract/domains/log/operation-log.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { labelsOf } from '../../platform/rows/labels.ts'
import { maskRows } from '../../platform/access/mask.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readLine } from './read-log.ts'
import { own } from '../../platform/db/table.ts'
import { auditChain } from './tables.ts'
import { every } from '../../platform/access/doors.ts'

const everyOperationLog = every(operationLog, 'what a line changed, once the line itself was found')

type Values = Record<string, unknown>

interface Stored {
  old: Values | null
  new: Values | null
  seq: string | null
}

/** One line of the operation log with what it changed, field by field, in the words of the screens. */
export async function operationDetail(ctx: Ctx, id: string) {
  const line = await readLine(operationLog, operation, ctx, id)
  const found =
    await sql<Stored>`select o.old_values as old, o.new_values as new, c.seq::text as seq from ${everyOperationLog} o
    left join ${own(auditChain)} c on c.tenant_id = o.tenant_id and c.source = 'operation_log' and c.row_id = o.id
    where o.id = ${line.id}`.execute(ctx.db)
  const { old = null, new: changed = null, seq = null } = found.rows[0] ?? {}
  const entity = [...registry.entities, user].find((one: AnyEntity) => one.name === line.entity)
  return {
    ...line,
    entityTitle: entity?.title ?? line.entity ?? '',
    changes: await changesOf(ctx, entity, old, changed),
    seq: seq ?? '',
  }
}

async function changesOf(
  ctx: Ctx,
  entity: AnyEntity | undefined,
  old: Values | null,
  now: Values | null,
): Promise<FieldChange[]> {
  const fields = (entity?.fields ?? {}) as Fields
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
  const known = names.flatMap((name): [string, Field][] => (fields[name] ? [[name, fields[name]]] : []))
  const labels = await labelsOf(ctx, known)
  const [before = {}] = maskRows(fields, old ? [old] : [])
  const [after = {}] = maskRows(fields, now ? [now] : [])
  return names.map((name) => ({
    field: name,
    label: fields[name]?.label ?? name,
    before: wordsOf(before[name], fields[name], labels.get(name)),
    after: wordsOf(after[name], fields[name], labels.get(name)),
  }))
}

function wordsOf(value: unknown, field: Field | undefined, labels: Map<string, string> | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  if (field?.kind === 'flag') return Number(value) === 1 ? '是' : '否'
  if (Array.isArray(value)) return value.map((one) => wordsOf(one, undefined, labels)).join('、')
  if (typeof value === 'object') return JSON.stringify(value)
  return labels?.get(String(value)) ?? String(value)
}
