/**
 * Steps that are begun in their order, several at once where there are lanes for them, each after what it needs. Once one has failed,
 * none is begun any more and whoever waits hears of it.
 */
export function openLanes<L>(lanes: L[]) {
  const free = [...lanes]
  const running = new Map<string, Promise<void>>()
  let failed: { error: unknown } | undefined

  async function mustWait(until: () => boolean): Promise<void> {
    while (!failed && !until()) await Promise.race(running.values())
    if (failed) throw failed.error
  }

  return {
    /** Ends when the step runs: on a free lane, of at most `most`, with none of its needs still at work. */
    async begin(code: string, needs: string[], most: number, work: (lane: L) => Promise<void>): Promise<void> {
      await mustWait(() => running.size < Math.min(most, lanes.length) && !needs.some((need) => running.has(need)))
      const lane = free.shift()
      if (!lane) throw new Error('no lane is free')
      const run = work(lane)
        .catch((error: unknown) => {
          failed ??= { error }
        })
        .finally(() => {
          running.delete(code)
          free.unshift(lane)
        })
      running.set(code, run)
    },
    /** Waits for all; throws what the first that failed has thrown. */
    async end(): Promise<void> {
      await Promise.all(running.values())
      await mustWait(() => true)
    },
    /** Waits for all, whatever became of them. */
    settled: async () => void (await Promise.all(running.values())),
  }
}
