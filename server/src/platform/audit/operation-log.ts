import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type Fields, withoutSecrets } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { nextId } from '../db/id.ts'
import { tellSecurity } from './security-events.ts'
import { tellChange } from '../rows/live.ts'
import { isSameValue } from '../rows/same.ts'
import { own } from '../db/table.ts'
import { operationLog } from './tables.ts'

type Values = Record<string, unknown>

/** What became of a row: no `before` of a new one, no `after` of one that is gone. */
export interface RowChange {
  rowId: string
  before: Values | undefined
  after: Values | undefined
}

/** One line of who changed what, with the old and new values of the fields that differ. Part of the change's transaction. */
export async function logChange(
  ctx: Ctx,
  entity: AnyEntity,
  rowId: string,
  before: Values | undefined,
  after: Values | undefined,
): Promise<void> {
  const line = lineOf(entity, { rowId, before, after })
  await logOperation(ctx, line.call, line.title, { ...line, entity: entity.name, rowId })
}

/** What such a line says. */
export function lineOf(entity: AnyEntity, { rowId, before, after }: RowChange) {
  const names = Object.keys(withoutSecrets(entity.fields as Fields)).filter(
    (name) => !isSameValue(before?.[name], after?.[name]),
  )
  const action = before ? (after ? 'update' : 'remove') : 'add'
  return {
    call: `${entity.name}.${action}`,
    title: `${entity.title}${TITLES[action]}`,
    row_id: rowId,
    before: before && pick(before, names),
    after: after && pick(after, names),
  }
}

/** Who changed a row about a time; nothing where that was not noted. The log is long: it is looked into by its times alone. */
export async function accountBehind({ db }: Ctx, { name }: AnyEntity, rowId: string, time: string) {
  const { rows } = await sql<{ account: string }>`select l.account from ${own(operationLog)} l
    where l.create_time between ${time}::timestamp - interval '1 minute' and ${time}::timestamp + interval '1 minute'
      and l.entity = ${name} and l.row_id = ${rowId} order by l.id desc limit 1`.execute(db)
  return rows[0]?.account
}

const TITLES = { add: '新增', update: '修改', remove: '删除' }

export interface Operation {
  entity?: string
  rowId?: string
  before?: Values | undefined
  after?: Values | undefined
}

/** Reading leaves a line as well, and changes nothing. */
const READS = /\.(export|reveal)/

/** A line for a step of a process: archive, publish, export of personal data. What browsers keep is told them. */
export async function logOperation(ctx: Ctx, call: string, title: string, operation: Operation = {}): Promise<void> {
  await sql`insert into ${own(operationLog)} (id, tenant_id, user_id, account, call, title, entity, row_id, old_values, new_values,
      remote_ip, request_id)
    values (${nextId()}, ${ctx.user.tenantId}, ${ctx.user.id}, ${ctx.user.account}, ${call}, ${title},
      ${operation.entity ?? null}, ${operation.rowId ?? null}, ${json(operation.before)}, ${json(operation.after)},
      ${ctx.origin?.ip.slice(0, 64) ?? null}, ${ctx.origin?.requestId.slice(0, 64) ?? null})`.execute(ctx.db)
  if (!READS.test(call)) await tellChange(ctx, operation.entity ?? '', operation.rowId ?? '')
  const { tenantId, id: userId, account } = ctx.user
  const text = [call, operation.rowId].filter(Boolean).join(' ')
  const event = { kind: 'operation', isAlarm: false, text, tenantId, userId, account, ...ctx.origin } as const
  ctx.afterwards(async () => tellSecurity(event))
}

function json(values: Values | undefined): string | null {
  return values ? JSON.stringify(values) : null
}

function pick(values: Values, names: string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
}
