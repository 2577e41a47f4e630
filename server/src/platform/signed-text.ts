import { createHmac, hkdfSync } from 'node:crypto'

/** Derived keys by master key and purpose; purposes are few. */
const known = new WeakMap<Buffer, Map<string, Buffer>>()

/** A signature for addresses and the like; `purpose` keeps one use from standing in for another. */
export function signText(masterKey: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', keyFor(masterKey, purpose)).update(text).digest('base64url')
}

function keyFor(masterKey: Buffer, purpose: string): Buffer {
  const keys = known.get(masterKey) ?? new Map<string, Buffer>()
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', masterKey, '', `xueheng sign ${purpose}`, 32))
  known.set(masterKey, keys.set(purpose, key))
  return key
}
