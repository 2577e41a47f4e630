import { tenantIds } from '../src/domains/tenancy/index.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../src/platform/ctx.ts'
import { Listener } from '../src/platform/db/listen.ts'
import { nextId } from '../src/platform/db/id.ts'
import { refuse } from '../src/platform/error.ts'
import { JobRunner } from '../src/platform/jobs/boss.ts'
import { LostClaim, beatJob, reportJob } from '../src/platform/jobs/claim.ts'
import { type JobDefinition, defineJob } from '../src/platform/jobs/jobs.ts'
import { bundle } from './bundle.ts'
import { type Client, TENANT, useTestApp, waitForJob } from './harness.ts'
import { countJob } from './job-process.ts'

// The program itself takes no work here; the workers are those of the tests.
const app = useTestApp({ ROLES: 'web' })
const failures: string[] = []

const faultyJob = defineJob<{ isOurs: boolean; key: string }>({
  name: 'test.fail',
  title: '失败',
  singletonKey: ({ key }) => key,
  run: async (_ctx, { isOurs }) => {
    throw isOurs ? refuse('数据不全') : new TypeError('x is undefined')
  },
  onFailure: async (_ctx, { key }, message) => {
    failures.push(`${key}: ${message}`)
  },
})

const endlessJob = defineJob<{ key: string }>({
  name: 'test.endless',
  title: '不停',
  singletonKey: ({ key }) => key,
  async run(_ctx, _payload, progress) {
    for (let done = 1; ; done += 1) {
      await new Promise((wait) => setTimeout(wait, 20))
      await progress.report({ done, step: '还在做' })
    }
  },
  onFailure: async (_ctx, { key }, message) => {
    failures.push(`${key}: ${message}`)
  },
})

const definitions = new Map([countJob, faultyJob, endlessJob].map((job) => [job.name, job as unknown as JobDefinition]))
let user: Client
let ctx: Ctx
let worker: JobRunner
let listener: Listener

async function startWorker(): Promise<JobRunner> {
  const { database, ctxOf } = app().app
  const runner = new JobRunner(app().databaseUrl)
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const nobodyOf = (tenantId: string) => ({ ...ctx, db: database.tenant(tenantId) })
  await runner.open({ database, listener, log, definitions, ctxOf, nobodyOf, tenantIds: () => tenantIds({ database }) })
  return runner
}

beforeAll(async () => {
  user = await app().user({ role: 'exam' })
  ctx = (await app().app.ctxOf(TENANT, user.userId)) as Ctx
  listener = new Listener(app().databaseUrl, app().app.database.pool)
  await listener.open()
  worker = await startWorker()
  await worker.work()
})
afterAll(async () => {
  await worker.close()
  await listener.close()
})

async function detail(id: string): Promise<Record<string, unknown>> {
  return (await user.get('/api/blade-desk/job/detail', { id })).data
}

/** Jobs that died are looked for every ten seconds; this is twice as long. */
const MOST_LOOKS = 400

