import { hash, verify } from '@node-rs/argon2'
import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'

const MD5_HEX = /^[0-9a-f]{32}$/

/** Memory 19 MiB, 2 passes, 1 lane: the OWASP minimum for argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface WireSecret {
  /** Lower-case hex MD5 of the password: what is compared and kept (under argon2id). */
  md5: string
  /** The password itself, where the sender lets the server check it against the tenant's rules. */
  text?: string
}

/**
 * What travels is the lower-case hex MD5 of the typed text, plain or as Base64 of AES-CBC (IV = first 16 bytes of the key),
 * or the text itself in the same AES form behind a `=`. The first two are fixed by the API family; all of them only
 * hide the text from a glance: TLS and argon2id protect it.
 */
export function wireSecret(sent: string, key: string): WireSecret | undefined {
  if (MD5_HEX.test(sent.toLowerCase())) return { md5: sent.toLowerCase() }
  const opened = decrypted(sent, key)
  if (opened?.startsWith('=')) return { md5: md5(opened.slice(1)), text: opened.slice(1) }
  return opened && MD5_HEX.test(opened) ? { md5: opened } : undefined
}

/** The MD5 of a sent password, or nothing when it has none of the forms. */
export function wirePassword(sent: string, key: string): string | undefined {
  return wireSecret(sent, key)?.md5
}

function decrypted(sent: string, key: string): string | undefined {
  try {
    const bytes = Buffer.from(key, 'latin1')
    const decipher = createDecipheriv(`aes-${bytes.length * 8}-cbc`, bytes, bytes.subarray(0, 16))
    return Buffer.concat([decipher.update(sent, 'base64'), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

export function hashPassword(md5Hex: string): Promise<string> {
  return hash(md5Hex, COST)
}

let decoy: Promise<string> | undefined

/** Takes as long for an account that does not exist as for a wrong password. */
export async function verifyPassword(stored: string | undefined, md5Hex: string | undefined): Promise<boolean> {
  decoy ??= hashPassword(md5('nobody'))
  const isRight = await verify(stored ?? (await decoy), md5Hex ?? md5('')).catch(() => false)
  return isRight && stored !== undefined && md5Hex !== undefined
}

/** Compares secrets without telling where they differ. */
export function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
