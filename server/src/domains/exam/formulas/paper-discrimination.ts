import { sum } from './statistics.ts'

/** F42 of a whole paper: means of the best and the worst 27 % by the paper's own mark, as a share of the full mark; null for nobody. */
export function paperDiscrimination(scores10: number[], full10: number): number | null {
  const k = Math.ceil((27 * scores10.length) / 100)
  if (k === 0 || full10 <= 0) return null
  const sorted = scores10.toSorted((a, b) => b - a)
  return (sum(sorted.slice(0, k)) - sum(sorted.slice(-k))) / (k * full10)
}
