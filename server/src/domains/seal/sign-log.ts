import { createHmac, hkdfSync } from 'node:crypto'
import * as calls from '@xueheng/contract/domains/seal/sign-log.ts'
import type { SealPlace } from '@xueheng/contract/domains/seal/sign-rule.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { every, into, visible } from '../../platform/access/doors.ts'
import { logChange, logOperation } from '../../platform/audit/operation-log.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { own } from '../../platform/db/table.ts'
import { AppError } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { idsOf } from '../../platform/rows/handlers.ts'
import { listOf } from '../../platform/rows/list.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { signCode } from './tables.ts'

const { signLog } = calls

/** Before the first line there is nothing. */
export const NOTHING = '0'.repeat(64)
const PAGE = 2000

const LINES = every(signLog, 'a chain holds every line, hidden ones as well')

/** What is known of one attempt to sign. */
export interface SignLine {
  /** When it was signed; the line itself is written when the document is kept. */
  signTime: Date
  docName: string
  sealId: string
  sealName: string
  areaCode: string | null
  deptUscc: string
  strategyId: string
  strategyVersion: number | null
  signFormat: number
  isDone: boolean
  verifyCode?: string
  certSerial?: string
  docHashBefore?: string
  docHashAfter?: string
  tsaTime?: Date | undefined
  signPositions?: SealPlace[]
  errorMsg?: string
  costMs: number
}

/** The chain is keyed: who can write the database but does not hold the master key cannot mend it. */
export function signLogKey(masterKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'sign log chain', 32))
}

/** HMAC-SM3 over the place in the chain and the content of a line. */
export function lineHash(key: Buffer, tenantId: string, seq: number, prevHash: string, content: string): string {
  return createHmac('sm3', key)
    .update(JSON.stringify([tenantId, seq, prevHash, content]))
    .digest('hex')
}

/** Everything of a line but what may change: the remark, and whether it is hidden. */
const CONTENT = sql<string>`json_build_array(l.id::text, l.sign_time::text, l.doc_name, l.seal_name, l.sign_result,
  l.signer_name, l.verify_code, l.area_code, l.dept_uscc, l.seal_id::text, l.strategy_id::text, l.strategy_version,
  l.sign_format, l.cert_serial, l.doc_hash_before, l.doc_hash_after, l.tsa_time::text, l.sign_positions, l.error_msg,
  l.cost_ms, l.client_ip, l.create_user::text)::text`

/** Appends a line; in a transaction, because lines of a tenant are written one after the other. */
export async function appendLine(ctx: Ctx, key: Buffer, line: SignLine): Promise<string> {
  const { tenantId, id: userId, name, deptId } = ctx.user
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-log:${tenantId}`}, 0))`.execute(ctx.db)
  const head = await headOf(ctx.db)
  const [id, seq] = [nextId(), head.seq + 1]
  const places = line.signPositions ? JSON.stringify(line.signPositions) : null
  await sql`insert into ${into(signLog)} as l (id, tenant_id, sign_time, doc_name, seal_name, sign_result, signer_name,
      verify_code, area_code, dept_uscc, seal_id, strategy_id, strategy_version, sign_format, cert_serial,
      doc_hash_before, doc_hash_after, tsa_time, sign_positions, error_msg, cost_ms, client_ip, seq, prev_hash, row_hash,
      create_user, create_dept, update_user)
    values (${id}, ${tenantId}, ${wallTime(line.signTime)}, ${line.docName.slice(0, 200)}, ${line.sealName},
      ${line.isDone ? 1 : 0}, ${name}, ${line.verifyCode ?? null}, ${line.areaCode}, ${line.deptUscc}, ${line.sealId},
      ${line.strategyId}, ${line.strategyVersion}, ${line.signFormat}, ${line.certSerial ?? null},
      ${line.docHashBefore ?? null}, ${line.docHashAfter ?? null}, ${line.tsaTime ? wallTime(line.tsaTime) : null},
      ${places}::jsonb, ${line.errorMsg?.slice(0, 300) ?? null}, ${line.costMs}, ${ctx.origin?.ip.slice(0, 64) ?? null},
      ${seq}, ${head.hash}, '', ${userId}, ${deptId || null}, ${userId})`.execute(ctx.db)
  const hash = lineHash(key, tenantId, seq, head.hash, await contentOf(ctx.db, id))
  await sql`update ${into(signLog)} set row_hash = ${hash} where id = ${id}`.execute(ctx.db)
  if (line.verifyCode) {
    await sql`insert into ${own(signCode)} (code, tenant_id, log_id)
      values (${line.verifyCode}, ${tenantId}, ${id})`.execute(ctx.db)
  }
  const after = { docName: line.docName, sealName: line.sealName, signResult: line.isDone ? 1 : 0, seq, rowHash: hash }
  await logOperation(ctx, 'signlog.add', '签章', { entity: signLog.name, rowId: id, after })
  return id
}

