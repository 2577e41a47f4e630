/** F16; null when nobody differs. */
export function zScore(score: number, mean: number, sd: number): number | null {
  return sd > 0 ? (score - mean) / sd : null
}

/** F17. */
export function tScore(z: number): number {
  return 50 + 10 * z
}

/** F17 of a unit: its mean among all students; null where nobody differs. */
export function meanT(mean: number, allMean: number, sd: number): number | null {
  const z = zScore(mean, allMean, sd)
  return z === null ? null : tScore(z)
}

export function ceeb(z: number): number {
  return 500 + 100 * z
}

/** F18: the z a percentile rank has in a normal distribution; pr strictly between 0 and 100. */
export function normalisedZ(pr: number): number {
  const p = pr / 100
  // Bisection on the distribution function: 60 halvings of -10..10 are exact to a double.
  let [low, high] = [-10, 10]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (normalShareBelow(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Share of a normal distribution below z, by the series of its integral. */
function normalShareBelow(z: number): number {
  let term = z
  let total = z
  for (let n = 3; Math.abs(term) > 1e-17; n += 2) {
    term *= (z * z) / n
    total += term
  }
  return 0.5 + (total * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
}
