import { expect, test } from 'vitest'
import { useTestApp } from '../../test/harness.ts'
import { isDue, nextTime, parseCron } from './cron.ts'
import { Clockwork } from './standing-work.ts'

const app = useTestApp({ ROLES: 'web' })
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

test.each([
  ['30 2 * * *', '2026-09-01T02:30:15', true],
  ['30 2 * * *', '2026-09-01T02:31:00', false],
  ['*/15 * * * *', '2026-09-01T10:45:00', true],
  ['5,10-12 8-18/5 * * *', '2026-09-01T13:11:00', true],
  ['5,10-12 8-18/5 * * *', '2026-09-01T14:11:00', false],
  ['0 0 * * 0', '2026-09-06T00:00:00', true],
  ['0 0 * * 7', '2026-09-06T00:00:00', true],
  ['0 0 1 * 1', '2026-09-01T00:00:00', true],
  ['0 0 1 * 1', '2026-09-07T00:00:00', true],
  ['0 0 1 * 1', '2026-09-08T00:00:00', false],
])('%s at %s: %s', (line, time, isRight) => {
  expect(isDue(parseCron(line), new Date(time))).toBe(isRight)
})

test.each(['', '* * * *', '60 * * * *', '* 24 * * *', 'a * * * *', '5-2 * * * *', '*/0 * * * *'])(
  '"%s" is no line',
  (line) => {
    expect(() => parseCron(line)).toThrow()
  },
)

test('the next time of a line', () => {
  expect(nextTime(parseCron('0 3 1 1 *'), new Date('2026-02-01T00:00:00'))).toEqual(new Date('2027-01-01T03:00:00'))
  expect(nextTime(parseCron('0 0 30 2 *'), new Date('2026-02-01T00:00:00'))).toBeUndefined()
})

test('of several processes one takes each turn, and a fault stops nobody else', async () => {
  const runs: string[] = []
  const works = [
    { name: 'test.broken', when: 1, run: () => Promise.reject(new Error('broken')) },
    { name: 'test.often', when: 10, run: async () => void runs.push('often') },
    { name: 'test.nightly', when: async () => '40 3 * * *', run: async () => void runs.push('nightly') },
    { name: 'test.never', when: async () => '', run: async () => void runs.push('never') },
  ]
  const clocks = [1, 2, 3].map(() => new Clockwork(app().app.database, SILENT, works))
  const tick = (time: string) => Promise.all(clocks.map((clock) => clock.tick(new Date(time))))
  await tick('2026-09-01T03:39:55')
  expect(runs).toEqual(['often'])
  await tick('2026-09-01T03:40:02')
  await tick('2026-09-01T03:40:58')
  expect(runs.filter((run) => run === 'nightly')).toHaveLength(1)
  expect(runs.filter((run) => run === 'often')).toHaveLength(2)
  await tick('2026-09-02T03:40:00')
  expect(runs.filter((run) => run === 'nightly')).toHaveLength(2)
  expect(runs).not.toContain('never')
})
