import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../src/platform/ctx.ts'
import { Listener } from '../src/platform/db/listen.ts'
import { refuse } from '../src/platform/error.ts'
import { JobRunner } from '../src/platform/jobs/boss.ts'
import { type JobDefinition, defineJob } from '../src/platform/jobs/jobs.ts'
import { type Client, TENANT, useTestApp } from './harness.ts'

// No worker takes work until a test starts one.
const app = useTestApp({ ROLES: 'web' })
const doneJob = defineJob<object>({ name: 'test.watched', title: '完成', run: async () => ({}) })
const faultyJob = defineJob<object>({
  name: 'test.watched-fault',
  title: '失败',
  run: async () => {
    throw refuse('数据不全')
  },
})
let user: Client
let ctx: Ctx
let listener: Listener
let runner: JobRunner

beforeAll(async () => {
  user = await app().user({ role: 'exam' })
  ctx = (await app().app.ctxOf(TENANT, user.userId)) as Ctx
  listener = new Listener(app().databaseUrl, app().app.database.pool)
  await listener.open()
  runner = new JobRunner(app().databaseUrl)
  const { database, ctxOf } = app().app
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const definitions = new Map([doneJob, faultyJob].map((job) => [job.name, job as unknown as JobDefinition]))
  const nobodyOf = (tenantId: string) => ({ ...ctx, db: database.tenant(tenantId) })
  await runner.open({ database, listener, log, definitions, ctxOf, nobodyOf, tenantIds: async () => [TENANT] })
})
afterAll(async () => {
  await runner.close()
  await listener.close()
})

async function told(): Promise<string> {
  const response = await app().app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  return response.body
}

/** The value of one line; nothing where there is no such line. */
async function valueOf(line: string): Promise<number | undefined> {
  const found = (await told()).split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

async function becomes(line: string, value: number): Promise<void> {
  await expect.poll(() => valueOf(line)).toBe(value)
}

test('a job that waits is counted with its age, and one that ended by how it did', async () => {
  expect(await valueOf('exam_queue_waiting_jobs')).toBe(0)
  expect(await valueOf('exam_queue_oldest_seconds')).toBe(0)
  await runner.start(ctx, doneJob, {})
  await runner.start(ctx, faultyJob, {})
  expect(await valueOf('exam_queue_waiting_jobs')).toBe(2)
  expect(await valueOf('exam_queue_oldest_seconds')).toBeGreaterThan(0)
  await runner.work()
  await becomes('exam_jobs_ended_total{job="test.watched",state="done"}', 1)
  await becomes('exam_jobs_ended_total{job="test.watched-fault",state="failed"}', 1)
  await becomes('exam_queue_waiting_jobs', 0)
})

test('the age of the newest backup is told, and nothing without one', async () => {
  expect(await valueOf('exam_backup_age_seconds')).toBeUndefined()
  const folder = join(app().dataDir, 'backups')
  await mkdir(folder, { recursive: true })
  for (const hours of [2, 50]) {
    const path = join(folder, `xueheng-${hours}.xhbak`)
    await writeFile(path, '')
    const time = new Date(Date.now() - hours * 3_600_000)
    await utimes(path, time, time)
  }
  expect(Math.round(Number(await valueOf('exam_backup_age_seconds')) / 3600)).toBe(2)
  await rm(folder, { recursive: true })
})

test('connections that are held are busy', async () => {
  const client = await app().app.database.pool.connect()
  try {
    expect(await valueOf('exam_database_pool_connections{use="busy"}')).toBeGreaterThanOrEqual(1)
  } finally {
    client.release()
  }
  expect(await valueOf('exam_database_pool_size')).toBeGreaterThan(0)
  expect(await valueOf('exam_database_up')).toBe(1)
})

test('a session is read from the database once and found in memory afterwards', async () => {
  const line = 'exam_session_lookups_total{from="memory"}'
  const other = await app().user({ role: 'exam' })
  await other.get('/api/blade-system/menu/routes')
  const before = (await valueOf(line)) ?? 0
  await other.get('/api/blade-system/menu/routes')
  expect((await valueOf(line)) ?? 0).toBeGreaterThan(before)
})

const DEPLOY = new URL('../../docs/deploy/', import.meta.url)
const NAME = /\b(exam|http|process|nodejs)_[a-z0-9_]+/g

test.each(['alerts.yml', 'grafana.json', 'watching.md'])('every metric that %s names is one of ours', async (file) => {
  const text = await readFile(new URL(file, DEPLOY), 'utf8')
  const names = [...new Set(text.match(NAME))].filter((name) => name !== 'process_')
  expect(names.length).toBeGreaterThan(5)
  // A metric without a value yet is declared all the same.
  const declared = new Set([...(await told()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const unknown = names.filter((name) => !declared.has(name) && !declared.has(name.replace(/_(bucket|count|sum)$/, '')))
  expect(unknown).toEqual([])
})

test('every alert says what is wrong and what to do', async () => {
  const rules = (await readFile(new URL('alerts.yml', DEPLOY), 'utf8')).split('- alert: ').slice(1)
  expect(rules.length).toBeGreaterThan(8)
  const silent = rules.filter((rule) => !/ what: .*[。]\n/.test(rule) || !/ do: .*[。]\n/.test(rule))
  expect(silent).toEqual([])
})
