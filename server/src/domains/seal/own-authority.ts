import { cert, certRevoke } from '@xueheng/contract/domains/seal/cert.ts'
import { crl, crlDownload, crlIssue } from '@xueheng/contract/domains/seal/crl.ts'
import { trustChain } from '@xueheng/contract/domains/seal/trust-chain.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import { logChange } from '../../platform/audit/operation-log.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { submit } from '../../platform/rows/write.ts'
import { usableKey } from './cipher.ts'
import { crlHooks } from './crl.ts'
import type { Certificate } from './crypto/certificate.ts'
import { type CrlEntry, makeCrl, readCrl } from './crypto/crl.ts'
import { fromPem, toPem } from './crypto/pem.ts'
import { sm3 } from './crypto/sm2.ts'
import type { KeyProvider } from './key-provider.ts'
import { CERT_TYPES } from './own-certificates.ts'
import { storedCertificate } from './read-pem.ts'
import { assertTrustKeeper, trustChainHooks } from './trust-chain.ts'

const CERTS = every(cert, 'a list names whatever its authority has revoked')
const CHAINS = every(trustChain, 'an authority stands in the chain once')
const LISTS = every(crl, 'numbers of lists only rise')
const USUAL_DAYS = 90
const DAY_MS = 86_400_000

/** An authority that is made here is one the tenant trusts: it takes its place in the chain by itself. */
export async function enterChain(ctx: Ctx, name: string, certificate: Certificate, issuerPem?: string): Promise<void> {
  if (await placeInChain(ctx, certificate)) return
  const parentId = issuerPem ? await placeInChain(ctx, storedCertificate({ certPem: issuerPem })) : undefined
  if (issuerPem && !parentId) return
  const body = {
    chainName: name,
    certPem: toPem(certificate.bytes, 'CERTIFICATE'),
    isAnchor: issuerPem ? 0 : 1,
    ...(parentId ? { parentId } : {}),
  }
  await submit(trustChain, ctx, body, trustChainHooks.hooks)
}

async function placeInChain(ctx: Ctx, { bytes }: Certificate): Promise<string | undefined> {
  const fingerprint = sm3(bytes).toString('hex')
  const { rows } = await sql<{ id: string }>`select t.id from ${CHAINS} t
    where t.fingerprint = ${fingerprint} and t.is_deleted = 0`.execute(ctx.db)
  return rows[0]?.id
}

export function authorityHandlers(keys: KeyProvider) {
  return [
    implement(certRevoke, async (ctx, { id, revokeReason }) => {
      assertTrustKeeper(ctx, 'submit')
      const row = await findOrRefuse(cert, ctx, id)
      if (row.certType === CERT_TYPES.root) throw refuse('根证书不能吊销，请在信任链中取消信任')
      if (!row.issuerId) throw refuse('这张证书由外部机构签发，请收取它的吊销列表')
      if (row.revokeTime) throw refuse(`证书已于${row.revokeTime}吊销`)
      await sql`update ${into(cert)} set revoke_time = ${wallTime(ctx.now)}, revoke_reason = ${revokeReason},
        update_user = ${ctx.user.id}, update_time = greatest(localtimestamp(0), update_time + interval '1 second')
        where id = ${row.id}`.execute(ctx.db)
      await logChange(ctx, cert, row.id, row, await findOrRefuse(cert, ctx, id))
      await issueList(ctx, keys, row.issuerId, USUAL_DAYS)
    }),
    implement(crlIssue, async (ctx, { certId, days }) => {
      assertTrustKeeper(ctx, 'submit')
      return { id: await issueList(ctx, keys, certId, days ?? USUAL_DAYS) }
    }),
    implement(crlDownload, async (ctx, { id }) => {
      const row = await findOrRefuse(crl, ctx, id)
      const body = fromPem(row.crlPem, 'X509 CRL')
      return { name: `${row.crlNumber}.crl`, contentType: 'application/pkix-crl', body }
    }),
  ]
}

/** Signs the next list of an authority with all it has revoked, and takes it in like any other. */
export async function issueList(ctx: Ctx, keys: KeyProvider, certId: string, days: number): Promise<string> {
  const row = await findOrRefuse(cert, ctx, certId)
  const issuer = storedCertificate({ certPem: row.certPem ?? '' })
  if (!issuer.isAuthority) throw fault('certId', '签发证书不是机构证书')
  if (row.isEnabled !== 1) throw fault('certId', '签发证书已停用')
  const place = await placeInChain(ctx, issuer)
  if (!place) throw fault('certId', '签发证书不在信任链中，请先登记')
  const key = await usableKey(ctx, row.cipherId, 'certId')
  const thisUpdate = new Date(Math.floor(ctx.now.getTime() / 1000) * 1000)
  const nextUpdate = new Date(Math.min(thisUpdate.getTime() + days * DAY_MS, issuer.notAfter.getTime()))
  const list = { number: await nextNumber(ctx, place), thisUpdate, nextUpdate, entries: await revokedBy(ctx, certId) }
  const purpose = { title: '签发吊销列表', entity: crl.name, name: issuer.subject }
  const bytes = await keys.use(ctx, key, purpose, (signer) => makeCrl(list, issuer, signer))
  readCrl(bytes)
  const { id } = await submit(crl, ctx, { crlPem: toPem(bytes, 'X509 CRL') }, crlHooks.hooks)
  return id
}

async function nextNumber(ctx: Ctx, issuerId: string): Promise<bigint> {
  const { rows } = await sql<{ crlNumber: string }>`select l.crl_number from ${LISTS} l
    where l.issuer_id = ${issuerId}`.execute(ctx.db)
  return rows.map((row) => BigInt(row.crlNumber)).reduce((most, one) => (one > most ? one : most), 0n) + 1n
}

async function revokedBy(ctx: Ctx, issuerId: string): Promise<CrlEntry[]> {
  const { rows } = await sql<{ certSerial: string; revokeTime: string; revokeReason: number | null }>`select
      c.cert_serial, to_char(c.revoke_time, 'YYYY-MM-DD"T"HH24:MI:SS') as revoke_time, c.revoke_reason
    from ${CERTS} c where c.issuer_id = ${issuerId} and c.revoke_time is not null order by c.id`.execute(ctx.db)
  return rows.map((row) => ({
    serial: row.certSerial,
    revokedAt: new Date(row.revokeTime),
    reason: row.revokeReason ?? 0,
  }))
}