async function contentOf(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{
    content: string
  }>`select ${CONTENT} as content from ${LINES} l where l.id = ${id}`.execute(db)
  return rows[0]?.content ?? ''
}

async function headOf(db: Db): Promise<{ seq: number; hash: string }> {
  const { rows } = await sql<{ seq: number; hash: string }>`select l.seq, l.row_hash as hash from ${LINES} l
    order by l.seq desc limit 1`.execute(db)
  return rows[0] ?? { seq: 0, hash: NOTHING }
}

export interface ChainVerdict {
  checked: number
  head: string
  broken: { seq: number; reason: string } | undefined
}

interface ChainLine {
  seq: number
  prevHash: string
  rowHash: string
  content: string
}

/** Walks the chain of one tenant from its first line to its last. */
export async function verifySignLog(db: Db, key: Buffer, tenantId: string): Promise<ChainVerdict> {
  let [checked, head] = [0, NOTHING]
  for (;;) {
    const { rows } = await sql<ChainLine>`select l.seq, l.prev_hash, l.row_hash, ${CONTENT} as content from ${LINES} l
      where l.seq > ${checked} order by l.seq limit ${PAGE}`.execute(db)
    for (const line of rows) {
      const reason = faultOf(key, tenantId, { seq: checked, hash: head }, line)
      if (reason) return { checked, head, broken: { seq: line.seq, reason } }
      checked = line.seq
      head = line.rowHash
    }
    if (rows.length < PAGE) return { checked, head, broken: undefined }
  }
}

function faultOf(key: Buffer, tenantId: string, before: { seq: number; hash: string }, line: ChainLine): string {
  if (line.seq !== before.seq + 1) return `缺少第${before.seq + 1}号：记录已被删除`
  if (line.prevHash !== before.hash) return '与上一行的摘要不衔接：顺序被改动'
  const right = lineHash(key, tenantId, line.seq, line.prevHash, line.content)
  return right === line.rowHash ? '' : '内容与摘要不符：记录被改动'
}

export function signLogHandlers(masterKey: Buffer) {
  const key = signLogKey(masterKey)
  return [
    implement(calls.signLogList, (ctx, { query }) => listOf(ctx, calls.signLogList, query, visible(ctx, signLog))),
    implement(calls.signLogDetail, (ctx, { id }) => findOrRefuse(signLog, ctx, id)),
    implement(calls.signLogSubmit, (ctx, { id, remark }) => saveRemark(ctx, id, remark)),
    implement(calls.signLogRemove, (ctx, input) => hideLines(ctx, idsOf(input))),
    implement(calls.signLogVerify, async (ctx) => {
      const { checked, head, broken } = await verifySignLog(ctx.db, key, ctx.user.tenantId)
      return { checked, head, brokenSeq: broken?.seq ?? 0, reason: broken?.reason ?? '' }
    }),
  ]
}

async function saveRemark(ctx: Ctx, id: string, remark: string | null): Promise<EntityRow<typeof signLog.fields>> {
  const before = await findOrRefuse(signLog, ctx, id)
  await sql`update ${into(signLog)} set remark = ${remark}, update_user = ${ctx.user.id},
    update_time = greatest(localtimestamp(0), update_time + interval '1 second') where id = ${before.id}`.execute(
    ctx.db,
  )
  const after = await findOrRefuse(signLog, ctx, id)
  await logChange(ctx, signLog, id, before, after)
  return after
}

/** Out of sight; the line itself stays where it is. */
async function hideLines(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  for (const id of new Set(ids)) {
    const line = await findOrRefuse(signLog, ctx, id)
    await sql`update ${into(signLog)} set is_deleted = 1, update_user = ${ctx.user.id},
      update_time = localtimestamp(0) where id = ${line.id}`.execute(ctx.db)
    await logChange(ctx, signLog, id, line, undefined)
  }
}
