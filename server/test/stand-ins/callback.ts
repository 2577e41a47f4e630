import { randomBytes } from 'node:crypto'
import { callbackSignature, encryptCallback } from '../../src/platform/provider/callback-crypt.ts'
import { writeXml } from '../../src/platform/provider/write-xml.ts'

/** What an account and its platform share. */
export interface CallbackKeys {
  token: string
  aesKey?: string
  /** appid or corpid. */
  id: string
}

export interface Callback {
  query: Record<string, string>
  body: string
}

/** What a sender may get wrong, or do on purpose. */
export interface CallbackChange {
  timestamp?: string
  nonce?: string
  /** In place of the right one. */
  signature?: string
  /** Encrypted for another account. */
  id?: string
}

/** A callback with a plain body: the signature says nothing of it. */
export function plainCallback({ token }: CallbackKeys, body: string, change: CallbackChange = {}): Callback {
  const { timestamp, nonce } = momentOf(change)
  const signature = change.signature ?? callbackSignature([token, timestamp, nonce])
  return { query: { signature, timestamp, nonce }, body }
}

/** The same encrypted, signed over the ciphertext as well. */
export function sealedCallback(keys: CallbackKeys, body: string, change: CallbackChange = {}): Callback {
  const { timestamp, nonce } = momentOf(change)
  const encrypted = encryptCallback(keys.aesKey ?? '', body, change.id ?? keys.id)
  const signature = callbackSignature([keys.token, timestamp, nonce])
  const sealed = change.signature ?? callbackSignature([keys.token, timestamp, nonce, encrypted])
  return {
    query: { signature, timestamp, nonce, encrypt_type: 'aes', msg_signature: sealed },
    body: writeXml({ ToUserName: keys.id, Encrypt: encrypted }),
  }
}

function momentOf(change: CallbackChange): { timestamp: string; nonce: string } {
  return {
    timestamp: change.timestamp ?? String(Math.floor(Date.now() / 1000)),
    nonce: change.nonce ?? randomBytes(8).toString('hex'),
  }
}
