import { sql } from 'kysely'
import type { Db } from '../../platform/ctx.ts'
import { NOTHING, SEALED_LOGS, type SealedLog, auditKey, contentOf, hashOf, logTable, proofOf } from './audit-chain.ts'
import { own } from '../../platform/db/table.ts'
import { auditChain, auditAnchor } from './tables.ts'

/** What is wrong with a chain: the first row it fails at and how. */
export interface Break {
  seq: number
  rowId: string
  reason: string
}

export interface Verdict {
  checked: number
  /** Rows written within the last day that are not sealed yet. */
  open: number
  head: { seq: number; hash: string }
  broken: Break | undefined
}

interface ChainRow {
  seq: string
  rowId: string
  prevHash: string
  hash: string
  content: string | null
}

const PAGE = 5000

export interface ChainVerdict extends Verdict {
  source: SealedLog
}

/** What every chain of a tenant says of itself. */
export async function verifyChains(db: Db, masterKey: Buffer, tenantId: string): Promise<ChainVerdict[]> {
  const key = auditKey(masterKey)
  const verdicts: ChainVerdict[] = []
  for (const source of SEALED_LOGS) verdicts.push({ source, ...(await verify(db, key, tenantId, source)) })
  return verdicts
}

/** Walks the chain of one tenant from its first link to its last, then looks for rows that slipped past it. */
export async function verify(
  db: Db,
  key: Buffer,
  tenantId: string,
  source: SealedLog = 'operation_log',
): Promise<Verdict> {
  const start = await anchorOf(db, key, tenantId, source)
  let { seq, hash } = start
  let checked = 0
  let broken = start.broken
  while (!broken) {
    const links = await page(db, source, seq)
    for (const link of links) {
      broken = faultOf(key, tenantId, source, { seq, hash }, link)
      if (broken) break
      seq += 1
      hash = link.hash
      checked += 1
    }
    if (links.length < PAGE) break
  }
  const loose = await looseRows(db, source)
  if (!broken && loose.old) broken = { seq: 0, rowId: loose.old, reason: '记录不在链上：事后插入' }
  return { checked, open: loose.fresh, head: { seq, hash }, broken }
}

interface Head {
  seq: number
  hash: string
}

function faultOf(key: Buffer, tenantId: string, source: SealedLog, before: Head, link: ChainRow): Break | undefined {
  const seq = Number(link.seq)
  const at = { seq, rowId: link.rowId }
  if (seq !== before.seq + 1) return { ...at, reason: `链上缺少第${before.seq + 1}号` }
  if (link.prevHash !== before.hash) return { ...at, reason: '与上一行的哈希不衔接：顺序被改动' }
  if (link.content === null) return { ...at, reason: '记录已被删除' }
  const right = hashOf(key, { tenantId, source, seq, prevHash: before.hash }, link.content)
  return right === link.hash ? undefined : { ...at, reason: '内容与哈希不符：记录被改动' }
}

async function page(db: Db, source: SealedLog, after: number): Promise<ChainRow[]> {
  const found =
    await sql<ChainRow>`select c.seq, c.row_id, c.prev_hash, c.hash, case when o.id is null then null else ${contentOf(source)} end as content
    from ${own(auditChain)} c left join ${logTable(source)} o on o.id = c.row_id
    where c.source = ${source} and c.seq > ${after} order by c.seq limit ${PAGE}`.execute(db)
  return found.rows
}

/** Where the chain begins: at nothing, or where old rows were cleared away with a proof that holds. */
async function anchorOf(db: Db, key: Buffer, tenantId: string, source: SealedLog): Promise<Head & { broken?: Break }> {
  const found = await sql<{ seq: string; hash: string; proof: string }>`select seq, hash, proof from ${own(auditAnchor)}
    where source = ${source} order by seq desc limit 1`.execute(db)
  const anchor = found.rows[0]
  if (!anchor) return { seq: 0, hash: NOTHING }
  const seq = Number(anchor.seq)
  if (anchor.proof === proofOf(key, tenantId, source, seq, anchor.hash)) return { seq, hash: anchor.hash }
  return { seq, hash: anchor.hash, broken: { seq, rowId: '', reason: '清理记录的证明不成立' } }
}

/** Sealing takes seconds: a row without a link that is a day old was put in behind it. */
async function looseRows(db: Db, source: SealedLog): Promise<{ old: string | undefined; fresh: number }> {
  const found = await sql<{ old: string | null; fresh: number }>`select
      min(o.id) filter (where o.create_time < now() - interval '1 day') as old,
      count(*) filter (where o.create_time >= now() - interval '1 day')::int as fresh
    from ${logTable(source)} o
    where not exists (select 1 from ${own(auditChain)} c where c.tenant_id = o.tenant_id and c.source = ${source} and c.row_id = o.id)`.execute(
    db,
  )
  return { old: found.rows[0]?.old ?? undefined, fresh: found.rows[0]?.fresh ?? 0 }
}
