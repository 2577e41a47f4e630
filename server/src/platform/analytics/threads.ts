import { stat } from 'node:fs/promises'
import type { AnalyticsConnection } from './analytics.ts'

/** So much to read keeps one thread at work. */
const BYTES_OF_THREAD = 8 * 1024 * 1024

/**
 * Takes no more threads for a batch than its files give work to. A small file is read by one thread, and each further one has every
 * join set up once more: of the exam of a county two threads made half as much again of the processor time, and nothing sooner.
 * Answers how many it has.
 */
export async function fitThreads(db: AnalyticsConnection, paths: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...paths].map(async (path) => (await stat(path)).size))
  const wanted = Math.ceil(sizes.reduce((sum, size) => sum + size, 1) / BYTES_OF_THREAD)
  const threads = await threadsOf(db)
  if (wanted >= threads) return threads
  await db.run(`set threads = ${wanted}`)
  return wanted
}

/** One thread keeps the order of what it reads; for a long table that costs less than to sort it. */
export async function withOneThread(db: AnalyticsConnection, work: () => Promise<void>): Promise<void> {
  const threads = await threadsOf(db)
  if (threads === 1) return work()
  await db.run('set threads = 1')
  await work()
  await db.run(`set threads = ${threads}`)
}

/** Read as a row: `current_setting` becomes a constant of the prepared statement, which is kept. */
async function threadsOf(db: AnalyticsConnection): Promise<number> {
  const [setting] = await db.query<{ threads: number }>(
    `select value::int as threads from duckdb_settings() where name = 'threads'`,
  )
  return setting?.threads ?? 1
}
