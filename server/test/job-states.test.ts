import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantIds } from '../src/domains/tenancy/index.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { nextId } from '../src/platform/db/id.ts'
import { Listener } from '../src/platform/db/listen.ts'
import { JobRunner } from '../src/platform/jobs/boss.ts'
import { mortal } from './chaos/program.ts'
import { TENANT, useTestApp } from './harness.ts'
import { markJob } from './job-process.ts'

// The program itself takes no work here; the workers are those of the tests.
const app = useTestApp({ ROLES: 'web' })
let ctx: Ctx
let listener: Listener
let owner: pg.Client

beforeAll(async () => {
  const user = await app().user({ role: 'exam' })
  ctx = (await app().app.ctxOf(TENANT, user.userId)) as Ctx
  listener = new Listener(app().databaseUrl, app().app.database.pool)
  await listener.open()
  owner = new pg.Client({ connectionString: app().databaseUrl })
  await owner.connect()
  await owner.query('create table mark (key text not null, text text not null)')
  await owner.query('grant select, insert on mark to exam_app')
})
afterAll(async () => {
  await owner.end()
  await listener.close()
})

async function openRunner(): Promise<JobRunner> {
  const { database, ctxOf } = app().app
  const runner = new JobRunner(app().databaseUrl)
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  await runner.open({
    database,
    listener,
    log,
    definitions: new Map([[markJob.name, markJob as never]]),
    ctxOf,
    nobodyOf: (tenantId) => ({ ...ctx, db: database.tenant(tenantId) }),
    tenantIds: () => tenantIds({ database }),
  })
  return runner
}

async function withWorker(work: () => Promise<void>): Promise<void> {
  const runner = await openRunner()
  await runner.work()
  try {
    await work()
  } finally {
    await runner.close()
  }
}

async function marksOf(key: string): Promise<string[]> {
  const found = await owner.query<{ text: string }>('select text from mark where key = $1', [key])
  return found.rows.map(({ text }) => text)
}

async function rowOf(key: string): Promise<{ id: string; state: string; attempts: number } | undefined> {
  const found = await owner.query(`select id, state, attempts from job where payload->>'key' = $1`, [key])
  return found.rows[0] as never
}

async function settled(key: string, state: string): Promise<void> {
  await expect.poll(async () => (await rowOf(key))?.state, { timeout: 40_000, interval: 100 }).toBe(state)
}

/** What a killed process leaves grows old; the wait itself proves nothing. */
async function age(): Promise<void> {
  await owner.query(`update job set heartbeat = now() - interval '1 minute' where state = 'running'`)
  await owner.query(`update pgboss.job set started_on = now() - interval '1 minute' where state = 'active'`)
}

const ROWS = {
  waiting: { state: 'waiting', attempts: 0, heartbeat: null, becomes: 'done', marks: ['done'] },
  'running and silent': { state: 'running', attempts: 1, heartbeat: '1 minute', becomes: 'done', marks: ['done'] },
  'running and silent, for the fourth time': {
    state: 'running',
    attempts: 4,
    heartbeat: '1 minute',
    becomes: 'failed',
    marks: ['多次中断，已停止'],
  },
  cancelled: { state: 'cancelled', attempts: 0, heartbeat: null, becomes: 'cancelled', marks: [] },
  done: { state: 'done', attempts: 1, heartbeat: null, becomes: 'done', marks: [] },
} as const

const ITEMS = {
  'no item': [],
  'an item that waits': [['created', '1 second']],
  'an item that is to be tried again': [['retry', '1 second']],
  'an item handed out a short time ago': [['active', '12 seconds']],
  'an item handed out to a lost process': [['active', '1 minute']],
  'an item that is over': [['completed', '1 minute']],
  'an item that failed': [['failed', '1 minute']],
  'an item that was cancelled': [['cancelled', '1 minute']],
  'two items that wait': [
    ['created', '1 second'],
    ['created', '1 second'],
  ],
} as const

type RowKind = keyof typeof ROWS
type ItemKind = keyof typeof ITEMS

async function place(row: RowKind, item: ItemKind): Promise<string> {
  const { state, attempts, heartbeat } = ROWS[row]
  const [id, key] = [nextId(), `${row} / ${item}`]
  await owner.query(
    `insert into job (id, tenant_id, user_id, name, title, payload, state, attempts, heartbeat)
     values ($1, $2, $3, 'test.mark', '留痕', $4, $5, $6, now() - $7::interval)`,
    [id, TENANT, ctx.user.id, JSON.stringify({ key, ms: 0 }), state, attempts, heartbeat],
  )
  for (const [itemState, ago] of ITEMS[item])
    await owner.query(
      `insert into pgboss.job (name, data, state, retry_limit, created_on, start_after, started_on)
       values ('work', $1, $2, 0, now() - interval '1 minute', now() - interval '1 minute', now() - $3::interval)`,
      [JSON.stringify({ jobId: id, tenantId: TENANT }), itemState, ago],
    )
  return key
}

