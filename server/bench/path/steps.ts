import type { ProcessorTime } from '../processor.ts'

/** What a step took, in seconds. */
export interface Spent extends ProcessorTime {
  clock: number
}

/** Of each step, in order. */
export type Steps = Record<string, Spent>

/** `step` does a piece of work and notes under its title what it took; `processor` reads the processor time so far. */
export function stopwatch(processor: () => ProcessorTime): {
  steps: Steps
  step: (title: string, work: () => Promise<unknown>) => Promise<void>
} {
  const steps: Steps = {}
  const step = async (title: string, work: () => Promise<unknown>) => {
    const [start, before] = [performance.now(), processor()]
    await work()
    const [clock, after] = [(performance.now() - start) / 1000, processor()]
    steps[title] = {
      clock,
      program: after.program - before.program,
      database: after.database - before.database,
    }
  }
  return { steps, step }
}

export function sumOf(steps: Steps): Spent {
  const sum = (of: (spent: Spent) => number) => Object.values(steps).reduce((all, spent) => all + of(spent), 0)
  return { clock: sum((one) => one.clock), program: sum((one) => one.program), database: sum((one) => one.database) }
}
