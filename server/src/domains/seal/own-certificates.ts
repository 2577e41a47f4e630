import { cert } from '@xueheng/contract/domains/seal/cert.ts'
import { cipher } from '@xueheng/contract/domains/seal/cipher.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { algorithmOf } from './cipher.ts'
import type { Certificate } from './crypto/certificate.ts'
import type { KeyHandle } from './key-provider.ts'
import { storedCertificate } from './read-pem.ts'

export const CERT_TYPES = { root: 1, middle: 2, maker: 3, unit: 4, person: 5, timeStamp: 6 } as const

/** A certificate of the sign server with the key it is for. */
export interface OwnCertificate {
  id: string
  certificate: Certificate
  key: KeyHandle
}

interface StoredCert {
  id: string
  certPem: string
  keyAlgorithm: number
  fingerprint: string
}

const CERTS = every(cert, 'what the sign server signs with does not depend on who asks it to')
const KEYS = every(cipher, 'likewise')

/** Those that may be used at this moment: in time, enabled like their keys, not revoked; the newest first. */
export async function usableCertificates(ctx: Ctx, condition: RawBuilder<unknown>): Promise<OwnCertificate[]> {
  const now = wallTime(ctx.now)
  const { rows } = await sql<StoredCert>`select c.id, c.cert_pem, k.key_algorithm, k.fingerprint
    from ${CERTS} c join ${KEYS} k on k.id = c.cipher_id
    where c.is_deleted = 0 and k.is_deleted = 0 and c.is_enabled = 1 and k.is_enabled = 1 and c.revoke_time is null
      and c.not_before <= ${now} and c.not_after >= ${now} and ${condition}
    order by c.id desc`.execute(ctx.db)
  return rows.map((row) => ({
    id: row.id,
    certificate: storedCertificate(row),
    key: { algorithm: algorithmOf(row.keyAlgorithm), fingerprint: row.fingerprint },
  }))
}

/** Of one kind. */
export function certificatesOfType(ctx: Ctx, ...types: number[]): Promise<OwnCertificate[]> {
  return usableCertificates(ctx, sql`c.cert_type = any(${types}::int[])`)
}

/** Those a unit or a person of it may sign with. */
export function certificatesOfUnit(ctx: Ctx, ownerCode: string): Promise<OwnCertificate[]> {
  const types = [CERT_TYPES.unit, CERT_TYPES.person]
  return usableCertificates(ctx, sql`c.owner_code = ${ownerCode} and c.cert_type = any(${types}::int[])`)
}
