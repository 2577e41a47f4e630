import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { makeBureau } from '../src/demo/bureau.ts'
import { loadBase } from '../src/demo/load-base.ts'
import type { Bureau } from '../src/demo/model.ts'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { inTransaction, openDatabase } from '../src/platform/db/pool.ts'
import { TENANT } from './path/county.ts'
import { Office } from './path/office.ts'

const READS = 40

/** Work of one office in a generated bureau whose register was written long before; the folder is gone afterwards. */
export async function inBureau<T>(
  name: string,
  students: number,
  work: (office: Office, bureau: Bureau, folder: string) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), `bench-${name}-`))
  const server = await startPostgres(root, { max_wal_size: '8GB' })
  try {
    await migrate(server.url)
    const bureau = makeBureau({ seed: name, students, areas: 12 })
    const office = await Office.open(server.url, join(root, 'data'))
    const database = openDatabase(server.url, 1)
    await inTransaction(database.tenant(TENANT), (db) => loadBase({ db, tenantId: TENANT }, bureau))
    await database.close()
    await knowRegister(server.url)
    const figures = await work(office, bureau, root)
    await office.close()
    return figures
  } finally {
    await server.stop()
    await rm(root, { recursive: true, force: true })
  }
}

async function knowRegister(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('analyze basic_school, basic_student, basic_teacher, basic_teacher_course')
  await client.end()
}

/** Milliseconds that some work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round(performance.now() - start)
}

/** The 95th percentile of forty times, in milliseconds. */
export async function percentile95(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < READS; i += 1) times.push(await timed(work))
  return times.toSorted((a, b) => a - b)[Math.floor(READS * 0.95)] ?? 0
}
