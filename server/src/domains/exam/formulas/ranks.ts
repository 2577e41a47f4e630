/** F10: 1 + how many are better, so that equal scores share a rank (1, 2, 2, 4); null for those without a score. */
export function ranks(scores: (number | null)[], best: 'high' | 'low' = 'high'): (number | null)[] {
  const sign = best === 'high' ? -1 : 1
  const sorted = scores.filter((score) => score !== null).toSorted((a, b) => sign * (a - b))
  const first = new Map<number, number>()
  for (const [index, score] of sorted.entries()) if (!first.has(score)) first.set(score, index + 1)
  return scores.map((score) => (score === null ? null : (first.get(score) ?? null)))
}

/** F11: the same within each unit. */
export function ranksWithin(scores: (number | null)[], units: (string | number)[]): (number | null)[] {
  const places = new Map<string | number, number[]>()
  for (const [index, unit] of units.entries()) places.set(unit, [...(places.get(unit) ?? []), index])
  const result: (number | null)[] = scores.map(() => null)
  for (const members of places.values()) {
    const own = ranks(members.map((index) => scores[index] ?? null))
    for (const [at, index] of members.entries()) result[index] = own[at] ?? null
  }
  return result
}

/** F12: ranks by several scores in turn, the first that differs decides; all equal share a rank. */
export function sequenceRanks(keys: number[][]): number[] {
  const order = keys.map((_own, at) => at).toSorted((a, b) => compare(keys[b] ?? [], keys[a] ?? []))
  const result = keys.map(() => 0)
  for (const [index, at] of order.entries()) {
    const before = order[index - 1]
    const isTied = before !== undefined && compare(keys[before] ?? [], keys[at] ?? []) === 0
    result[at] = isTied ? (result[before] ?? 0) : index + 1
  }
  return result
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/** F13: percentile rank, those with the same score count half. */
export function percentileRank(below: number, equal: number, n: number): number | null {
  return n > 0 ? (100 * (2 * below + equal)) / (2 * n) : null
}

/** F14: share of those left behind, in percent. */
export function overtakenRate(below: number, n: number): number | null {
  return n > 0 ? (100 * below) / n : null
}

/** F15: positive is better than before. */
export function rankChange(previous: number, now: number): number {
  return previous - now
}

/** Ranks of fractions without rounding: cross-multiplied whole numbers; a zero denominator has no rank. */
export function fractionRanks(
  fractions: [numerator: number, denominator: number][],
  best: 'high' | 'low' = 'high',
): (number | null)[] {
  const isBetter = ([n1, d1]: [number, number], [n2, d2]: [number, number]) => {
    const difference = BigInt(n1) * BigInt(d2) - BigInt(n2) * BigInt(d1)
    return best === 'high' ? difference > 0n : difference < 0n
  }
  const present = fractions.filter(([, denominator]) => denominator > 0)
  return fractions.map((own) => (own[1] > 0 ? 1 + present.filter((other) => isBetter(other, own)).length : null))
}
