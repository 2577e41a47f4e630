import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../ctx.ts'
import { own } from '../db/table.ts'
import { foreignCallback } from './callback-crypt.ts'
import { callbackSeen } from './tables.ts'

/** How old, or how far ahead, a callback may be: clocks differ, and a platform tries for a minute. */
const WINDOW_SECONDS = 600

/** Refuses a time that is none or lies too far away. */
export function assertRecent(timestamp: string, now: Date): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : 0
  if (Math.abs(now.getTime() / 1000 - seconds) > WINDOW_SECONDS) throw foreignCallback()
}

/**
 * Takes a callback once. The signature says nothing of a plain body, so a time and nonce that were seen before are good for
 * the same body alone: answers false for such a repetition, and refuses any other body.
 */
export async function takeCallback(
  db: Db,
  { tenantId, holder }: { tenantId: string; holder: string },
  { timestamp, nonce, body }: { timestamp: string; nonce: string; body: string },
): Promise<boolean> {
  const [nonceHash, bodyHash] = [sha256(`${timestamp}\n${nonce}`), sha256(body)]
  const taken = await sql`insert into ${own(callbackSeen)} (tenant_id, holder, nonce_hash, body_hash)
    values (${tenantId}, ${holder}, ${nonceHash}, ${bodyHash}) on conflict do nothing returning 1`.execute(db)
  if (taken.rows.length > 0) return true
  const same = await sql`select 1 from ${own(callbackSeen)} s
    where s.holder = ${holder} and s.nonce_hash = ${nonceHash} and s.body_hash = ${bodyHash}`.execute(db)
  if (same.rows.length === 0) throw foreignCallback()
  return false
}

/** Forgets what is too old to come again. */
export async function sweepCallbacks(db: Db): Promise<void> {
  await sql`delete from ${own(callbackSeen)}
    where seen_time < now() - make_interval(secs => ${2 * WINDOW_SECONDS})`.execute(db)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
