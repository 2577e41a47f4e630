import { certInfo, certStates } from '@xueheng/contract/domains/seal/cert-info.ts'
import { crl, crlStates } from '@xueheng/contract/domains/seal/crl.ts'
import { trustChain } from '@xueheng/contract/domains/seal/trust-chain.ts'
import {
  type Certificate,
  type Signer,
  makeCertificate,
  makeName,
  readCertificate,
} from '../domains/seal/crypto/certificate.ts'
import { makeCrl } from '../domains/seal/crypto/crl.ts'
import { toPem } from '../domains/seal/crypto/pem.ts'
import { makeKey } from '../domains/seal/crypto/software-key.ts'
import { sm3 } from '../domains/seal/crypto/sm2.ts'
import { wallTime } from '../platform/clock.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'
import type { School } from './model.ts'

const YEAR_MS = 365 * 86_400_000
const OUT_OF_USE = 5

interface Made {
  certificate: Certificate
  key: Signer
}

/** A root of the demo's own, certificates of schools under it in their keys, and a list that has revoked the last. */
export async function loadCertificates(target: Target, schools: School[], ukeyIds: string[], now: Date): Promise<void> {
  const root = make('示例根证书', now)
  const rootRow: DemoRow = entityRow({ chain_name: '示例根证书', is_anchor: 1, node_level: 0, ...facts(root) })
  const issued = schools.map((school, i) => make(school.name, now, BigInt(i + 2), root))
  await insertRows(target, trustChain, [rootRow])
  await insertRows(target, crl, [listRow(String(rootRow['id']), root, issued.at(-1) ?? root, now)])
  await insertRows(
    target,
    certInfo,
    schools.map((school, i) => certRow(school, issued[i] ?? root, ukeyIds[i], i === schools.length - 1, now)),
  )
}

function make(name: string, now: Date, serial = 1n, issuer?: Made): Made {
  const key = makeKey('SM2')
  const bytes = makeCertificate(
    {
      serial,
      subjectName: makeName({ unit: '示例教育局', name }),
      notBefore: new Date(now.getTime() - YEAR_MS),
      notAfter: new Date(now.getTime() + 4 * YEAR_MS),
      spki: key.spki,
      isAuthority: !issuer,
      usage: issuer ? ['digitalSignature', 'nonRepudiation'] : ['keyCertSign', 'cRLSign'],
      ...(issuer ? { issuer: issuer.certificate } : {}),
    },
    issuer?.key ?? key,
  )
  return { certificate: readCertificate(bytes), key }
}

function facts({ certificate }: Made): DemoRow {
  return {
    cert_pem: toPem(certificate.bytes, 'CERTIFICATE'),
    subject_dn: certificate.subject,
    algorithm: certificate.algorithm,
    fingerprint: sm3(certificate.bytes).toString('hex'),
    not_before: wallTime(certificate.notBefore),
    not_after: wallTime(certificate.notAfter),
  }
}

function certRow(school: School, made: Made, ukeyId: string | undefined, isRevoked: boolean, now: Date): DemoRow {
  const { valid, revoked } = certStates.states
  return entityRow({
    ...facts(made),
    holder_name: school.name,
    area_code: school.area.code,
    dept_uscc: school.code,
    ukey_id: ukeyId ?? null,
    cert_serial: made.certificate.serial,
    issuer_dn: made.certificate.issuer,
    cert_status: isRevoked ? revoked.value : valid.value,
    revoke_time: isRevoked ? wallTime(now) : null,
    revoke_reason: isRevoked ? OUT_OF_USE : null,
  })
}

function listRow(issuerId: string, root: Made, { certificate: { serial } }: Made, now: Date): DemoRow {
  const nextUpdate = new Date(now.getTime() + YEAR_MS)
  const entries = [{ serial, revokedAt: now, reason: OUT_OF_USE }]
  const bytes = makeCrl({ number: 1n, thisUpdate: now, nextUpdate, entries }, root.certificate, root.key)
  return entityRow({
    crl_pem: toPem(bytes, 'X509 CRL'),
    issuer_dn: root.certificate.subject,
    issuer_id: issuerId,
    crl_number: '1',
    this_update: wallTime(now),
    next_update: wallTime(nextUpdate),
    entry_count: 1,
    crl_status: crlStates.states.current.value,
  })
}
