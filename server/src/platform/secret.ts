import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
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

/** Places of a secret field: the one it is encrypted for, and the one that early versions used for some tables. */
export function secretPlaces({ table }: Pick<AnyEntity, 'table'>, id: string, field: string): [string, string] {
  const column = snake(field)
  return [`${table}:${id}:${column}`, `${table}.${column}:${id}`]
}

/** The secret in a field of an entity's row; empty where none is set. Throws like `decryptSecret`. */
export function decryptField<N extends string>(
  masterKey: Buffer,
  entity: AnyEntity,
  row: { id: string } & Record<N, string | null>,
  field: N,
): string {
  const encrypted: string | null = row[field]
  if (!encrypted) return ''
  const [place, former] = secretPlaces(entity, row.id, field)
  try {
    return decryptSecret(masterKey, place, encrypted)
  } catch {
    return decryptSecret(masterKey, former, encrypted)
  }
}
