import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { createApp } from '../../app.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { LogBook } from './log-book.ts'
import { logArrival } from '../sign-in/login-log.ts'
import { pruneLogs } from './retention.ts'
import { auditKey } from './audit-chain.ts'
import { safeParams } from './safe-params.ts'
import { noting } from './watch.ts'
import type { Db } from '../../platform/ctx.ts'
import { registry } from '@xueheng/contract'

const app = useTestApp({ ROLES: 'web' })
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

/** Lines arrive a second later at most. */
async function eventually<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  for (let i = 0; i < 40; i += 1) {
    const value = await read()
    if (isRight(value)) return value
    await new Promise((wait) => setTimeout(wait, 100))
  }
  return read()
}

test('a try to sign in leaves its line however long what came is, cut to what fits', async () => {
  const long = `a${'b'.repeat(600)}`
  const arrival = { tenantId: TENANT, account: long, way: 'password', refusal: long, ip: long, agent: long }
  await logArrival(app().app.database, TENANT, arrival)
  const { rows } = await sql`select account, result, reason, remote_ip as ip, user_agent as agent from login_log
    where account like 'abbb%'`.execute(app().app.database.tenant(TENANT))
  const cut = (length: number) => long.slice(0, length)
  expect(rows).toEqual([{ account: cut(64), result: 'failure', reason: cut(200), ip: cut(64), agent: cut(500) }])
})

