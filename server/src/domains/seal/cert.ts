import { randomBytes } from 'node:crypto'
import { cert } from '@xueheng/contract/domains/seal/cert.ts'
import { cipher } from '@xueheng/contract/domains/seal/cipher.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { findOrRefuse, findRow } from '../../platform/rows/read.ts'
import { usableKey } from './cipher.ts'
import { type Certificate, type KeyUsage, makeCertificate, makeName, readCertificate } from './crypto/certificate.ts'
import { fromPem, toPem } from './crypto/pem.ts'
import { type KeyHandle, type KeyProvider, fingerprintOf } from './key-provider.ts'
import { enterChain } from './own-authority.ts'
import { CERT_TYPES } from './own-certificates.ts'
import { storedCertificate, typedCertificate } from './read-pem.ts'
import { assertTrustKeeper, factsOf } from './trust-chain.ts'

const SERIAL_BYTES = 16
const DEFAULT_YEARS = 3

/** What is asked of a new certificate. */
interface Wanted {
  certName?: string | null
  certType?: number | null
  cipherId?: string | null
  ownerCode?: string | null
  issuerId?: string | null
  validYears?: number | null
  certPem?: string | null
}

interface Issuer {
  certificate: Certificate
  key: KeyHandle
}

export function certHooks(keys: KeyProvider) {
  return hook(cert, {
    async around(ctx, _input, work, action) {
      assertTrustKeeper(ctx, action)
      return work(ctx)
    },
    async beforeSave(ctx, row, before) {
      if (before) return
      const certificate = row.certPem ? await takenIn(ctx, row) : await issued(ctx, keys, row)
      Object.assign(row, factsOf(certificate), {
        certPem: toPem(certificate.bytes, 'CERTIFICATE'),
        certSerial: certificate.serial,
        issuerDn: certificate.issuer,
      })
    },
    async afterSave(ctx, row, before) {
      if (before || !isAuthority(row)) return
      const above = row.issuerId ? await findOrRefuse(cert, ctx, row.issuerId) : undefined
      await enterChain(
        ctx,
        row.certName,
        storedCertificate({ certPem: row.certPem ?? '' }),
        above?.certPem ?? undefined,
      )
    },
    async beforeRemove(ctx, rows) {
      const ids = rows.map((row) => row.id)
      const certificates = every(cert, 'a certificate below keeps the one that issued it')
      const found = await sql`select 1 from ${certificates} c where c.issuer_id = any(${ids}::bigint[])
        and c.id <> all(${ids}::bigint[]) and c.is_deleted = 0 limit 1`.execute(ctx.db)
      if (found.rows.length > 0) throw refuse('请先删除它签发的下级证书')
    },
    async afterRestore(ctx, rows) {
      for (const { cipherId, issuerId } of rows) {
        if (!(await findRow(cipher, ctx, cipherId))) throw refuse('请先恢复它的密钥')
        if (issuerId && !(await findRow(cert, ctx, issuerId))) throw refuse('请先恢复它的签发证书')
      }
    },
  })
}

/** A certificate from elsewhere: of the chosen key, and of the chosen kind. */
async function takenIn(ctx: Ctx, row: Wanted): Promise<Certificate> {
  if (row.issuerId) throw fault('issuerId', '粘贴的证书由外部签发，不选签发证书')
  const certificate = typedCertificate(row.certPem ?? '')
  const { fingerprint } = await usableKey(ctx, row.cipherId ?? '', 'cipherId')
  if (fingerprintOf(certificate.spki) !== fingerprint) throw fault('certPem', '证书的公钥不是所选密钥的公钥')
  if (certificate.isAuthority !== isAuthority(row)) throw fault('certType', '证书的类型与所选的不符')
  return certificate
}

async function issued(ctx: Ctx, keys: KeyProvider, row: Wanted): Promise<Certificate> {
  const own = await findOrRefuse(cipher, ctx, row.cipherId ?? '')
  const issuer = await issuerOf(ctx, row)
  const ownKey = await usableKey(ctx, own.id, 'cipherId')
  const name = row.certName ?? ''
  const wanted = {
    serial: BigInt(`0x7f${randomBytes(SERIAL_BYTES).toString('hex')}`),
    subjectName: makeName({ unit: name, name, ...(row.ownerCode ? { code: row.ownerCode } : {}) }),
    ...validity(ctx, row, issuer?.certificate),
    spki: fromPem(own.publicKeyPem ?? '', 'PUBLIC KEY'),
    isAuthority: isAuthority(row),
    usage: usageOf(row),
    isForTimeStamps: row.certType === CERT_TYPES.timeStamp,
    ...(issuer ? { issuer: issuer.certificate } : {}),
  }
  const purpose = { title: '签发证书', entity: cert.name, name }
  return readCertificate(
    await keys.use(ctx, issuer?.key ?? ownKey, purpose, (signer) => makeCertificate(wanted, signer)),
  )
}

async function issuerOf(ctx: Ctx, row: Wanted): Promise<Issuer | undefined> {
  if (row.certType === CERT_TYPES.root) {
    if (row.issuerId) throw fault('issuerId', '根证书自签名，不选签发证书')
    return undefined
  }
  if (!row.issuerId) throw fault('issuerId', '请选择签发证书，或粘贴外部机构签发的证书')
  const above = await findOrRefuse(cert, ctx, row.issuerId)
  const certificate = storedCertificate({ certPem: above.certPem ?? '' })
  if (!certificate.isAuthority) throw fault('issuerId', '签发证书不是机构证书')
  if (above.isEnabled !== 1) throw fault('issuerId', '签发证书已停用')
  if (above.revokeTime) throw fault('issuerId', '签发证书已吊销')
  if (certificate.notBefore > ctx.now || certificate.notAfter < ctx.now) {
    throw fault('issuerId', '签发证书不在有效期内')
  }
  return { certificate, key: await usableKey(ctx, above.cipherId, 'issuerId') }
}

/** From now on, and not beyond the certificate it is issued by. */
function validity({ now }: Ctx, { validYears }: Wanted, issuer: Certificate | undefined) {
  const notAfter = new Date(now)
  notAfter.setUTCFullYear(now.getUTCFullYear() + (validYears ?? DEFAULT_YEARS))
  const notBefore = new Date(Math.floor(now.getTime() / 1000) * 1000)
  return { notBefore, notAfter: issuer && issuer.notAfter < notAfter ? issuer.notAfter : notAfter }
}

function isAuthority({ certType }: Wanted): boolean {
  return certType === CERT_TYPES.root || certType === CERT_TYPES.middle
}

function usageOf(row: Wanted): KeyUsage[] {
  return isAuthority(row) ? ['keyCertSign', 'cRLSign'] : ['digitalSignature', 'nonRepudiation']
}
