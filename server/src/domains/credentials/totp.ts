import { createHmac, timingSafeEqual } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_SECONDS = 30
const DIGITS = 6
/** Clocks of telephones drift: one step to either side is taken. */
const WINDOW = 1

/** RFC 4648 base32 without padding, as authenticators take their key. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** RFC 4226: the last digits of a truncated HMAC-SHA-1 over the counter. */
export function hotp(key: Buffer, counter: number, digits = DIGITS): string {
  const moving = Buffer.alloc(8)
  moving.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', key).update(moving).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** RFC 6238: which step of 30 seconds it is. */
export function stepAt(ms: number): number {
  return Math.floor(ms / 1000 / STEP_SECONDS)
}

/** The step whose number was typed, later than the last one used; nothing when it is wrong, old or used. */
export function matchingStep(key: Buffer, typed: string, ms: number, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(typed)) return undefined
  const now = stepAt(ms)
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_one, at) => now - WINDOW + at)
  return steps.find((step) => step > lastStep && timingSafeEqual(Buffer.from(hotp(key, step)), Buffer.from(typed)))
}

/** The address an authenticator reads from the picture. */
export function otpauthAddress(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}
