import { sql } from 'kysely'
import type { Db } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { NOTHING, type SealedLog, auditKey, contentOf, hashOf, logTable, proofOf } from './audit-chain.ts'
import { verify } from './audit-verify.ts'
import { auditAnchor, auditChain } from './tables.ts'

/** The master keys before and after. */
export interface MasterKeys {
  old: Buffer
  next: Buffer
}

/** A connection that sees the rows of the tenant, and one that may write them. */
export interface ReadAndWrite {
  read: Db
  write: Db
}

interface Link {
  seq: string
  content: string
}

/**
 * The chain of one log of a tenant under a new master key. It is judged under the old key before: what was forged must
 * not become right. Throws where it does not hold; a chain under the new key already stays as it is.
 */
export async function resealChain(
  { read, write }: ReadAndWrite,
  keys: MasterKeys,
  tenantId: string,
  source: SealedLog,
): Promise<void> {
  const next = auditKey(keys.next)
  if (!(await verify(read, next, tenantId, source)).broken) return
  const { broken } = await verify(read, auditKey(keys.old), tenantId, source)
  if (broken) throw new Error(`租户${tenantId}的${source}在第${broken.seq}号不完整：${broken.reason}`)
  let hash = await resealAnchor({ read, write }, next, tenantId, source)
  const links = await sql<Link>`select c.seq, ${contentOf(source)} as content from ${own(auditChain)} c
    join ${logTable(source)} o on o.id = c.row_id where c.source = ${source} order by c.seq`.execute(read)
  for (const { seq, content } of links.rows) {
    const prevHash = hash
    hash = hashOf(next, { tenantId, source, seq: Number(seq), prevHash }, content)
    await sql`update ${own(auditChain)} set prev_hash = ${prevHash}, hash = ${hash}
      where tenant_id = ${tenantId} and source = ${source} and seq = ${seq}`.execute(write)
  }
}

/** The anchor keeps its hash and gets a proof under the new key; the chain goes on from there. */
async function resealAnchor(
  { read, write }: ReadAndWrite,
  key: Buffer,
  tenantId: string,
  source: SealedLog,
): Promise<string> {
  const found = await sql<{ seq: string; hash: string }>`select seq, hash from ${own(auditAnchor)}
    where source = ${source} order by seq`.execute(read)
  for (const { seq, hash } of found.rows) {
    await sql`update ${own(auditAnchor)} set proof = ${proofOf(key, tenantId, source, Number(seq), hash)}
      where tenant_id = ${tenantId} and source = ${source} and seq = ${seq}`.execute(write)
  }
  return found.rows.at(-1)?.hash ?? NOTHING
}
