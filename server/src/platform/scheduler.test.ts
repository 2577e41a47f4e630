import { expect, test } from 'vitest'
import { useTestApp } from '../../test/harness.ts'
import { Scheduler } from './scheduler.ts'

const app = useTestApp({ ROLES: 'web' })
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

test('of several processes one runs each task when it is due, and a task that fails stops no other', async () => {
  const runs: string[] = []
  const tasks = [
    { name: 'test.broken', when: 1, run: () => Promise.reject(new Error('broken')) },
    { name: 'test.often', when: 10, run: async () => void runs.push('often') },
    { name: 'test.nightly', when: async () => '40 3 * * *', run: async () => void runs.push('nightly') },
    { name: 'test.never', when: async () => '', run: async () => void runs.push('never') },
  ]
  const schedulers = [1, 2, 3].map(() => new Scheduler(app().app.database, SILENT, tasks))
  const tick = (time: string) => Promise.all(schedulers.map((scheduler) => scheduler.tick(new Date(time))))
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

test('a time that was missed is made up for within the hour, once; a changed line counts from then on', async () => {
  const runs: string[] = []
  let line = '40 3 * * *'
  const task = { name: 'test.missed', when: async () => line, run: async () => void runs.push(line) }
  const scheduler = new Scheduler(app().app.database, SILENT, [task])
  await scheduler.tick(new Date('2026-09-01T04:20:00'))
  await scheduler.tick(new Date('2026-09-01T04:20:05'))
  expect(runs).toEqual(['40 3 * * *'])
  await scheduler.tick(new Date('2026-09-02T04:41:00'))
  expect(runs).toHaveLength(1)
  line = '50 4 * * *'
  await scheduler.tick(new Date('2026-09-02T04:49:55'))
  expect(runs).toHaveLength(1)
  await scheduler.tick(new Date('2026-09-02T04:50:00'))
  expect(runs).toEqual(['40 3 * * *', '50 4 * * *'])
})

test('a lost database and an unreadable line are noted and leave the next turn alone', async () => {
  const runs: string[] = []
  const errors: unknown[] = []
  let isLost = true
  const when = async () => {
    if (isLost) throw new Error('Connection terminated')
    return '0 5 * * *'
  }
  const tasks = [
    { name: 'test.lost', when, run: async () => void runs.push('lost') },
    { name: 'test.unreadable', when: async () => 'daily', run: async () => void runs.push('unreadable') },
  ]
  const log = { ...SILENT, error: (facts: object) => void errors.push(facts) }
  const scheduler = new Scheduler(app().app.database, log, tasks)
  await scheduler.tick(new Date('2026-09-01T05:00:01'))
  expect(errors).toMatchObject([{ task: 'test.lost' }, { task: 'test.unreadable' }])
  isLost = false
  await scheduler.tick(new Date('2026-09-01T05:00:06'))
  expect(runs).toEqual(['lost'])
})
