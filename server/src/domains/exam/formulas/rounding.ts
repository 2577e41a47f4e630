/** Half-up rounding on decimals, as users check with a pocket calculator. Scores are integer tenths throughout. */

/** numerator / denominator rounded half away from zero to `digits`; null when nothing is divided. Exact for whole numbers. */
export function ratio(numerator: number, denominator: number, digits = 2): number | null {
  if (!(denominator > 0)) return null
  const scaled = 2n * BigInt(10 ** digits) * BigInt(Math.abs(numerator)) + BigInt(denominator)
  const rounded = Number(scaled / (2n * BigInt(denominator))) / 10 ** digits
  return numerator < 0 ? -rounded : rounded
}

/** Mean in marks of a sum in tenths, two decimals. */
export function scoreMean(sum10: number, n: number): number | null {
  return ratio(sum10, 10 * n)
}

/** Share in percent, two decimals. */
export function percent(part: number, whole: number): number | null {
  return ratio(100 * part, whole)
}

/** Rounds a computed number half up; nine decimals in between make 1.005 a half again. */
export function halfUp(value: number, digits: number): number {
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(9).split('.')
  const units = BigInt(whole + fraction)
  const step = 10n ** BigInt(9 - digits)
  const rounded = Number((units + step / 2n) / step) / 10 ** digits
  return value < 0 ? -rounded : rounded
}
