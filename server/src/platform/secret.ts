import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const NONCE = 12
const TAG = 16

/**
 * Encrypts a secret for the database: AES-256-GCM under the master key, `v1.<base64url of nonce, tag, data>`.
 * `place` names the row and column it belongs to; the text cannot be decrypted in another place.
 */
export function encryptSecret(masterKey: Buffer, place: string, secret: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(place))
  const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), data]).toString('base64url')}`
}

/** The secret behind an encrypted text. Throws when the text, the key or the place is another one. */
export function decryptSecret(masterKey: Buffer, place: string, encrypted: string): string {
  const [version, text = ''] = encrypted.split('.')
  const bytes = Buffer.from(text, 'base64url')
  if (version !== VERSION || bytes.length < NONCE + TAG) throw new Error('this is not an encrypted secret')
  const decipher = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, NONCE))
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
}
