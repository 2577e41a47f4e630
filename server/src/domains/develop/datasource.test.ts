import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ForeignDatabase, foreignDatabase } from '../../../test/foreign-database.ts'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { resolveHost } from '../../platform/net/address.ts'
import { readAddress } from './source-address.ts'
import { withSource } from './source-client.ts'

const app = useTestApp()
const BASE = '/api/blade-develop/datasource'
let admin: Client
let foreign: ForeignDatabase
let id: string

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  foreign = await foreignDatabase()
  await foreign.run(`create table book (id serial primary key, title varchar(80) not null, price numeric(8,2));
    comment on table book is '图书'; comment on column book.title is '书名'; create table hidden (a int);
    revoke all on hidden from ${foreign.username}`)
  const { url, username, password } = foreign
  const made = await admin.post(`${BASE}/submit`, { name: '书库', url, username, password, driverClass: DRIVER })
  expect(made.status, made.msg).toBe(200)
  id = made.data.id
})
afterAll(() => foreign.close())

const DRIVER = 'org.postgresql.Driver'

test('a source is tried, its tables and columns are read', async () => {
  const tried = await admin.post(`${BASE}/test`, { id })
  expect(tried.data.version).toMatch(/^PostgreSQL \d/)
  expect((await admin.get(`${BASE}/tables`, { id })).data).toEqual([
    { schema: 'public', name: 'book', comment: '图书' },
  ])
  expect((await admin.get(`${BASE}/columns`, { id, table: 'book' })).data).toEqual([
    { name: 'id', type: 'integer', isRequired: true, isKey: true, comment: '' },
    { name: 'title', type: 'character varying(80)', isRequired: true, isKey: false, comment: '书名' },
    { name: 'price', type: 'numeric(8,2)', isRequired: false, isKey: false, comment: '' },
  ])
  expect((await admin.get(`${BASE}/columns`, { id, table: 'hidden' })).data).toEqual([])
  expect((await admin.get(`${BASE}/columns`, { id, table: `book'; drop table book; --` })).data).toEqual([])
  expect((await admin.get(`${BASE}/tables`, { id })).data).toHaveLength(1)
})

test('the password is sealed, never told, and not sent to another address', async () => {
  for (const path of ['list', 'select', `detail?id=${id}`]) {
    const answer = await admin.get(`${BASE}/${path}`)
    expect(answer.status).toBe(200)
    expect(answer.raw.toString()).not.toContain(foreign.password)
    expect(answer.raw.toString()).not.toMatch(/password|v1\./)
  }
  const stored = async () => {
    const found = await sql<{ password: string | null }>`select password from data_source where id = ${id}`.execute(
      app().app.database.open,
    )
    return found.rows[0]?.password
  }
  expect(await stored()).toMatch(/^v1\./)
  const log = await sql`select new_values::text || coalesce(old_values::text, '') as line from operation_log
    where entity = 'datasource'`.execute(app().app.database.tenant(TENANT))
  expect(JSON.stringify(log.rows)).not.toMatch(/password|v1\./)
  const submit = (change: object) => admin.post(`${BASE}/submit`, { id, ...change })
  expect((await submit({ remark: '只读' })).data).toMatchObject({ remark: '只读', name: '书库' })
  expect((await admin.post(`${BASE}/test`, { id })).status).toBe(200)
  await submit({ url: foreign.url.replace('127.0.0.1', 'localhost') })
  expect(await stored()).toBeNull()
  expect((await admin.post(`${BASE}/test`, { id })).msg).toBe('请先填写数据源的密码')
  await submit({ password: 'wrong' })
  expect((await admin.post(`${BASE}/test`, { id })).msg).toBe('数据源拒绝登录：用户名或密码错误')
  await submit({ url: foreign.url, password: foreign.password })
  expect((await admin.post(`${BASE}/test`, { id })).status).toBe(200)
})

