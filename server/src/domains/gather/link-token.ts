import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { gatherLinkToken } from './tables.ts'

/** Nobody finds 256 random bits by trying. */
const BYTES = 32

/** A token as it stands in a link, and the hash it is kept by. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(BYTES).toString('base64url')
  return { token, hash: hashOf(token) }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Which link of which tenant a token opens; nothing for one that was never given. */
export async function findLink(db: Db, token: string): Promise<{ tenantId: string; linkId: string } | undefined> {
  const { rows } = await sql<{ tenantId: string; linkId: string }>`select t.tenant_id, t.link_id
    from ${own(gatherLinkToken)} t where t.hash = ${hashOf(token)}`.execute(db)
  return rows[0]
}