describe('calls that change something', () => {
  test('leave a line with who, what, from where and how long, without personal values', async () => {
    const body = {
      paramName: '记录试验',
      paramKey: 'log.probe',
      paramValue: '1',
      phone: '13800001111',
      password: 'hidden-one',
    }
    expect((await admin.post('/api/blade-system/param/submit', body)).status).toBe(200)
    const read = () => admin.get('/api/blade-log/api/list', { methodName: 'param.submit', size: 10 })
    const { data } = await eventually(read, (answer) => answer.data.total > 0)
    const [line] = data.records
    expect(line).toMatchObject({
      method: 'POST',
      requestUri: '/api/blade-system/param/submit',
      title: '系统参数保存',
      httpStatus: 200,
      createBy: `u${admin.userId}`,
      remoteIp: '127.0.0.1',
    })
    expect(Number(line.time)).toBeGreaterThanOrEqual(0)
    expect(line.params).toContain('log.probe')
    expect(line.params).not.toMatch(/13800001111|hidden-one/)
    const detail = await admin.get('/api/blade-log/api/detail', { id: line.id })
    expect(detail.data).toEqual(line)
  })

  test('stand in the operation log with the request and the address behind them', async () => {
    const sent = { paramName: '来源试验', paramKey: 'log.origin', paramValue: '1' }
    const answer = await admin.post('/api/blade-system/param/submit', sent)
    const found = await admin.get('/api/blade-log/operation/list', { rowId: answer.data.id })
    const origin = { remoteIp: '127.0.0.1', requestId: answer.headers['x-request-id'] }
    expect(found.data.records).toEqual([expect.objectContaining({ call: 'param.add', ...origin })])
    const ctx = await app().app.ctxOf(TENANT, admin.userId)
    if (!ctx) throw new Error('no context')
    await logOperation(ctx, 'job.probe', '后台试验')
    const line = await sql`select remote_ip, request_id from operation_log where call = 'job.probe'`.execute(ctx.db)
    expect(line.rows).toEqual([{ remoteIp: null, requestId: null }])
  })

  test('say when as a moment, and read as clocks here say it', async () => {
    const before = Math.floor(Date.now() / 1000)
    await admin.post('/api/blade-system/param/submit', { paramName: '时刻', paramKey: 'log.moment', paramValue: '1' })
    const read = () => admin.get('/api/blade-log/api/list', { methodName: 'param.submit' })
    const isIt = (one: { params: string }) => one.params.includes('log.moment')
    const { data } = await eventually(read, (answer) => answer.data.records.some(isIt))
    const line = data.records.find(isIt)
    expect(line.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const shown = Math.floor(new Date(line.createTime.replace(' ', 'T')).getTime() / 1000)
    const kept = await sql<{ at: string; type: string }>`select extract(epoch from create_time)::bigint::text as at,
      pg_typeof(create_time)::text as type from log_api where id = ${line.id}`.execute(
      app().app.database.tenant(TENANT),
    )
    expect(kept.rows).toEqual([{ at: String(shown), type: 'timestamp with time zone' }])
    expect(shown).toBeGreaterThanOrEqual(before)
    expect(shown).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
    const logs = ['log_usual', 'log_api', 'log_error', 'operation_log', 'login_log', 'sms_log', 'client_error_log']
    const types = await sql<{ name: string; type: string }>`select table_name as name, data_type as type
      from information_schema.columns where table_schema = 'public' and table_name = any(${logs})
        and data_type like 'timestamp%'`.execute(app().app.database.open)
    const zoned = types.rows.filter((row) => row.type === 'timestamp with time zone').map((row) => row.name)
    expect(zoned.toSorted()).toEqual(logs.toSorted())
    const entries = await sql<{ seconds: number }>`select extract(epoch from now() - zoned_time)::float8 as seconds
      from login_log where user_id = ${admin.userId}`.execute(app().app.database.tenant(TENANT))
    expect(Math.abs(entries.rows[0]?.seconds ?? Infinity)).toBeLessThan(120)
  })

  test('reads leave none', async () => {
    await admin.get('/api/blade-system/param/list')
    await new Promise((wait) => setTimeout(wait, 1300))
    const { data } = await admin.get('/api/blade-log/api/list', { methodName: 'param.list' })
    expect(data.total).toBe(0)
  })

  test('are found by time, user and kind, and leave as a workbook', async () => {
    const hit = await admin.get('/api/blade-log/api/list', {
      createBy: `u${admin.userId}`,
      createTime_dategt: '2020-01-01 00:00:00',
    })
    expect(hit.data.total).toBeGreaterThan(0)
    const miss = await admin.get('/api/blade-log/api/list', { createTime_dategt: '2999-01-01 00:00:00' })
    expect(miss.data.total).toBe(0)
    const other = await admin.get('/api/blade-log/api/list', { createBy: 'nobody' })
    expect(other.data.total).toBe(0)
    const book = await admin.get('/api/blade-log/api/export', { createBy: `u${admin.userId}` })
    expect(book.raw.subarray(0, 2).toString()).toBe('PK')
    expect((await admin.get('/api/blade-log/api/list', { createTime_dategt: 'yesterday' })).status).toBe(400)
  })

  test('are seen by nobody without the right and by no other tenant', async () => {
    const teacher = await app().user({ role: 'teacher' })
    expect((await teacher.get('/api/blade-log/api/list')).status).toBe(403)
    const stranger = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    const { data } = await stranger.get('/api/blade-log/api/list', { methodName: 'param.submit' })
    expect(data.total).toBe(0)
    const mine = await admin.get('/api/blade-log/api/list', { methodName: 'param.submit' })
    expect((await stranger.get('/api/blade-log/api/detail', { id: mine.data.records[0].id })).status).toBe(404)
  })
})

describe('errors', () => {
  test('nobody expected leave their stack', async () => {
    app().app.database.tenant(TENANT)
    await sql`alter table post rename to post_away`.execute(await superDb())
    expect((await admin.get('/api/blade-system/post/list')).status).toBe(500)
    await sql`alter table post_away rename to post`.execute(await superDb())
    const read = () => admin.get('/api/blade-log/error/list', { methodName: 'post.list' })
    const { data } = await eventually(read, (answer) => answer.data.total > 0)
    expect(data.records[0]).toMatchObject({
      type: '服务器',
      methodName: 'post.list',
      requestUri: '/api/blade-system/post/list',
    })
    expect(data.records[0].message).toContain('post')
    expect(data.records[0].stackTrace).toContain('at ')
  })

  test('refusals leave none', async () => {
    expect((await admin.post('/api/blade-system/param/submit', {})).status).toBe(400)
    await new Promise((wait) => setTimeout(wait, 1300))
    expect((await admin.get('/api/blade-log/error/list', { methodName: 'param.submit' })).data.total).toBe(0)
  })

  test('that browsers upload land among them', async () => {
    const entry = {
      url: 'http://localhost/exam?id=7',
      time: '2026-09-01T00:00:00Z',
      type: 'error',
      message: '画不出来',
      stack: 'Error: 画不出来\n    at draw (http://localhost/assets/a.js:12:5)',
      info: '',
    }
    expect((await admin.post('/api/blade-auth/oauth/logout', [entry])).status).toBe(200)
    const read = () => admin.get('/api/blade-log/error/list', { type: '浏览器' })
    const { data } = await eventually(read, (answer) => answer.data.total > 0)
    expect(data.records[0]).toMatchObject({
      message: '画不出来',
      requestUri: 'http://localhost/exam',
      fileName: 'http://localhost/assets/a.js',
      lineNumber: 12,
      createBy: `u${admin.userId}`,
    })
  })
})

async function superDb() {
  const { Kysely, PostgresDialect } = await import('kysely')
  const pg = (await import('pg')).default
  const pool = new pg.Pool({ connectionString: app().databaseUrl, max: 1, idleTimeoutMillis: 100 })
  return new Kysely<any>({ dialect: new PostgresDialect({ pool }) })
}

test('what the server notes of itself is kept by the managing tenant', async () => {
  const book = new LogBook(app().app.database, SILENT, TENANT, 'test')
  noting(SILENT, book).warn({ size: 3 }, 'the disk is nearly full')
  await book.close()
  const { data } = await admin.get('/api/blade-log/usual/list', { logId: 'nearly full' })
  expect(data.records).toHaveLength(1)
  expect(data.records[0]).toMatchObject({ logLevel: 'warn', logData: 'size：3', serviceId: 'xueheng', env: 'test' })
})

test('a polite stop loses nothing: what was taken in the last moment is written', async () => {
  const book = new LogBook(app().app.database, SILENT, TENANT, 'test')
  for (let i = 0; i < 1234; i += 1) book.add('log_usual', i % 2 === 0 ? TENANT : OTHER_TENANT, { log_id: `stop ${i}` })
  await book.close()
  let n = 0
  for (const tenant of [TENANT, OTHER_TENANT]) {
    const found = await sql<{ n: number }>`select count(*)::int as n from log_usual where log_id like 'stop %'`.execute(
      app().app.database.tenant(tenant),
    )
    n += found.rows[0]?.n ?? 0
  }
  expect(n).toBe(1234)
})

test('the line of a call made just before the program stops is there afterwards', async () => {
  const second = await createApp({ ...app().config, dataDir: mkdtempSync(join(tmpdir(), 'xueheng-second-')) })
  const body = { paramName: '停机前', paramKey: 'log.lastCall', paramValue: '1' }
  const answer = await second.http.inject({
    method: 'POST',
    url: '/api/blade-system/param/submit',
    headers: { 'blade-auth': `bearer ${admin.token}` },
    payload: body,
  })
  expect(answer.statusCode).toBe(200)
  await second.close()
  const found = await sql`select 1 from log_api where params like '%log.lastCall%'`.execute(
    app().app.database.tenant(TENANT),
  )
  expect(found.rows).toHaveLength(1)
})

test('lines wait while the database does not answer and are written once', async () => {
  const real = app().app.database
  let isDown = true
  const database = {
    ...real,
    tenant: (id: string) => {
      if (isDown) throw new Error('down')
      return real.tenant(id)
    },
  }
  const book = new LogBook(database, SILENT, TENANT, 'test')
  for (let i = 0; i < 7; i += 1) book.add('log_usual', TENANT, { log_id: `again ${i}` })
  await book.flush()
  isDown = false
  await book.close()
  const { data } = await admin.get('/api/blade-log/usual/list', { logId: 'again' })
  expect(data.total).toBe(7)
})

test('of more lines than can wait the oldest go, and how many they were is said once', async () => {
  let isDown = true
  const written: string[] = []
  const nowhere: Db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      written.push(...Array.from(String(query.parameters[0]).matchAll(/crowd \d+/g), ([text]) => text))
    },
  })
  const database = {
    ...app().app.database,
    tenant: () => {
      if (isDown) throw new Error('down')
      return nowhere
    },
  }
  const warned: unknown[] = []
  const book = new LogBook(database, { ...SILENT, warn: (facts: object) => warned.push(facts) }, TENANT, 'test')
  for (let i = 0; i < 20_002; i += 1) book.add('log_usual', TENANT, { log_id: `crowd ${i}` })
  await book.flush()
  expect(warned.at(-1)).toMatchObject({ group: `log_usual ${TENANT}`, waiting: 20_000 })
  isDown = false
  await book.close()
  expect(warned.filter((facts) => JSON.stringify(facts).includes('dropped'))).toEqual([{ dropped: 2 }])
  expect([written.length, written[0], written.at(-1)]).toEqual([20_000, 'crowd 2', 'crowd 20001'])
})

