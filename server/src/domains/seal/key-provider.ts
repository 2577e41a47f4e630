import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { refuse } from '../../platform/error.ts'
import { decryptSecret } from '../../platform/secret.ts'
import type { Algorithm } from './crypto/algorithms.ts'
import type { Signer } from './crypto/certificate.ts'
import { makeKey, openKey } from './crypto/software-key.ts'
import { sm3 } from './crypto/sm2.ts'
import { sealKey } from './tables.ts'

/** A pair by what everybody may know of it. */
export interface KeyHandle {
  algorithm: Algorithm
  /** SM3 of the SubjectPublicKeyInfo, 64 hexadecimal digits. */
  fingerprint: string
}

/**
 * Where private keys lie. They stay there: callers give bytes and get signatures. A provider for a UKey (SKF) or a
 * crypto card (SDF) does the same two things, as docs/security/signing.md says; neither lets the key itself out.
 */
export interface KeyProvider {
  /** Makes a pair and keeps it in the transaction of the request; answers its SubjectPublicKeyInfo. */
  make(ctx: Ctx, algorithm: Algorithm): Promise<Buffer>
  /**
   * Lends the key for as long as `work` runs; what it is used for stands in the operation log, which is sealed. Refuses in
   * words (`refuse`) where the key is missing, locked or belongs to another master key: whoever signs reads why.
   */
  use<T>(ctx: Ctx, key: KeyHandle, purpose: KeyPurpose, work: (signer: Signer) => T): Promise<T>
}

export interface KeyPurpose {
  title: string
  /** The row the signature is for. */
  entity: string
  name: string
}

export function fingerprintOf(spki: Buffer): string {
  return sm3(spki).toString('hex')
}

/** What a wrapped key belongs to: it opens for no other. */
export function keyPlace(fingerprint: string): string {
  return `seal_key.wrapped:${fingerprint}`
}

/** Keys in the database, encrypted under the master key, in memory only while they sign. */
export function localKeys(masterKey: Buffer): KeyProvider {
  return {
    async make(ctx, algorithm) {
      const { spki, secret } = makeKey(algorithm)
      const fingerprint = fingerprintOf(spki)
      const wrapped = ctx.encrypt(keyPlace(fingerprint), secret.toString('base64'))
      secret.fill(0)
      await sql`insert into ${own(sealKey)} (tenant_id, fingerprint, wrapped)
        values (${ctx.user.tenantId}, ${fingerprint}, ${wrapped})`.execute(ctx.db)
      return spki
    },
    async use(ctx, { algorithm, fingerprint }, { title, entity, name }, work) {
      const found = await sql<{ wrapped: string }>`select k.wrapped from ${own(sealKey)} k
        where k.fingerprint = ${fingerprint}`.execute(ctx.db)
      const secret = unwrap(masterKey, fingerprint, found.rows[0]?.wrapped)
      try {
        return work(openKey(algorithm, secret))
      } finally {
        secret.fill(0)
        await logOperation(ctx, 'cipher.use', title, { entity, after: { fingerprint, name } })
      }
    },
  }
}

function unwrap(masterKey: Buffer, fingerprint: string, wrapped: string | undefined): Buffer {
  if (!wrapped) throw refuse('签名密钥的私钥不在本机，不能签名')
  try {
    return Buffer.from(decryptSecret(masterKey, keyPlace(fingerprint), wrapped), 'base64')
  } catch {
    throw refuse('签名密钥由另一把主密钥保存，不能签名')
  }
}
