// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { watchers, loadRights, loadInstallation } = vi.hoisted(() => ({
  watchers: [] as { kind: string; readAll: () => unknown; onEvent: (data: unknown) => void }[],
  loadInstallation: vi.fn(async () => undefined),
  loadRights: vi.fn(async () => undefined),
}))
vi.mock('../platform/session/session.ts', () => ({ loadRights }))
vi.mock('../platform/api/installation.ts', () => ({ loadInstallation }))
vi.mock('../platform/events/events.ts', () => ({
  watchEvents: (watcher: (typeof watchers)[number]) => {
    watchers.push(watcher)
    watcher.readAll()
    return () => undefined
  },
}))

const { followChanges } = await import('./live.ts')

const MINUTE = 60_000
/** Questions after a change are spread. */
const SPREAD = 2000

let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  watchers.length = 0
  loadRights.mockClear()
  loadInstallation.mockClear()
  stop = followChanges()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

function streamIsBack(): void {
  for (const watcher of watchers) watcher.readAll()
}

test('nothing is asked again because a page was opened', async () => {
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(loadRights).not.toHaveBeenCalled()
})

test('clock and silent codes are asked for again when a system parameter changes', async () => {
  for (const { kind, onEvent } of watchers) if (kind === 'change') onEvent({ entity: 'param' })
  await vi.advanceTimersByTimeAsync(SPREAD)
  expect([loadInstallation.mock.calls.length, loadRights.mock.calls.length]).toEqual([1, 0])
})

test('what was missed is asked for once a minute at most, and never left out', async () => {
  await vi.advanceTimersByTimeAsync(MINUTE)
  streamIsBack()
  await vi.advanceTimersByTimeAsync(SPREAD)
  expect(loadRights).toHaveBeenCalledTimes(1)
  streamIsBack()
  streamIsBack()
  await vi.advanceTimersByTimeAsync(SPREAD)
  expect(loadRights).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(loadRights).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(loadRights).toHaveBeenCalledTimes(2)
})
