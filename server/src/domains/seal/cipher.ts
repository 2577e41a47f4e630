import { cert } from '@xueheng/contract/domains/seal/cert.ts'
import { cipher } from '@xueheng/contract/domains/seal/cipher.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import type { Algorithm } from './crypto/algorithms.ts'
import { toPem } from './crypto/pem.ts'
import { type KeyHandle, type KeyProvider, fingerprintOf } from './key-provider.ts'
import { assertTrustKeeper } from './trust-chain.ts'

const ALGORITHMS: Record<number, Algorithm> = { 1: 'SM2', 2: 'RSA', 3: 'ECDSA' }

export function algorithmOf(keyAlgorithm: number | null): Algorithm {
  return ALGORITHMS[keyAlgorithm ?? 1] ?? 'SM2'
}

/** A key that may be used at this moment; refuses others by the field that chose it. */
export async function usableKey(ctx: Ctx, id: string, field: string): Promise<KeyHandle> {
  const { keyAlgorithm, fingerprint, isEnabled } = await findOrRefuse(cipher, ctx, id)
  if (isEnabled !== 1 || !fingerprint) throw fault(field, '这把密钥已停用，不能签名')
  return { algorithm: algorithmOf(keyAlgorithm), fingerprint }
}

export function cipherHooks(keys: KeyProvider) {
  return hook(cipher, {
    async around(ctx, _input, work, action) {
      assertTrustKeeper(ctx, action)
      return work(ctx)
    },
    async beforeSave(ctx, row, before) {
      if (before) return
      const spki = await keys.make(ctx, algorithmOf(row.keyAlgorithm ?? null))
      Object.assign(row, { publicKeyPem: toPem(spki, 'PUBLIC KEY'), fingerprint: fingerprintOf(spki) })
    },
    async beforeRemove(ctx, rows) {
      const ids = rows.map((row) => row.id)
      const certificates = every(cert, 'a certificate keeps its key, whoever sees it')
      const found = await sql`select 1 from ${certificates} c
        where c.cipher_id = any(${ids}::bigint[]) and c.is_deleted = 0 limit 1`.execute(ctx.db)
      if (found.rows.length > 0) throw refuse('请先删除使用它的证书')
    },
  })
}
