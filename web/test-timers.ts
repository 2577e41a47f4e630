import { afterAll } from 'vitest'

/**
 * Timers end with the page of their tests: one that some control set while it left the page would otherwise ring when
 * there is no window any more.
 */
const timers = new Set<ReturnType<typeof setTimeout>>()
const set = globalThis.setTimeout

globalThis.setTimeout = Object.assign((...args: Parameters<typeof set>) => {
  const timer = set(...args)
  timers.add(timer)
  return timer
}, set)

afterAll(() => {
  for (const timer of timers) clearTimeout(timer)
})
