const HUNDREDTHS = 10_000

/**
 * Parts of a whole as per cent with two decimals that sum to exactly 100: each is cut, and what is missing goes to the
 * largest remainders. All zero where there is nothing.
 */
export function sharesOf(counts: number[]): number[] {
  const whole = counts.reduce((sum, count) => sum + count, 0)
  if (whole === 0) return counts.map(() => 0)
  const cut = counts.map((count) => Math.floor((count * HUNDREDTHS) / whole))
  const missing = HUNDREDTHS - cut.reduce((sum, part) => sum + part, 0)
  const byRemainder = counts
    .map((count, at) => ({ at, remainder: (count * HUNDREDTHS) % whole }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at)
  for (const { at } of byRemainder.slice(0, missing)) cut[at] = (cut[at] ?? 0) + 1
  return cut.map((part) => part / 100)
}
