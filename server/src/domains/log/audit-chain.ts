import { createHmac, hkdfSync } from 'node:crypto'
import { operationLog } from '@xueheng/contract/domains/log/operation-log.ts'
import { loginLog } from '@xueheng/contract/domains/sign-in/session.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Db } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { auditChain, auditAnchor } from './tables.ts'

/** Logs that are sealed, and what of each row a hash covers: text that reads the same on every machine. */
export const SEALED = {
  operation_log: [
    'id',
    'tenant_id',
    'user_id',
    'account',
    'call',
    'title',
    'entity',
    'row_id',
    'old_values',
    'new_values',
    'remote_ip',
    'request_id',
    'create_time',
  ],
  login_log: [
    'id',
    'tenant_id',
    'user_id',
    'account',
    'way',
    'result',
    'reason',
    'remote_ip',
    'user_agent',
    'create_time',
  ],
} as const satisfies Record<string, readonly string[]>

export type SealedLog = keyof typeof SEALED
export const SEALED_LOGS = Object.keys(SEALED) as SealedLog[]

const LOGS: Record<SealedLog, AnyEntity> = { operation_log: operationLog, login_log: loginLog }

/** All lines of a log, as a source of rows. */
export function logTable(source: SealedLog): RawBuilder<unknown> {
  return every(LOGS[source], 'a chain holds every line of its log')
}

/** Before the first row there is nothing. */
export const NOTHING = '0'.repeat(64)
const BATCH = 2000

/** The chain is keyed: who can write the database but does not hold the master key cannot mend it. */
export function auditKey(masterKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'audit chain', 32))
}

export interface Link {
  tenantId: string
  source: SealedLog
  seq: number
  prevHash: string
}

export function hashOf(key: Buffer, link: Link, content: string): string {
  const { tenantId, source, seq, prevHash } = link
  return createHmac('sha256', key)
    .update(JSON.stringify([tenantId, source, seq, prevHash, content]))
    .digest('hex')
}

/** Proof that the chain up to here was cut by the program. */
export function proofOf(key: Buffer, tenantId: string, source: SealedLog, seq: number, hash: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['cut', tenantId, source, seq, hash]))
    .digest('hex')
}

/** The canonical content of a row `o`, as one text. */
export function contentOf(source: SealedLog) {
  const parts = SEALED[source].map((name) => {
    const column = sql`o.${sql.ref(name)}`
    return name === 'create_time' ? sql`(extract(epoch from ${column}) * 1000000)::bigint::text` : sql`${column}::text`
  })
  return sql<string>`json_build_array(${sql.join(parts)})::text`
}

/**
 * Appends every row not yet sealed to the tenant's chain; answers how many. One at a time per tenant.
 *
 * Rows are sealed in batches behind the writers, not by the writers: a lock held from a change to its commit would
 * let only one change per tenant pass at a time. The price is the few seconds until a row is sealed.
 */
export async function seal(
  db: Db,
  key: Buffer,
  tenantId: string,
  source: SealedLog = 'operation_log',
): Promise<number> {
  let sealed = 0
  for (;;) {
    const n = await db.transaction().execute((trx) => sealBatch(trx, key, tenantId, source))
    sealed += n
    if (n < BATCH) return sealed
  }
}

async function sealBatch(db: Db, key: Buffer, tenantId: string, source: SealedLog): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`seal:${tenantId}:${source}`}, 0))`.execute(db)
  const head = await headOf(db, source)
  // A row may be committed after younger ones were sealed: look a day behind the newest sealed one.
  const found = await sql<{ id: string; content: string }>`select o.id, ${contentOf(source)} as content
    from ${logTable(source)} o
    where o.create_time > coalesce((select max(h.sealed_time) from ${own(auditChain)} h where h.source = ${source}) - interval '1 day', '-infinity')
      and not exists (select 1 from ${own(auditChain)} c where c.tenant_id = ${tenantId} and c.source = ${source} and c.row_id = o.id)
    order by o.id limit ${BATCH}`.execute(db)
  let { seq, hash } = head
  const links = found.rows.map((row) => {
    const link = { tenantId, source, seq: seq + 1, prevHash: hash }
    hash = hashOf(key, link, row.content)
    seq += 1
    return { tenant_id: tenantId, source, seq, row_id: row.id, prev_hash: link.prevHash, hash }
  })
  if (links.length === 0) return 0
  await sql`insert into ${own(auditChain)} (tenant_id, source, seq, row_id, prev_hash, hash)
    select tenant_id, source, seq, row_id, prev_hash, hash
    from jsonb_populate_recordset(null::${own(auditChain)}, ${JSON.stringify(links)}::jsonb)`.execute(db)
  return links.length
}

/** The newest link, or the place where the chain was cut. */
export async function headOf(db: Db, source: SealedLog): Promise<{ seq: number; hash: string }> {
  const found = await sql<{ seq: string; hash: string }>`select seq, hash from (
      select seq, hash from ${own(auditChain)} where source = ${source}
      union all select seq, hash from ${own(auditAnchor)} where source = ${source}) as links
    order by seq desc limit 1`.execute(db)
  const row = found.rows[0]
  return row ? { seq: Number(row.seq), hash: row.hash } : { seq: 0, hash: NOTHING }
}

/** Removes sealed rows older than `days` from the front of the chain and leaves an anchor. Answers how many. */
export async function cut(
  db: Db,
  key: Buffer,
  tenantId: string,
  days: number,
  source: SealedLog = 'operation_log',
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`seal:${tenantId}:${source}`}, 0))`.execute(trx)
    // Up to the first link whose row is young enough: what stands behind it stays, or the chain had gaps.
    const found = await sql<{ seq: string; hash: string }>`with young as (
        select min(c.seq) as seq from ${own(auditChain)} c join ${logTable(source)} o on o.id = c.row_id
        where c.source = ${source} and o.create_time >= now() - ${days} * interval '1 day')
      select seq, hash from ${own(auditChain)} where source = ${source}
        and seq < coalesce((select seq from young), 9223372036854775807) order by seq desc limit 1`.execute(trx)
    const last = found.rows[0]
    if (!last) return 0
    const proof = proofOf(key, tenantId, source, Number(last.seq), last.hash)
    const gone = await sql<{ n: string }>`select audit_cut(${tenantId}, ${source}, ${last.seq}::bigint,
      ${last.hash}::char(64), ${proof}::char(64)) as n`.execute(trx)
    return Number(gone.rows[0]?.n ?? 0)
  })
}
