const HALF_UP = /^(-?)(\d+)(?:\.(\d*))?$/

/**
 * A number or decimal text with exactly `scale` digits behind the point, rounded half up on the decimal digits
 * (`toFixed` rounds the binary value: 1.005 would become 1.00). Anything else is answered as it is.
 */
export function fixed(value: unknown, scale: number): string {
  const match = HALF_UP.exec(plain(value))
  if (!match) return String(value)
  const [, sign = '', whole = '0', fraction = ''] = match
  const kept = fraction.slice(0, scale).padEnd(scale, '0')
  const isUp = (fraction[scale] ?? '0') >= '5'
  const digits = (BigInt(whole + kept) + (isUp ? 1n : 0n)).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return /[1-9]/.test(text) ? sign + text : text
}

/** Numbers of the wire carry few digits; only very small ones would be printed with an exponent. */
function plain(value: unknown): string {
  const text = String(value)
  return typeof value === 'number' && text.includes('e') ? value.toFixed(20) : text
}
