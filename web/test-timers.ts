import { afterAll } from 'vitest'

/**
 * What is put off ends with the page of its tests: what some control or React itself put off while it left the page
 * would otherwise run when there is no window any more.
 */
const timers = new Set<NodeJS.Timeout>()
const immediates = new Set<NodeJS.Immediate>()

function keep<A extends unknown[], R>(putOff: (...args: A) => R, kept: Set<R>): (...args: A) => R {
  return Object.assign((...args: A) => {
    const one = putOff(...args)
    kept.add(one)
    return one
  }, putOff)
}

globalThis.setTimeout = keep(globalThis.setTimeout, timers) as typeof setTimeout
globalThis.setImmediate = keep(globalThis.setImmediate, immediates) as typeof setImmediate

afterAll(() => {
  for (const timer of timers) clearTimeout(timer)
  for (const immediate of immediates) clearImmediate(immediate)
})
