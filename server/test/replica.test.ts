import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../src/app.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { nextId } from '../src/platform/db/id.ts'
import { Replica, type ReplicaOptions } from '../src/platform/db/replica.ts'
import { Reads } from '../src/platform/http/reads.ts'
import { answeredReads } from '../src/platform/watched.ts'
import { ReplicatedDatabase } from './fixtures/replicated-database.ts'
import { type Client, OTHER_TENANT, TENANT, type TestApp, startTestApp } from './harness.ts'
import { RowMaker } from './rows.ts'
import { Pooler } from './stand-ins/pooler.ts'

// A primary and a server that follows it, both real. Two processes of the program; the second takes no replica that is a second behind.
const POST = '/api/blade-system/post'
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined }

let database: ReplicatedDatabase
let program: TestApp
let second: App
let folder: string
let writer: Client
let other: Client
let maker: RowMaker

beforeAll(async () => {
  database = await ReplicatedDatabase.start()
  program = await startTestApp({ ...database.env, DATABASE_READ_LAG_SECONDS: '600' })
  folder = mkdtempSync(join(tmpdir(), 'xueheng-second-'))
  const replica = { url: database.env.DATABASE_READ_URL, lagSeconds: 1 }
  second = await createApp({ ...program.config, dataDir: folder, roles: ['web'], replica })
  await program.app.http.listen({ port: 0, host: '127.0.0.1' })
  writer = await program.user({ role: 'administrator' })
  other = await program.user({ role: 'administrator' })
  maker = new RowMaker(writer)
  for (const app of [program.app, second]) await database.use(app)
}, 240_000)
afterAll(async () => {
  await second.close()
  await program.app.close()
  await database.stop()
  for (const one of [folder, program.dataDir]) rmSync(one, { recursive: true, force: true })
})

/** How many reads were answered so, in this process of tests. */
async function countOf(by: string, why = ''): Promise<number> {
  const { values } = await answeredReads.get()
  return values.find(({ labels }) => labels.by === by && labels.why === why)?.value ?? 0
}

/** A post that the writer has just made. */
async function addPost(): Promise<string> {
  return String((await maker.create(registry.entity('post')))['id'])
}

async function sees(user: Client, id: string): Promise<boolean> {
  const { status, data } = await user.get<{ id?: string } | null>(`${POST}/detail`, { id })
  expect(status).toBe(200)
  return data?.id === id
}

/** The same through the second process. */
async function seesThere(user: Client, id: string): Promise<boolean> {
  const headers = { 'blade-auth': `bearer ${user.token}` }
  const answer = await second.http.inject({ url: `${POST}/detail`, query: { id }, headers })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ data: { id?: string } | null }>().data?.id === id
}

/** Nothing that anybody did before keeps this person's reads from the replica. */
async function caughtUp(...users: Client[]): Promise<void> {
  for (const user of users) await user.get(`${POST}/list`)
  await database.follow()
}

async function whilePaused(work: () => Promise<void>): Promise<void> {
  await database.pause()
  await work().finally(() => database.resume())
}

test('reads are answered by the replica under the limited role, writes by the primary', async () => {
  await caughtUp(other)
  const before = await countOf('replica')
  expect((await other.get(`${POST}/list`)).status).toBe(200)
  expect(await countOf('replica')).toBe(before + 1)
  const seen = await database.askReplica<{ query: string }>(
    `select query from pg_stat_activity where application_name like 'xueheng-%' and query like '%post%'`,
  )
  expect(seen.length).toBeGreaterThan(0)
  const { db } = (program.app.database.replica as Replica).reader(TENANT, 0n)
  const role = await sql`select current_user as name, pg_is_in_recovery() as is_replica`.execute(db)
  expect(role.rows).toEqual([{ name: 'exam_app', isReplica: true }])
})