describe('what is not connected to', () => {
  test.each([
    ['jdbc:mysql://a/b', '连接地址应为'],
    ['jdbc:postgresql://a:5432', '连接地址应为'],
    ['postgres://user:secret@a/b', '连接地址应为'],
    ['postgres://a/b?options=-c%20x', '连接地址应为'],
    ['postgres://a:70000/b', '连接地址的端口不正确'],
    ['postgres://a/b?sslmode=prefer', '连接地址的 sslmode'],
  ])('%s', (url, text) => {
    expect(() => readAddress(url)).toThrow(text)
  })

  test.each(['169.254.169.254', '0.0.0.0', '224.0.0.1', '100.100.100.200', '::', 'fe80::1', '::ffff:169.254.169.254'])(
    '%s',
    async (host) => {
      await expect(resolveHost(host, { isPrivateAllowed: true, outboundHosts: undefined })).rejects.toThrow(
        '不允许连接该地址',
      )
    },
  )

  test('a database of another maker, and one outside without encryption', async () => {
    const login = { name: '别家', url: 'postgres://192.0.2.1/b', username: 'a', password: 'b' }
    const foreign = await admin.post(`${BASE}/submit`, { ...login, driverClass: 'com.mysql.cj.jdbc.Driver' })
    expect([foreign.status, foreign.msg]).toEqual([400, '目前只支持 PostgreSQL 数据源'])
    const reach = { isPrivateAllowed: true, outboundHosts: undefined }
    const plain = withSource(login, reach, () => Promise.reject(new Error('it was connected to')))
    await expect(plain).rejects.toThrow('外网数据源须加密连接，请在地址后加 ?sslmode=require')
  })

  test('an account of the product itself', async () => {
    const own = new URL(app().databaseUrl)
    const url = `postgres://127.0.0.1:${own.port}${own.pathname}`
    const body = { name: '自己', url, username: own.username, password: decodeURIComponent(own.password) }
    const made = await admin.post(`${BASE}/submit`, { ...body, driverClass: DRIVER })
    for (const path of ['tables', 'columns']) {
      const refused = await admin.get(`${BASE}/${path}`, { id: made.data.id, table: 'sys_user' })
      expect([refused.status, refused.msg]).toEqual([400, '不能使用本系统自己的数据库账号'])
    }
    expect((await admin.post(`${BASE}/remove`, undefined, { ids: made.data.id })).status).toBe(200)
  })

  test('a machine that does not answer, a database that is not there', async () => {
    const { username, password } = foreign
    const send = async (url: string) => {
      const body = { name: `x${Math.random()}`, url, username, password, driverClass: DRIVER }
      const made = await admin.post(`${BASE}/submit`, body)
      return (await admin.post(`${BASE}/test`, { id: made.data.id })).msg
    }
    expect(await send('postgres://127.0.0.1:1/a')).toBe('无法连接数据源')
    expect(await send(foreign.url.replace(/\w+$/, 'nowhere'))).toBe('数据源里没有这个数据库')
  })
})

test('administrators of the managing tenant alone work with sources', async () => {
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  const exam = await app().user({ role: 'admin' })
  for (const user of [other, exam]) {
    for (const path of ['list', 'select', 'detail', 'tables', 'columns']) {
      expect((await user.get(`${BASE}/${path}`, { id, table: 'book' })).status, path).toBe(403)
    }
    expect((await user.post(`${BASE}/test`, { id })).status).toBe(403)
    expect((await user.post(`${BASE}/submit`, { id, name: 'x' })).status).toBe(403)
    expect((await user.post(`${BASE}/remove`, undefined, { ids: id })).status).toBe(403)
  }
})

test('a tenant is given a source, which then stays', async () => {
  const give = (tenantId: string, datasourceId?: string) =>
    admin.post('/api/blade-system/tenant/datasource', undefined, { tenantId, datasourceId })
  expect((await give('999999', id)).status).toBe(404)
  expect((await give(TENANT, '123456789012345678')).msg).toBe('数据源不存在')
  expect((await give(TENANT, id)).status).toBe(200)
  const tenants = await admin.get('/api/blade-system/tenant/list', { tenantId: TENANT })
  expect(tenants.data.records).toMatchObject([{ tenantId: TENANT, datasourceId: id }])
  expect((await admin.post(`${BASE}/remove`, undefined, { ids: id })).msg).toBe('数据源正在使用，不能删除')
  expect((await give(TENANT)).status).toBe(200)
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  const foreignTry = await other.post('/api/blade-system/tenant/datasource', undefined, { tenantId: TENANT })
  expect(foreignTry.status).toBe(403)
})
