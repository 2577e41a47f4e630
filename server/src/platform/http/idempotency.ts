import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { conflict } from '../error.ts'
import { own } from '../db/table.ts'
import { idempotencyKey } from './tables.ts'

/**
 * Runs `work` once per key of a user. A repeat waits for the first to commit and gets its answer;
 * the same key with another request is refused. A failed first leaves nothing, so it may be tried again.
 */
export async function onceOnly(
  ctx: Ctx,
  key: string,
  requestHash: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { tenantId, id } = ctx.user
  const name = key.slice(0, 100)
  const taken = await sql`insert into ${own(idempotencyKey)} (tenant_id, user_id, key, request_hash)
    values (${tenantId}, ${id}, ${name}, ${requestHash}) on conflict do nothing`.execute(ctx.db)
  if (taken.numAffectedRows === 0n) return earlierAnswer(ctx, name, requestHash)
  const answer = await work()
  await sql`update ${own(idempotencyKey)} set answer = ${JSON.stringify(answer ?? null, withoutSecrets)}
    where tenant_id = ${tenantId} and user_id = ${id} and key = ${name}`.execute(ctx.db)
  return answer
}

const SHOWN_ONCE = /^((first)?password|passwords|secret|recoveryCodes|token)$/i

/** What may be shown once only is not kept for a repeat. */
function withoutSecrets(name: string, value: unknown): unknown {
  return SHOWN_ONCE.test(name) ? undefined : value
}

async function earlierAnswer(ctx: Ctx, key: string, requestHash: string): Promise<unknown> {
  const found = await sql<{
    requestHash: string
    answer: unknown
  }>`select request_hash, answer from ${own(idempotencyKey)}
    where tenant_id = ${ctx.user.tenantId} and user_id = ${ctx.user.id} and key = ${key}`.execute(ctx.db)
  const row = found.rows[0]
  if (row?.requestHash !== requestHash) throw conflict('同一幂等键已用于另一个请求')
  return row.answer
}
