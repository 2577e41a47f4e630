import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '../error.ts'

/** Key of AES in bytes, and the block its padding fills: PKCS#7 with 32 instead of 16. */
const KEY_BYTES = 32
const BLOCK = 32
const RANDOM = 16
const LENGTH = 4

/** A callback that does not come from where it says. */
export function foreignCallback(): AppError {
  return new AppError({ status: 403, text: '非法请求' })
}

/** SHA-1 of the sorted parts, in hex: how both platforms sign a callback. */
export function callbackSignature(parts: readonly string[]): string {
  return createHash('sha1').update(parts.toSorted().join('')).digest('hex')
}

/** Whether `given` is the signature of the parts; takes as long whether it is or not. */
export function isSigned(given: string, parts: readonly string[]): boolean {
  const [a, b] = [given, callbackSignature(parts)].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

/** An EncodingAESKey is 43 signs whose last carries two bits too many: strict decoders refuse it. Throws where it is none. */
function keyOf(encodingKey: string): Buffer {
  const key = Buffer.from(`${encodingKey}=`, 'base64')
  if (key.length !== KEY_BYTES) throw foreignCallback()
  return key
}

/**
 * What a platform encrypted for `id` (an appid, a corpid): 16 random bytes, the length, the message, the id. Throws
 * `foreignCallback` where anything of it is not as it must be.
 */
export function decryptCallback(encodingKey: string, encrypted: string, id: string): string {
  const key = keyOf(encodingKey)
  const bytes = Buffer.from(encrypted, 'base64')
  if (bytes.length === 0 || bytes.length % BLOCK !== 0) throw foreignCallback()
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const plain = withoutPadding(Buffer.concat([decipher.update(bytes), decipher.final()]))
  const start = RANDOM + LENGTH
  if (plain.length < start) throw foreignCallback()
  const end = start + plain.readUInt32BE(RANDOM)
  if (end > plain.length || plain.subarray(end).toString('utf8') !== id) throw foreignCallback()
  return plain.subarray(start, end).toString('utf8')
}

function withoutPadding(bytes: Buffer): Buffer {
  const pad = bytes.at(-1) ?? 0
  const isWhole = pad >= 1 && pad <= BLOCK && bytes.subarray(-pad).every((byte) => byte === pad)
  if (!isWhole) throw foreignCallback()
  return bytes.subarray(0, -pad)
}

/** The same in the other direction; `random` only for published examples. */
export function encryptCallback(
  encodingKey: string,
  message: string,
  id: string,
  random = randomBytes(RANDOM),
): string {
  const key = keyOf(encodingKey)
  const text = Buffer.from(message)
  const length = Buffer.alloc(LENGTH)
  length.writeUInt32BE(text.length)
  const plain = Buffer.concat([random, length, text, Buffer.from(id)])
  const pad = BLOCK - (plain.length % BLOCK)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(pad, pad)), cipher.final()]).toString('base64')
}
