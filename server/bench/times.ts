const ROUNDS = 20

/** Median and 95th percentile of twenty runs in ms, after one to warm up. */
export async function timesOf(work: () => Promise<void>): Promise<{ p50: number; p95: number }> {
  await work()
  const times: number[] = []
  for (let i = 0; i < ROUNDS; i += 1) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.ceil(share * ROUNDS) - 1] ?? 0) * 10) / 10
  return { p50: at(0.5), p95: at(0.95) }
}
