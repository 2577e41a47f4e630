import { afterAll } from 'vitest'

/**
 * What is put off ends with the page of its tests: what some control or React itself put off while it left the page
 * would otherwise run when there is no window any more. What has run or was given up is not kept.
 */
const timers = new Map<unknown, number>()
const immediates = new Set<unknown>()

type Run = (...given: unknown[]) => void

const { setTimeout: putOff, clearTimeout: giveUp, setImmediate: putNext, clearImmediate: giveUpNext } = globalThis

globalThis.setTimeout = Object.assign((run: Run, ms = 0, ...given: unknown[]) => {
  const one = putOff(() => {
    timers.delete(one)
    run(...given)
  }, ms)
  timers.set(one, performance.now() + ms)
  return one
}, putOff) as typeof setTimeout

globalThis.clearTimeout = (one) => {
  timers.delete(one)
  giveUp(one)
}

globalThis.setImmediate = Object.assign((run: Run, ...given: unknown[]) => {
  const one = putNext(() => {
    immediates.delete(one)
    run(...given)
  })
  immediates.add(one)
  return one
}, putNext) as typeof setImmediate

globalThis.clearImmediate = (one) => {
  immediates.delete(one)
  giveUpNext(one)
}

/** How long until the first thing runs that is put off for at most `most` ms from now; nothing where there is none. */
export function dueWithin(most: number): number | undefined {
  const now = performance.now()
  const soon = [...timers.values()].filter((due) => due - now <= most)
  return soon.length > 0 ? Math.max(0, Math.min(...soon) - now) : undefined
}

afterAll(() => {
  for (const timer of timers.keys()) giveUp(timer as NodeJS.Timeout)
  for (const immediate of immediates) giveUpNext(immediate as NodeJS.Immediate)
})
