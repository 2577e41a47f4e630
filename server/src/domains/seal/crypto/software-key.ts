import { type KeyObject, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { type Algorithm, sm2Spki } from './algorithms.ts'
import type { Signer } from './certificate.ts'
import { makeSm2Pair, signSm2, sm2PointOf } from './sm2.ts'

/** A private key in memory with its public half. */
export interface SoftwareKey extends Signer {
  /** SubjectPublicKeyInfo. */
  spki: Buffer
  /** The scalar of an SM2 key, PKCS#8 of the others. */
  secret: Buffer
}

const RSA_BITS = 2048

export function makeKey(algorithm: Algorithm): SoftwareKey {
  if (algorithm === 'SM2') return openKey('SM2', makeSm2Pair().privateKey)
  const pair =
    algorithm === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: RSA_BITS })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return openKey(algorithm, pair.privateKey.export({ format: 'der', type: 'pkcs8' }))
}

export function openKey(algorithm: Algorithm, secret: Buffer): SoftwareKey {
  if (algorithm === 'SM2') {
    const point = sm2PointOf(secret)
    return { algorithm, secret, spki: sm2Spki(point), sign: (message) => signSm2(message, secret, point) }
  }
  const key = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' })
  return { algorithm, secret, spki: publicBytes(key), sign: (message) => sign('sha256', message, key) }
}

function publicBytes(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' })
}
