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

const { queryClient } = await import('../platform/api/query.ts')
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

/** Which of these questions are asked again after the changes. */
async function askedAgain(keys: string[][], changes: { entity: string; rowId?: string }[]): Promise<string[][]> {
  for (const key of keys) queryClient.setQueryData(key, 1)
  for (const change of changes) for (const { kind, onEvent } of watchers) if (kind === 'change') onEvent(change)
  await vi.advanceTimersByTimeAsync(SPREAD)
  const old = keys.filter((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated)
  queryClient.clear()
  return old
}

const EXAM = [
  ['crud', 'examInfo', 'one', '7'],
  ['exam', '7', 'progress'],
  ['courses', '7'],
]
const OTHER = [
  ['exam', '8', 'progress'],
  ['courses', '8'],
]
const MARKS = ['crud', 'examScoreCorrection', 'list']

test('an exam that somebody else moves on is read again wherever it is open, and no other exam', async () => {
  expect(await askedAgain([...EXAM, ...OTHER, MARKS], [{ entity: 'examInfo', rowId: '7' }])).toEqual(EXAM)
})

test('a correction that somebody else decides is read again with its exam', async () => {
  const changes = [{ entity: 'examInfo', rowId: '7' }, { entity: 'examScoreCorrection' }]
  expect(await askedAgain([...EXAM, ...OTHER, MARKS], changes)).toEqual([...EXAM, MARKS])
})

test('every exam that is open is read again where it is not known which has changed', async () => {
  expect(await askedAgain([...EXAM, ...OTHER], [{ entity: 'examInfo', rowId: '7' }, { entity: 'examInfo' }])).toEqual([
    ...EXAM,
    ...OTHER,
  ])
})
