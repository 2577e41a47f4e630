/** `39.50` as 3950: sums of money are whole fen, and only written as yuan. Takes at most two decimals. */
export function fenOf(yuan: string | number | null | undefined): number {
  const [whole = '0', part = ''] = String(yuan ?? 0).split('.')
  const fen = Number(whole.replace('-', '')) * 100 + Number(part.padEnd(2, '0').slice(0, 2))
  return whole.startsWith('-') ? -fen : fen
}

export function yuanOf(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0')
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Shares of a whole by weights, each rounded where the running sum is, so that they add up to the whole exactly. Without
 * any weight the last one has it all.
 */
export function share(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all === 0) return weights.map((_weight, at) => (at === weights.length - 1 ? total : 0))
  let seen = 0
  let given = 0
  return weights.map((weight) => {
    seen += weight
    const upTo = partOf(total, seen, all)
    const own = upTo - given
    given = upTo
    return own
  })
}

/** `total × part / whole` without its fraction, exact beyond what a float holds. */
export function partOf(total: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Number((BigInt(total) * BigInt(part)) / BigInt(whole))
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}