describe('no pair of states is without a way forward', () => {
  const pairs = (Object.keys(ROWS) as RowKind[]).flatMap((row) =>
    (Object.keys(ITEMS) as ItemKind[]).map((item): [RowKind, ItemKind] => [row, item]),
  )

  test(`each of ${pairs.length} pairs ends as its row must, having run once at most`, async () => {
    const keys: string[] = []
    for (const [row, item] of pairs) keys.push(await place(row, item))
    await withWorker(async () => {
      for (const [at, key] of keys.entries()) await settled(key, ROWS[pairs[at]?.[0] ?? 'done'].becomes)
      const marks: Record<string, string[]> = {}
      for (const key of keys) marks[key] = await marksOf(key)
      expect(marks).toEqual(Object.fromEntries(pairs.map(([row, item]) => [`${row} / ${item}`, [...ROWS[row].marks]])))
    })
  })
})

test('a job that is delivered after it was cancelled does not run', async () => {
  const asker = await openRunner()
  const id = await asker.start(ctx, markJob, { key: 'late', ms: 0 })
  expect(await ctx.db.transaction().execute((db) => asker.cancel({ ...ctx, db }, id))).toBe(true)
  await withWorker(async () => {
    await expect
      .poll(async () => {
        const items = await owner.query(`select 1 from pgboss.job where state < 'completed' and data->>'jobId' = $1`, [
          id,
        ])
        return items.rows.length
      })
      .toBe(0)
  })
  expect([await rowOf('late'), await marksOf('late')]).toEqual([{ id, state: 'cancelled', attempts: 0 }, ['已取消']])
  await asker.close()
})

test('a user who is gone leaves no work reserved: his job fails together with what its module does then', async () => {
  await owner.query(
    `insert into job (id, tenant_id, user_id, name, title, payload) values ($1, $2, 42, 'test.mark', '留痕', $3)`,
    [nextId(), TENANT, JSON.stringify({ key: 'gone', ms: 0 })],
  )
  await withWorker(() => settled('gone', 'failed'))
  expect(await marksOf('gone')).toEqual(['请求被拒绝'])
})

/** A process of its own, as `job-process.ts` describes it. */
async function startProcess(mode: 'work' | 'ask'): Promise<ChildProcess> {
  const program = await mortal(new URL('job-process.ts', import.meta.url))
  const child = spawn(process.execPath, [...program, mode, app().databaseUrl, TENANT, ctx.user.id], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await new Promise<void>((ready, fail) => {
    child.stdout?.once('data', () => ready())
    child.once('exit', () => fail(new Error('the process did not start')))
  })
  return child
}

const gone = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** Asks for a job in a process that dies before its n-th step. Answers whether it died. */
async function askAndDie(key: string, dieAt: number): Promise<boolean> {
  const child = await startProcess('ask')
  child.send({ dieAt })
  const answer = new Promise<boolean>((resolve) => {
    child.once('message', () => resolve(false))
    child.once('exit', () => resolve(true))
  })
  child.send({ key })
  const hasDied = await answer
  if (!hasDied) child.kill('SIGKILL')
  return hasDied
}

describe('a process that is killed', () => {
  test('at every statement of asking for a job leaves all of the job or nothing', async () => {
    let dieAt = 1
    for (; await askAndDie(`ask ${dieAt}`, dieAt); dieAt += 1) {
      const row = await rowOf(`ask ${dieAt}`)
      const items = await owner.query(`select 1 from pgboss.job where data->>'jobId' = $1`, [row?.id ?? ''])
      expect(items.rows.length).toBe(row ? 1 : 0)
    }
    expect(dieAt).toBeGreaterThan(4)
    await withWorker(async () => {
      await settled(`ask ${dieAt}`, 'done')
      const open = await sql`select 1 from job where state in ('waiting', 'running')`.execute(ctx.db)
      expect(open.rows).toEqual([])
    })
  })

  test('at every statement of taking and ending a job leaves one that the next process ends, with one mark', async () => {
    const asker = await openRunner()
    let hasDied = true
    for (let dieAt = 1; hasDied; dieAt += 1) {
      const key = `take ${dieAt}`
      const child = await startProcess('work')
      child.send({ dieAt })
      await asker.start(ctx, markJob, { key, ms: 0 })
      hasDied = await Promise.race([gone(child).then(() => true), settled(key, 'done').then(() => false)])
      // The last statements come after the end: the item of the queue is told.
      await new Promise((wait) => setTimeout(wait, 300))
      if (child.signalCode === null) child.kill('SIGKILL')
      await age()
      await withWorker(() => settled(key, 'done'))
      expect(await marksOf(key)).toEqual(['done'])
    }
    await asker.close()
  }, 240_000)

  test('and comes back after another has taken its job over stops without a mark of its own', async () => {
    const slow = await startProcess('work')
    const asker = await openRunner()
    const id = await asker.start(ctx, markJob, { key: 'twice', ms: 1500 })
    await settled('twice', 'running')
    slow.kill('SIGSTOP')
    await age()
    await withWorker(async () => {
      await expect.poll(async () => (await rowOf('twice'))?.attempts, { timeout: 40_000 }).toBe(2)
      slow.kill('SIGCONT')
      await settled('twice', 'done')
    })
    await new Promise((wait) => setTimeout(wait, 2000))
    expect([await rowOf('twice'), await marksOf('twice')]).toEqual([{ id, state: 'done', attempts: 2 }, ['done']])
    slow.kill('SIGKILL')
    await asker.close()
  })
})
