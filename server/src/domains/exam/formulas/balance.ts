import { mean, sum } from './statistics.ts'

/** F58: coefficient of variation of unit means, weighted by students or plain. */
export function unitVariation(means: number[], nums: number[]): number | null {
  const n = sum(nums)
  if (n === 0) return null
  const centre = sum(means.map((value, index) => value * (nums[index] ?? 0))) / n
  const spread = sum(means.map((value, index) => (nums[index] ?? 0) * (value - centre) ** 2)) / n
  return Math.sqrt(spread) / centre
}

/** F59: share of variance that lies between the groups. */
export function etaSquared(groups: number[][]): number | null {
  const all = groups.flat()
  const centre = mean(all)
  if (centre === null) return null
  const total = sum(all.map((value) => (value - centre) ** 2))
  const between = sum(groups.map((group) => group.length * ((mean(group) ?? centre) - centre) ** 2))
  return total > 0 ? between / total : null
}

/** F59: intraclass correlation ICC(1) of groups of one size. */
export function intraclass(groups: number[][]): number | null {
  const size = groups[0]?.length ?? 0
  const centre = mean(groups.flat())
  if (centre === null || groups.length < 2 || size < 2) return null
  const between = (size * sum(groups.map((group) => ((mean(group) ?? 0) - centre) ** 2))) / (groups.length - 1)
  const within =
    sum(groups.flatMap((group) => group.map((value) => (value - (mean(group) ?? 0)) ** 2))) /
    (groups.length * (size - 1))
  return (between - within) / (between + (size - 1) * within)
}

/** F60. */
export function gini(values: number[]): number | null {
  const centre = mean(values)
  if (!centre) return null
  const differences = sum(values.flatMap((a) => values.map((b) => Math.abs(a - b))))
  return differences / (2 * values.length ** 2 * centre)
}

/** F61: best mean over worst. */
export function extremeRatio(means: number[]): number | null {
  const worst = Math.min(...means)
  return means.length > 0 && worst > 0 ? Math.max(...means) / worst : null
}