test('parameters of a log hold no secrets at any depth', () => {
  const call = registry.calls.find((one) => one.name === 'basicStudent.submit')
  if (!call) throw new Error('no such call')
  const text = safeParams(
    call,
    { 'Blade-Auth': 'bearer t0k' },
    {
      studentName: '张三',
      studentCode: 'G310101200001011234',
      remark: 'x'.repeat(500),
      nested: { a: { accessToken: 'deep', plain: 1 } },
    },
  )
  expect(text).not.toMatch(/t0k|G3101|张三|deep/)
  expect(text).toContain('"plain":1')
  expect(text.length).toBeLessThan(500)
})

test('lines past their time go, by the setting of the tenant', async () => {
  const db = app().app.database.tenant(TENANT)
  const insert = (id: number, days: number) =>
    sql`insert into log_usual (id, tenant_id, log_id, create_time) values (${id}, ${TENANT}, 'aged', localtimestamp - ${days} * interval '1 day')`.execute(
      db,
    )
  await insert(1, 181)
  await insert(2, 179)
  await insert(3, 31)
  const left = async () =>
    (await sql<{ id: string }>`select id from log_usual where log_id = 'aged' order by id`.execute(db)).rows.map(
      (row) => row.id,
    )
  const key = auditKey(app().config.masterKey)
  await pruneLogs(db, key, TENANT)
  expect(await left()).toEqual(['2', '3'])
  await admin.post('/api/blade-system/param/submit', {
    paramName: '日志保留',
    paramKey: 'log.retainDays',
    paramValue: '90',
  })
  await pruneLogs(db, key, TENANT)
  expect(await left()).toEqual(['3'])
})

test('the operation log tells a change field by field', async () => {
  const made = await admin.post('/api/blade-system/param/submit', {
    paramName: '甲',
    paramKey: 'op.probe',
    paramValue: '旧值',
  })
  await admin.post('/api/blade-system/param/submit', { id: made.data.id, paramValue: '新值' })
  const list = await admin.get('/api/blade-log/operation/list', { rowId: made.data.id, ascs: 'createTime' })
  expect(list.data.records.map((row: { call: string }) => row.call).toSorted()).toEqual(['param.add', 'param.update'])
  const update = list.data.records.find((row: { call: string }) => row.call === 'param.update')
  const { data } = await admin.get('/api/blade-log/operation/detail', { id: update.id })
  expect(data).toMatchObject({ title: '系统参数修改', entityTitle: '系统参数', account: `u${admin.userId}` })
  expect(data.changes).toEqual([{ field: 'paramValue', label: '参数键值', before: '旧值', after: '新值' }])
})
