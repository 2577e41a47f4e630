import { cert } from '@xueheng/contract/domains/seal/cert.ts'
import { cipher } from '@xueheng/contract/domains/seal/cipher.ts'
import { certHooks } from '../domains/seal/cert.ts'
import { cipherHooks } from '../domains/seal/cipher.ts'
import { localKeys } from '../domains/seal/key-provider.ts'
import type { Ctx } from '../platform/ctx.ts'
import { submit } from '../platform/rows/write.ts'

const SM2 = 1
const TYPE = { root: 1, unit: 4 }
const ROOT = '签章服务器根证书'
const UNIT = '示例教育局'

/** A root of the sign server's own and a certificate of the bureau under it, each with its key. */
export async function loadKeys(ctx: Ctx, masterKey: Buffer): Promise<void> {
  const keys = localKeys(masterKey)
  const makeKey = (cipherName: string) =>
    submit(cipher, ctx, { cipherName, keyAlgorithm: SM2 }, cipherHooks(keys).hooks)
  const issue = (asked: Record<string, unknown>) => submit(cert, ctx, asked, certHooks(keys).hooks)
  const [rootKey, unitKey] = [await makeKey('签章服务器根密钥'), await makeKey(`${UNIT}签章密钥`)]
  const root = await issue({ certName: ROOT, certType: TYPE.root, cipherId: rootKey.id, validYears: 20 })
  await issue({ certName: UNIT, certType: TYPE.unit, cipherId: unitKey.id, issuerId: root.id, validYears: 3 })
}
