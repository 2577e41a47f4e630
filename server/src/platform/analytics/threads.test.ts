import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnalyticsBatch } from './analytics.ts'
import { type OpenAnalytics, openAnalytics } from './duckdb.ts'
import { fitThreads, withOneThread } from './threads.ts'

let folder: string
let analytics: OpenAnalytics
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threads-'))
  analytics = await openAnalytics({ memoryLimit: '256MB', threads: 3, tempFolder: folder, connections: 1 })
})
afterAll(async () => {
  analytics.close()
  await rm(folder, { recursive: true, force: true })
})

async function fileOf(megabytes: number): Promise<string> {
  const path = join(folder, `${megabytes}.csv`)
  await writeFile(path, '')
  await truncate(path, megabytes * 1024 * 1024)
  return path
}

async function threadsOf(db: AnalyticsBatch): Promise<unknown> {
  const [row] = await db.query(`select value from duckdb_settings() where name = 'threads' and ${Date.now()} > 0`)
  return row?.value
}

test.each([
  [[], '1'],
  [[1, 5], '1'],
  [[9, 1], '2'],
  [[9, 30], '3'],
])('files of %j MB are read by %s threads of three', async (sizes, threads) => {
  const paths = await Promise.all(sizes.map(fileOf))
  await analytics.batch(async (db) => {
    expect(String(await fitThreads(db, paths))).toBe(threads)
    expect(await threadsOf(db)).toBe(threads)
  })
})

test('work of one thread gives back as many as there were', async () => {
  await analytics.batch(async (db) => {
    const seen: unknown[] = []
    const note = async () => void seen.push(await threadsOf(db))
    await withOneThread(db, note)
    await note()
    await fitThreads(db, [await fileOf(9)])
    await withOneThread(db, note)
    await note()
    expect(seen).toEqual(['1', '3', '1', '2'])
  })
})
