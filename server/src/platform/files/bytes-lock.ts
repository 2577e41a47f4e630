import { sql } from 'kysely'
import type { Db } from '../ctx.ts'

/** Bytes are not removed while another row is about to name them; many may be kept at once. */
export async function lockBytes(db: Db, sha256: string, kind: 'shared' | 'exclusive'): Promise<void> {
  const key = sql`hashtextextended(${`bytes:${sha256}`}, 0)`
  await (
    kind === 'shared' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`
  ).execute(db)
}
