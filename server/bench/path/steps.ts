/** Seconds of each step, in order. */
export type Steps = Record<string, number>

/** `step` does a piece of work and notes under its title how long it took. */
export function stopwatch(): { steps: Steps; step: (title: string, work: () => Promise<unknown>) => Promise<void> } {
  const steps: Steps = {}
  const step = async (title: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    steps[title] = (performance.now() - start) / 1000
  }
  return { steps, step }
}

export function sumOf(steps: Steps): number {
  return Object.values(steps).reduce((all, seconds) => all + seconds, 0)
}