describe('while the replica stands still', () => {
  test('who has written sees it, in every process; others are shown what the replica has', async () => {
    await caughtUp(writer, other)
    await whilePaused(async () => {
      const id = await addPost()
      expect([await sees(writer, id), await seesThere(writer, id)]).toEqual([true, true])
      expect(await sees(other, id)).toBe(false)
    })
    await database.follow()
    const id = await addPost()
    await database.follow()
    const before = await countOf('replica')
    expect([await sees(writer, id), await sees(other, id)]).toEqual([true, true])
    expect(await countOf('replica')).toBe(before + 2)
  })

  test('whoever is told of a change sees it', async () => {
    const hearer = await program.user({ role: 'administrator' })
    const abort = new AbortController()
    const url = `${program.app.http.listeningOrigin}/api/blade-desk/job/stream?Blade-Auth=${hearer.token}`
    const { body } = await fetch(url, { signal: abort.signal })
    const stream = (body as ReadableStream<Uint8Array>).getReader()
    await caughtUp(hearer, other)
    await whilePaused(async () => {
      const id = await addPost()
      for (let text = ''; !text.includes('{"entity":"post"}');)
        text += new TextDecoder().decode((await stream.read()).value)
      expect([await sees(hearer, id), await sees(other, id)]).toEqual([true, false])
    }).finally(() => abort.abort())
  })

  test('who signs in sees all there is', async () => {
    await whilePaused(async () => {
      const id = await addPost()
      expect(await sees(await program.user({ role: 'administrator' }), id)).toBe(true)
    })
  })

  test('nobody is shown rows that are older than the bound, and readyz and metrics say so', async () => {
    await caughtUp(other)
    expect(await seesThere(other, '1')).toBe(false)
    await whilePaused(async () => {
      const id = await addPost()
      await expect.poll(() => seesThere(other, id)).toBe(true)
      await expect.poll(() => second.database.replica?.state).toBe('behind')
      const ready = await second.http.inject({ url: '/readyz' })
      expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ok', replica: 'behind' }])
      const told = (await second.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body
      expect(told).toMatch(/^exam_replica_used 0$/m)
      expect(Number(/^exam_replica_lag_seconds (\S+)$/m.exec(told)?.[1])).toBeGreaterThan(1)
    })
    await database.use(second)
  })
})

test('two tenants that read at once on few connections never see a row of each other', async () => {
  const stranger = await program.user({ role: 'administrator', tenantId: OTHER_TENANT })
  await maker.create(registry.entity('post'))
  await sql`insert into post (id, tenant_id, category, post_code, post_name, sort)
    values (${nextId()}, ${OTHER_TENANT}, 1, 'foreign', '外', 1)`.execute(stranger.db)
  await caughtUp(stranger, other)
  const before = await countOf('replica')
  const idsOf = async (user: Client) => {
    const { data } = await user.get<{ records: { id: string }[] }>(`${POST}/list`, { size: 200 })
    return data.records
      .map(({ id }) => id)
      .toSorted()
      .join()
  }
  const [own, foreign] = [await idsOf(other), await idsOf(stranger)]
  expect(own.split(',').filter((id) => foreign.split(',').includes(id))).toEqual([])
  const turns = Array.from({ length: 200 }, (_none, i) => (i % 2 === 0 ? other : stranger))
  const lists = await Promise.all(turns.map(idsOf))
  for (const [i, ids] of lists.entries()) expect(ids).toBe(i % 2 === 0 ? own : foreign)
  expect(await countOf('replica')).toBe(before + 202)
})

test('a read that the replica breaks off for its own work is done on the primary', async () => {
  const ctx = (await program.app.ctxOf(TENANT, other.userId)) as Ctx
  const reads = new Reads(program.app.database, program.app.database.replica as Replica, QUIET)
  await database.askReplica(`alter system set max_standby_streaming_delay = 0`)
  await database.askReplica(`select pg_reload_conf()`)
  await addPost()
  await caughtUp(other)
  const before = await countOf('primary', 'fault')
  let seen = 0
  const read = await reads.onReplica(ctx, {}, (inside) =>
    inside.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        await sql`select 1 from post`.execute(db)
        seen += 1
        await database.primary.query('update post set sort = sort')
        await database.primary.query('vacuum post')
        // What is committed next takes that along.
        await database.primary.query('update post set sort = sort')
        await database.follow()
        await sql`select 1 from post`.execute(db)
        seen += 1
      }),
  )
  expect([read, seen, await countOf('primary', 'fault')]).toEqual([undefined, 1, before + 1])
})

