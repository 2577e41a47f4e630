/** Median and 95th percentile of some runs in ms, after one or more to warm up. */
export async function timesOf(
  work: () => Promise<unknown>,
  { rounds = 20, warm = 1 }: { rounds?: number; warm?: number } = {},
): Promise<{ p50: number; p95: number }> {
  for (let i = 0; i < warm; i += 1) await work()
  const times: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return percentilesOf(times)
}

/** Of some times in ms; to a tenth. */
export function percentilesOf(times: readonly number[]): { p50: number; p95: number } {
  return { p50: percentileOf(times, 0.5), p95: percentileOf(times, 0.95) }
}

/** The time in ms that `share` of some times do not pass; to a tenth. */
export function percentileOf(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) * 10) / 10
}
