import { createPublicKey, verify } from 'node:crypto'
import { DerError, bitsOf, childrenOf, der, oidOf, readDer } from './der.ts'
import { isSm2Point, verifySm2 } from './sm2.ts'

export type Algorithm = 'SM2' | 'RSA' | 'ECDSA'

const SM2_CURVE = '1.2.156.10197.1.301'
const EC_KEY = '1.2.840.10045.2.1'
const RSA_KEY = '1.2.840.113549.1.1.1'
const SHORTEST_RSA = 2048

/** Object identifiers of signatures: the keys they are made with, and the digest where it is not SM3. */
const SIGNATURES: Record<string, { algorithm: Algorithm; hash?: string }> = {
  '1.2.156.10197.1.501': { algorithm: 'SM2' },
  '1.2.840.113549.1.1.11': { algorithm: 'RSA', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { algorithm: 'RSA', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { algorithm: 'RSA', hash: 'sha512' },
  '1.2.840.10045.4.3.2': { algorithm: 'ECDSA', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { algorithm: 'ECDSA', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { algorithm: 'ECDSA', hash: 'sha512' },
}

const SIGNED_WITH: Record<Algorithm, string> = {
  SM2: '1.2.156.10197.1.501',
  RSA: '1.2.840.113549.1.1.11',
  ECDSA: '1.2.840.10045.4.3.2',
}

export function signatureOid(algorithm: Algorithm): string {
  return SIGNED_WITH[algorithm]
}

/** The identifier our own signatures carry: SM2 and ECDSA without parameters, RSA with the null RFC 4055 asks for. */
export function signatureAlgorithm(algorithm: Algorithm): Buffer {
  const oid = der.oid(SIGNED_WITH[algorithm])
  return algorithm === 'RSA' ? der.sequence(oid, Buffer.from([0x05, 0x00])) : der.sequence(oid)
}

/** SubjectPublicKeyInfo of an SM2 point. */
export function sm2Spki(point: Buffer): Buffer {
  return der.sequence(der.sequence(der.oid(EC_KEY), der.oid(SM2_CURVE)), der.bits(point))
}

/** What kind of key a SubjectPublicKeyInfo holds; nothing for keys that nobody should trust or we cannot use. */
export function algorithmOf(spki: Buffer): Algorithm | undefined {
  const [identifier, point] = childrenOf(readDer(spki))
  const [kind, curve] = childrenOf(identifier)
  if (oidOf(kind) === EC_KEY && curve?.tag === 0x06 && oidOf(curve) === SM2_CURVE) {
    return isSm2Point(bitsOf(point)) ? 'SM2' : undefined
  }
  return foreignAlgorithm(spki, oidOf(kind))
}

function foreignAlgorithm(spki: Buffer, kind: string): Algorithm | undefined {
  if (kind !== EC_KEY && kind !== RSA_KEY) return undefined
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    if (kind === EC_KEY) return 'ECDSA'
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= SHORTEST_RSA ? 'RSA' : undefined
  } catch {
    return undefined
  }
}

/** Whether `signature` over `message` is by that key; `oid` says how it was made. False for anything unreadable. */
export function isSignedBy(spki: Buffer, oid: string, message: Buffer, signature: Buffer): boolean {
  const found = SIGNATURES[oid]
  try {
    if (!found || algorithmOf(spki) !== found.algorithm) return false
    if (!found.hash) return verifySm2(message, signature, bitsOf(childrenOf(readDer(spki))[1]))
    return verify(found.hash, message, createPublicKey({ key: spki, format: 'der', type: 'spki' }), signature)
  } catch (error) {
    if (error instanceof DerError) return false
    throw error
  }
}
