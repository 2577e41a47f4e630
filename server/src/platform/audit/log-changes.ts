import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { nextId } from '../db/id.ts'
import { own } from '../db/table.ts'
import { type RowChange, lineOf } from './operation-log.ts'
import { operationLog } from './tables.ts'

const CHUNK = 5000

/**
 * A line for each of many rows, as a single write leaves it, in few statements; the process itself leaves its own.
 * `changeOf` is asked for a few at a time, or all rows would stand in memory twice.
 */
export async function logChanges<T>(
  ctx: Ctx,
  entity: AnyEntity,
  rows: readonly T[],
  changeOf: (row: T) => RowChange,
): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const lines = rows.slice(from, from + CHUNK).map((row) => ({ id: nextId(), ...lineOf(entity, changeOf(row)) }))
    await sql`insert into ${own(operationLog)} (id, tenant_id, user_id, account, call, title, entity, row_id, old_values,
        new_values, remote_ip, request_id)
      select id, ${ctx.user.tenantId}, ${ctx.user.id}::bigint, ${ctx.user.account}, call, title, ${entity.name}, row_id, before, after,
        ${ctx.origin?.ip.slice(0, 64) ?? null}, ${ctx.origin?.requestId.slice(0, 64) ?? null}
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (id bigint, call text, title text, row_id text,
        before jsonb, after jsonb)`.execute(ctx.db)
  }
}
