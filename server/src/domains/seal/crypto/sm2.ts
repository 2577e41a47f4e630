import { createHash } from 'node:crypto'
import { sm2 } from 'sm-crypto-v2'
import { DerError, childrenOf, der, integerOf, readDer } from './der.ts'

/** The user id every GM program assumes (GB/T 35276). */
export const USER_ID = '1234567812345678'
const ORDER = BigInt('0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123')
const POINT = 65

/** A fresh pair: the private scalar (32 bytes) and the uncompressed point (65 bytes). */
export function makeSm2Pair(): { privateKey: Buffer; point: Buffer } {
  const pair = sm2.generateKeyPairHex()
  return { privateKey: Buffer.from(pair.privateKey, 'hex'), point: Buffer.from(pair.publicKey, 'hex') }
}

export function sm2PointOf(privateKey: Buffer): Buffer {
  return Buffer.from(sm2.getPublicKeyFromPrivateKey(privateKey.toString('hex')), 'hex')
}

/** Whether the bytes are an uncompressed point on the curve. */
export function isSm2Point(point: Buffer): boolean {
  if (point.length !== POINT || point[0] !== 4) return false
  try {
    return sm2.verifyPublicKey(point.toString('hex'))
  } catch {
    return false
  }
}

/** SM2 with SM3 over a message, as SEQUENCE { r, s } (GB/T 32918.2, GB/T 35276). `point` is its own, where it is known. */
export function signSm2(message: Buffer, privateKey: Buffer, point = sm2PointOf(privateKey)): Buffer {
  const options = { hash: true, der: false, userId: USER_ID, publicKey: point.toString('hex') }
  const signed = sm2.doSignature(message, privateKey.toString('hex'), options)
  const [r, s] = [signed.slice(0, 64), signed.slice(64)].map((hex) => BigInt(`0x${hex}`))
  return der.sequence(der.integer(r ?? 0n), der.integer(s ?? 0n))
}

/** Whether the signature is one of that key; false for everything that is not canonical DER, in range and on the curve. */
export function verifySm2(message: Buffer, signature: Buffer, point: Buffer, userId = USER_ID): boolean {
  if (!isSm2Point(point)) return false
  const pair = pairOf(signature)
  if (!pair) return false
  const hex = pair.map((part) => part.toString(16).padStart(64, '0')).join('')
  try {
    return sm2.doVerifySignature(message, hex, point.toString('hex'), { hash: true, der: false, userId })
  } catch {
    return false
  }
}

function pairOf(signature: Buffer): bigint[] | undefined {
  try {
    const parts = childrenOf(readDer(signature)).map((part) => integerOf(part))
    return parts.length === 2 && parts.every((part) => part > 0n && part < ORDER) ? parts : undefined
  } catch (error) {
    if (error instanceof DerError) return undefined
    throw error
  }
}

export function sm3(bytes: Buffer | string): Buffer {
  return createHash('sm3').update(bytes).digest()
}
