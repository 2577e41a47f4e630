import { afterAll } from 'vitest'

/**
 * What is put off ends with the page of its tests: what some control put off while it left the page would otherwise run
 * while the next file is tested, or when there is no window any more. What has run or was given up is not kept. Files of
 * tests share a process, and what was installed takes hold of these when it is read: they are put in place once.
 */
type Timers = Map<unknown, number>
type Run = (...given: unknown[]) => void

const NAME = Symbol.for('xueheng.timers')
const timers = ((globalThis as { [NAME]?: Timers })[NAME] ??= watch())

/** The timers that are still to run, with the time they are due. */
function watch(): Timers {
  const kept: Timers = new Map()
  const { setTimeout: putOff, clearTimeout: giveUp } = globalThis

  globalThis.setTimeout = Object.assign((run: Run, ms = 0, ...given: unknown[]) => {
    const one = putOff(() => {
      kept.delete(one)
      run(...given)
    }, ms)
    kept.set(one, performance.now() + ms)
    return one
  }, putOff) as typeof setTimeout

  globalThis.clearTimeout = (one) => {
    kept.delete(one)
    giveUp(one)
  }
  return kept
}

/** How long until the first thing runs that is put off for at most `most` ms from now; nothing where there is none. */
export function dueWithin(most: number): number | undefined {
  const now = performance.now()
  const soon = [...timers.values()].filter((due) => due - now <= most)
  return soon.length > 0 ? Math.max(0, Math.min(...soon) - now) : undefined
}

/** Turns of the event loop after which nothing is put off to the next one. */
const TURNS = 5

afterAll(async () => {
  // React would wait for ever, also in later files, for what was given up of this.
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((done) => setImmediate(done))
  for (const timer of timers.keys()) clearTimeout(timer as NodeJS.Timeout)
})
