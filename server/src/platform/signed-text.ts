import { createHmac, hkdfSync } from 'node:crypto'

/** A signature for addresses and the like; `purpose` keeps one use from standing in for another. */
export function signText(masterKey: Buffer, purpose: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', `xueheng sign ${purpose}`, 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}