async function until(id: string, isSo: (job: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
  for (let i = 0; i < MOST_LOOKS; i += 1) {
    const job = await detail(id)
    if (isSo(job)) return job
    await new Promise((wait) => setTimeout(wait, 50))
  }
  throw new Error(`job ${id}: ${JSON.stringify(await detail(id))}`)
}

async function stored(id: string): Promise<{ state: string; attempts: number }> {
  const found = await sql<{
    state: string
    attempts: number
  }>`select state, attempts from job where id = ${id}`.execute(ctx.db)
  return found.rows[0] as never
}

test('a job tells how far it is and what came of it', async () => {
  const id = await worker.start(ctx, countJob, { to: 6, tick: 60 }, '数到六')
  expect(id).toMatch(/^\d+$/)
  const running = await until(id, (job) => job['state'] === 'running' && Number(job['done']) > 0)
  expect(running).toMatchObject({ title: '数到六', total: 6, step: expect.stringMatching(/^第\d步$/) })
  const done = await waitForJob(user, id)
  expect(done).toMatchObject({ state: 'done', done: 6, total: 6, text: '数到6', link: '/counted' })
  expect(done['endTime']).toMatch(/^\d{4}-/)
  const { data } = await user.get('/api/blade-desk/job/list')
  expect(data.records[0]).toEqual(done)
})

test('a refusal is told in words, a defect as unknown with the number of the job; both end in onFailure', async () => {
  const ours = await worker.start(ctx, faultyJob, { isOurs: true, key: 'ours' })
  const bug = await worker.start(ctx, faultyJob, { isOurs: false, key: 'bug' })
  expect(await until(ours, (job) => job['state'] === 'failed')).toMatchObject({ text: '数据不全' })
  const unknown = `未知错误（编号${bug}），请稍后再试；若仍出现，请把编号告诉管理员`
  expect(await until(bug, (job) => job['state'] === 'failed')).toMatchObject({ text: unknown })
  expect(failures).toEqual(expect.arrayContaining(['ours: 数据不全', `bug: ${unknown}`]))
})

test('of one key only one waits or runs; cancelled, it makes room', async () => {
  const id = await worker.start(ctx, endlessJob, { key: 'one' })
  expect(await worker.start(ctx, endlessJob, { key: 'one' })).toBe(id)
  await until(id, (job) => job['state'] === 'running')
  expect((await user.post('/api/blade-desk/job/cancel', { id })).code).toBe(200)
  expect(await until(id, (job) => job['state'] === 'cancelled')).toMatchObject({ text: '已取消' })
  expect(failures).toContain('one: 已取消')
  const next = await worker.start(ctx, endlessJob, { key: 'one' })
  expect(next).not.toBe(id)
  await until(next, (job) => job['state'] === 'running')
  await user.post('/api/blade-desk/job/cancel', { id: next })
  await until(next, (job) => job['state'] === 'cancelled')
})

test('who has lost a job to another process learns of it, and changes nothing of it', async () => {
  const id = nextId()
  await sql`insert into job (id, tenant_id, user_id, name, title, payload, state, attempts, heartbeat)
    values (${id}, ${TENANT}, ${user.userId}, ${endlessJob.name}, '他人', '{}', 'running', 2, now())`.execute(ctx.db)
  const read = () => sql`select * from job where id = ${id}`.execute(ctx.db)
  const before = (await read()).rows
  const first = { id, tenantId: TENANT, userId: user.userId, name: endlessJob.name, payload: {}, attempts: 1 }
  await expect(beatJob(ctx.db, first)).rejects.toThrow(LostClaim)
  await expect(reportJob(ctx.db, first, { done: 5 })).rejects.toThrow(LostClaim)
  expect((await read()).rows).toEqual(before)
  const long = `始${'续'.repeat(3000)}`
  await reportJob(ctx.db, { ...first, attempts: 2 }, { done: 5, step: long, text: long })
  // What a job says of itself is cut to what fits.
  expect(await detail(id)).toMatchObject({ state: 'running', done: 5, step: long.slice(0, 200) })
  await sql`delete from job where id = ${id}`.execute(ctx.db)
})

test('a waiting job is cancelled before it begins', async () => {
  const id = nextId()
  await sql`insert into job (id, tenant_id, user_id, name, title, payload) values (${id}, ${TENANT}, ${user.userId}, ${endlessJob.name}, '等', '{"key":"wait"}')`.execute(
    ctx.db,
  )
  expect(await worker.cancel(ctx, id)).toBe(true)
  expect(await detail(id)).toMatchObject({ state: 'cancelled', text: '已取消' })
  expect(failures).toContain('wait: 已取消')
  expect(await worker.cancel(ctx, id)).toBe(false)
})

test('no cause, no job: it is queued inside the transaction that asks for it', async () => {
  let id = ''
  await expect(
    ctx.db.transaction().execute(async (db) => {
      id = await worker.start({ ...ctx, db }, countJob, { to: 1, tick: 1 })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await new Promise((wait) => setTimeout(wait, 700))
  expect(await detail(id)).toEqual({})
})

test('another user sees nothing of it and cannot stop it', async () => {
  const other = await app().user({ role: 'exam' })
  const id = await worker.start(ctx, endlessJob, { key: 'mine' })
  await until(id, (job) => job['state'] === 'running')
  expect((await other.get('/api/blade-desk/job/detail', { id })).data).toEqual({})
  expect((await other.get('/api/blade-desk/job/list')).data.total).toBe(0)
  expect((await other.post('/api/blade-desk/job/cancel', { id })).code).toBe(400)
  expect((await detail(id))['state']).toBe('running')
  await user.post('/api/blade-desk/job/cancel', { id })
  await until(id, (job) => job['state'] === 'cancelled')
})

describe('interruptions', () => {
  test('a polite stop gives the job back; the next worker goes on at once and it counts as one try', async () => {
    await worker.close()
    const first = await startWorker()
    await first.work()
    const id = await first.start(ctx, countJob, { to: 30, tick: 60 })
    await until(id, (job) => Number(job['done']) > 0)
    await first.close()
    expect(await stored(id)).toEqual({ state: 'running', attempts: 0 })
    worker = await startWorker()
    await worker.work()
    expect(await waitForJob(user, id, 20)).toMatchObject({ text: '数到30' })
    expect(await stored(id)).toEqual({ state: 'done', attempts: 1 })
  })

  test('what a killed process leaves is taken up again and finished', async () => {
    await worker.close()
    const killed = await startProcess()
    const asker = await startWorker()
    const id = await asker.start(ctx, countJob, { to: 10, tick: 100 })
    await until(id, (job) => Number(job['done']) > 1)
    killed.kill('SIGKILL')
    await new Promise((gone) => killed.once('exit', gone))
    expect(await stored(id)).toEqual({ state: 'running', attempts: 1 })
    // Its last sign of life grows old; the wait itself proves nothing.
    await sql`update job set heartbeat = now() - interval '1 minute' where id = ${id}`.execute(ctx.db)
    const next = await startProcess()
    expect(await waitForJob(user, id, 30)).toMatchObject({ state: 'done', done: 10, text: '数到10' })
    expect(await stored(id)).toEqual({ state: 'done', attempts: 2 })
    next.kill('SIGTERM')
    await asker.close()
    worker = await startWorker()
    await worker.work()
  })

  test('a job that dies again and again is given up and its module told', async () => {
    const id = nextId()
    await sql`insert into job (id, tenant_id, user_id, name, title, payload, state, attempts, heartbeat)
      values (${id}, ${TENANT}, ${user.userId}, ${endlessJob.name}, '死', '{"key":"dead"}', 'running', 4, now() - interval '1 minute')`.execute(
      ctx.db,
    )
    expect(await until(id, (job) => job['state'] === 'failed')).toMatchObject({ text: '多次中断，已停止' })
    await new Promise((wait) => setTimeout(wait, 100))
    expect(failures).toContain('dead: 多次中断，已停止')
  })
})

async function startProcess(): Promise<ChildProcess> {
  const program = await bundle(new URL('job-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program, 'work', app().databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready, fail) => {
    child.stdout.once('data', () => ready())
    child.once('exit', () => fail(new Error('the worker did not start')))
  })
  return child
}

test('the listener hears again after its connection was cut', async () => {
  const heard: string[] = []
  const stop = listener.on('test', (text) => heard.push(text))
  const { default: pg } = await import('pg')
  const superuser = new pg.Client({ connectionString: app().databaseUrl })
  await superuser.connect()
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen xueheng' and datname = current_database()`,
  )
  await superuser.end()
  for (let i = 0; i < 50 && heard.length === 0; i += 1) {
    await listener.notify('test', 'again')
    await new Promise((wait) => setTimeout(wait, 100))
  }
  expect(heard[0]).toBe('again')
  stop()
})

describe('the stream', () => {
  async function listen(client: Client, origin: string): Promise<{ text: () => string; isOpen: () => boolean }> {
    const response = await fetch(`${origin}/api/blade-desk/job/stream?Blade-Auth=${client.token}`)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    let [text, isOpen] = ['', true]
    void (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body as AsyncIterable<Uint8Array>)
        text += decoder.decode(chunk, { stream: true })
      isOpen = false
    })()
    return { text: () => text, isOpen: () => isOpen }
  }

  test('tells the owner of every change and nobody else, and ends when the program stops', async () => {
    const { http } = app().app
    await http.listen({ port: 0, host: '127.0.0.1' })
    const other = await app().user({ role: 'exam' })
    const mine = await listen(user, http.listeningOrigin)
    const theirs = await listen(other, http.listeningOrigin)
    const id = await worker.start(ctx, countJob, { to: 5, tick: 60 })
    await waitForJob(user, id)
    await new Promise((wait) => setTimeout(wait, 200))
    const events = [...mine.text().matchAll(/event: job\ndata: (.+)\n\n/g)].map((match) => JSON.parse(match[1] ?? ''))
    expect(events.length).toBeGreaterThan(1)
    expect(events.at(-1)).toMatchObject({ id, state: 'done', done: 5, total: 5 })
    expect(events.map((event) => event.done)).toEqual(events.map((event) => event.done).toSorted((a, b) => a - b))
    expect(theirs.text()).not.toContain(id)
    expect((await fetch(`${http.listeningOrigin}/api/blade-desk/job/stream`)).status).toBe(401)

    await http.close()
    await new Promise((wait) => setTimeout(wait, 100))
    expect([mine.isOpen(), theirs.isOpen()]).toEqual([false, false])
  })
})