/** Four who read and one who writes, without pause, until the work is done and each is answered; their statuses. */
async function underLoad(work: () => Promise<void>): Promise<{ statuses: Set<number>; asked: number }> {
  const result = { statuses: new Set<number>(), asked: 0 }
  let isOver = false
  const on = async (ask: () => Promise<{ status: number }>) => {
    while (!isOver) {
      result.statuses.add((await ask()).status)
      result.asked += 1
    }
  }
  const post = await maker.body(registry.entity('post'))
  const people = [
    ...[1, 2, 3, 4].map(() => on(() => other.get(`${POST}/list`))),
    on(() =>
      writer.post('/api/blade-system/post/submit', {
        ...post,
        postName: nextId(),
        postCode: nextId(),
      }),
    ),
  ]
  await work().finally(() => (isOver = true))
  await Promise.all(people)
  return result
}

describe('no request fails', () => {
  const stateOf = () => program.app.database.replica?.state

  test('while the replica is killed and comes back', async () => {
    await database.use(program.app)
    const before = await countOf('replica')
    const { statuses, asked } = await underLoad(async () => {
      await expect.poll(() => countOf('replica')).toBeGreaterThan(before + 20)
      process.kill(database.replicaProcesses()[0] as number, 'SIGKILL')
      await expect.poll(stateOf, { interval: 20 }).toBe('away')
      await expect.poll(stateOf, { timeout: 60_000 }).toBe('used')
      const back = await countOf('replica')
      await expect.poll(() => countOf('replica')).toBeGreaterThan(back + 20)
    })
    expect([...statuses]).toEqual([200])
    expect(asked).toBeGreaterThan(100)
  })

  test('while it hangs; nobody waits until it goes on', async () => {
    await database.use(program.app)
    const hung = database.replicaProcesses()
    const { statuses } = await underLoad(async () => {
      for (const pid of hung) process.kill(pid, 'SIGSTOP')
      await expect.poll(stateOf).toBe('away')
      const asked = await countOf('primary', 'away')
      await expect.poll(() => countOf('primary', 'away')).toBeGreaterThan(asked + 20)
    }).finally(() => {
      for (const pid of hung) process.kill(pid, 'SIGCONT')
    })
    expect([...statuses]).toEqual([200])
    await database.use(program.app)
  })
})

describe('a server is not read from that', () => {
  const primary = () => ({ url: program.databaseUrl, open: program.app.database.open })

  async function judged(url: string): Promise<Replica> {
    const options: ReplicaOptions = { url, lagSeconds: 10, size: 2, name: 'judged', primary: primary() }
    const replica = new Replica(options)
    replica.watch(QUIET)
    return replica
  }

  test('is a replica of another database', async () => {
    const url = new URL(database.env.DATABASE_READ_URL)
    url.pathname = '/template1'
    const replica = await judged(url.href)
    await expect.poll(() => replica.state).toBe('refused')
    await replica.close()
  })

  test('stands behind a pooler that mixes sessions', async () => {
    const [row] = await database.askReplica<{ port: string }>('show port')
    const pooler = new Pooler({ port: Number(row?.port), mode: 'transaction' })
    const url = new URL(database.env.DATABASE_READ_URL)
    url.hostname = '127.0.0.1'
    url.port = String(await pooler.listen())
    const replica = await judged(url.href)
    await expect.poll(() => replica.state).toBe('refused')
    await replica.close()
    await pooler.close()
  })

  test('is no replica', async () => {
    const replica = await judged(database.env.DATABASE_URL)
    await new Promise((wait) => setTimeout(wait, 0))
    const { db } = replica.reader(TENANT, 0n)
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/not replayed/)
    expect(replica.state).toBe('away')
    await replica.close()
  })
})
