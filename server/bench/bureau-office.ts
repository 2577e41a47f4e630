import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { makeBureau } from '../src/demo/bureau.ts'
import { loadBase } from '../src/demo/load-base.ts'
import type { Bureau, BureauOptions } from '../src/demo/model.ts'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { inTransaction, openDatabase } from '../src/platform/db/pool.ts'
import { TENANT } from './path/county.ts'
import { Office } from './path/office.ts'
import { timesOf } from './times.ts'

const READS = 40

/**
 * Work of one office in a generated bureau whose register was written long before; the folder is gone afterwards. `fill`
 * writes what no generated bureau holds.
 */
export async function inBureau<T>(
  name: string,
  size: number | Omit<BureauOptions, 'seed' | 'areas'>,
  work: (office: Office, bureau: Bureau, folder: string, client: pg.Client) => Promise<T>,
  fill?: (client: pg.Client) => Promise<unknown>,
): Promise<T> {
  const root = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), `bench-${name}-`))
  const server = await startPostgres(root, { max_wal_size: '8GB' })
  try {
    await migrate(server.url)
    const bureau = makeBureau({ seed: name, areas: 12, ...(typeof size === 'number' ? { students: size } : size) })
    const office = await Office.open(server.url, join(root, 'data'))
    const database = openDatabase(server.url, 1)
    await inTransaction(database.tenant(TENANT), (db) => loadBase({ db, tenantId: TENANT }, bureau))
    await database.close()
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await fill?.(client)
    await client.query('analyze basic_school, basic_student, basic_teacher, basic_teacher_course')
    const figures = await work(office, bureau, root, client)
    await client.end()
    await office.close()
    return figures
  } finally {
    await server.stop()
    await rm(root, { recursive: true, force: true })
  }
}

/** Milliseconds that some work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round(performance.now() - start)
}

/** The middle and the 95th percentile of forty times, in milliseconds, the first cold one among them. */
export function percentiles(work: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  return timesOf(work, { rounds: READS, warm: 0 })
}
