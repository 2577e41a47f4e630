export type SdType = 'population' | 'sample'

/** F1. */
export function mean(values: number[]): number | null {
  return values.length > 0 ? sum(values) / values.length : null
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** F2, from sums as the facts keep them; null for nobody, or for one alone in a sample. */
export function standardDeviation(values: number[], type: SdType): number | null {
  const n = values.length
  const divisor = type === 'sample' ? n - 1 : n
  if (divisor <= 0) return null
  const spread = n * sum(values.map((value) => value * value)) - sum(values) ** 2
  return Math.sqrt(spread / n / divisor)
}

/** F3 in percent. */
export function coefficientOfVariation(values: number[], type: SdType): number | null {
  const [m, sd] = [mean(values), standardDeviation(values, type)]
  return m && sd !== null ? (100 * sd) / m : null
}

/** F4, type 7: linear between the two places around 1 + (n - 1) p. */
export function quantile(values: number[], p: number): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * p
  const lower = sorted[Math.floor(place)] ?? 0
  const upper = sorted[Math.ceil(place)] ?? lower
  return lower + (upper - lower) * (place - Math.floor(place))
}

/** F5: every value that occurs most often, ascending. */
export function modes(values: number[]): number[] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...counts]
    .filter(([, count]) => count === most)
    .map(([value]) => value)
    .toSorted((a, b) => a - b)
}

/** F6: distance from the reference mean as a share of it. */
export function overMeanRate(own: number, reference: number): number | null {
  return reference > 0 ? (own - reference) / reference : null
}

/** F7: how a course does relative to the same unit's overall level; all four are score rates. */
export function twoWayDeviation(own: number, reference: number, ownTotal: number, referenceTotal: number): number {
  return own - reference - (ownTotal - referenceTotal)
}

/** F8: mean of the best floor(N p); ties are cut by count. */
export function topMean(values: number[], p: number): number | null {
  return mean(values.toSorted((a, b) => b - a).slice(0, Math.floor(values.length * p)))
}

export interface BoxPlot {
  min: number
  q1: number
  median: number
  q3: number
  max: number
}

/** F9. */
export function boxPlot(values: number[]): BoxPlot | null {
  const at = (p: number) => quantile(values, p) ?? 0
  return values.length > 0 ? { min: at(0), q1: at(0.25), median: at(0.5), q3: at(0.75), max: at(1) } : null
}
