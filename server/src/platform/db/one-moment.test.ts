import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../test/harness.ts'
import { copyOutAll } from './copy.ts'
import type { Db } from './db.ts'
import { APP_ROLE } from './limited-pool.ts'
import { atOneMoment } from './one-moment.ts'
import { inTransaction, openDatabase } from './pool.ts'

const app = useTestApp({ ROLES: 'web' })
const TENANT = '000000'
const counted = sql<{ n: number }>`select count(*)::int as n from one_moment`

const url = () => app().app.database.ownerUrl
const add = (db: Db) => sql`insert into one_moment default values`.execute(db)

async function withDatabase(size: number, work: (db: Db) => Promise<void>): Promise<void> {
  const database = openDatabase(url(), size)
  try {
    await work(database.tenant(TENANT))
  } finally {
    await database.close()
  }
}

async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url() })
  await client.connect()
  await client.query(text)
  await client.end()
}

beforeAll(() =>
  asOwner(`create table one_moment (id int generated always as identity);
    grant select, insert on one_moment to ${APP_ROLE}`),
)
afterAll(() => asOwner('drop table one_moment'))

/** Does `work` in both transactions, each of which waits until the other has begun. */
function inBoth(db: Db, work: (inside: Db, at: number) => Promise<void>): Promise<void> {
  let begun = 0
  let meet: () => void
  const both = new Promise<void>((done) => (meet = done))
  return atOneMoment(db, async (inside) => {
    const at = begun
    begun += 1
    if (begun === 2) meet()
    await both
    await work(inside, at)
  })
}

test('both see what stood there when the first began, whatever is written meanwhile', () =>
  withDatabase(3, async (db) => {
    await add(db)
    const before = (await counted.execute(db)).rows[0]?.n
    const seen: unknown[] = []
    await inBoth(db, async (inside, at) => {
      if (at === 0) await add(db)
      else await expect.poll(async () => (await counted.execute(db)).rows[0]?.n).toBe(Number(before) + 1)
      seen.push((await counted.execute(inside)).rows[0]?.n)
    })
    expect(seen).toEqual([before, before])
  }))

test('alone on the only connection the first does all', () =>
  withDatabase(1, async (db) => {
    let runs = 0
    await atOneMoment(db, async () => void (runs += 1))
    expect(runs).toBe(1)
  }))

test.each([0, 1])('a fault in transaction %i is told, and not before the other has ended', (failing) =>
  withDatabase(3, async (db) => {
    const ended: number[] = []
    const work = inBoth(db, async (inside, at) => {
      if (at === failing) throw new Error(`fault ${at}`)
      await sql`select pg_sleep(0.05)`.execute(inside)
      ended.push(at)
    })
    await expect(work).rejects.toThrow(`fault ${failing}`)
    expect(ended).toEqual([1 - failing])
  }),
)

test('each file has the rows of its query, also inside a transaction that has written', () =>
  withDatabase(2, async (db) => {
    const paths = [0, 1, 2].map((n) => join(app().dataDir, `one-moment-${n}.csv`))
    const files = paths.map((path, n) => ({ path, query: sql`select ${n} + i as x from generate_series(1, 2) i` }))
    await copyOutAll(db, files)
    expect(await Promise.all(paths.map((path) => readFile(path, 'utf8')))).toEqual([
      'x\n1\n2\n',
      'x\n2\n3\n',
      'x\n3\n4\n',
    ])
    const [path = ''] = paths
    const before = (await counted.execute(db)).rows[0]?.n
    await inTransaction(db, async (inside) => {
      await add(inside)
      await copyOutAll(inside, [{ path, query: sql`select count(*) as n from one_moment` }])
    })
    expect(await readFile(path, 'utf8')).toBe(`n\n${Number(before) + 1}\n`)
  }))
