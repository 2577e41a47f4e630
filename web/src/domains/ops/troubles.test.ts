import type { OperationsView } from '@xueheng/contract/domains/ops/operations.ts'
import { expect, test } from 'vitest'
import { troublesOf } from './troubles.ts'

const NOW = new Date(2026, 5, 10, 12).getTime()
const WELL: OperationsView = {
  version: '1.0.0',
  startTime: '2026-06-01 00:00:00',
  nodeVersion: '24.0.0',
  memory: { rss: 1, heap: 1, total: 2, free: 1 },
  disk: { folder: 10, free: 500, total: 1000 },
  database: {
    version: '18',
    size: 1,
    connections: 10,
    mostConnections: 60,
    pool: { size: 12, idle: 10, waiting: 0 },
  },
  statements: { source: 'process', slowest: [] },
  queue: [],
  queueOldest: 0,
  migrations: { count: 1, last: 'a', lastTime: '2026-06-01 00:00:00' },
  expiry: { certificate: '', licence: '' },
  backup: { cron: '30 2 * * *', keep: 7, nextTime: '', lastTime: '2026-06-10 02:30:00' },
}
const found = (change: Partial<OperationsView>) => troublesOf({ ...WELL, ...change }, NOW)

test('a sound installation has no troubles', () => {
  expect(found({})).toEqual([])
})

test.each<[string, Partial<OperationsView>, string]>([
  ['a disk with less than a tenth', { disk: { folder: 1, free: 99, total: 1000 } }, 'warning'],
  ['a disk with less than a fiftieth', { disk: { folder: 1, free: 19, total: 1000 } }, 'error'],
  ['a job that waits for ten minutes', { queueOldest: 600 }, 'error'],
  [
    'requests that wait for a connection',
    { database: { ...WELL.database, pool: { size: 12, idle: 0, waiting: 3 } } },
    'warning',
  ],
  ['a database almost without connections', { database: { ...WELL.database, connections: 55 } }, 'warning'],
  ['a backup of three days ago', { backup: { ...WELL.backup, lastTime: '2026-06-07 02:30:00' } }, 'error'],
  ['backups that never came', { backup: { ...WELL.backup, lastTime: '' } }, 'error'],
  ['backups nobody set up', { backup: { cron: '', keep: 7, nextTime: '', lastTime: '' } }, 'warning'],
  ['a certificate that is over', { expiry: { certificate: '2020-01-01', licence: '' } }, 'warning'],
  ['a licence that is over', { expiry: { certificate: '', licence: '2020-01-01' } }, 'warning'],
])('%s is told with what to do', (_title, change, level) => {
  const told = found(change)
  expect(told.map((one) => one.level)).toEqual([level])
  expect(told[0]?.todo).toMatch(/。$/)
})

test('the gravest stands first', () => {
  const told = found({ expiry: { certificate: '2020-01-01', licence: '' }, queueOldest: 900 })
  expect(told.map(({ level }) => level)).toEqual(['error', 'warning'])
})
