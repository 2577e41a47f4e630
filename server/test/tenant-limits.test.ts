import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, useTestApp } from './harness.ts'

const app = useTestApp({ ROLES: 'web' })
const TENANTS = '/api/blade-system/tenant'
const EXPIRED = '租户授权已过期,请联系管理员'

let superuser: pg.Client
let admin: Client
let other: Client
let tenantRow: string

beforeAll(async () => {
  superuser = new pg.Client({ connectionString: app().databaseUrl })
  await superuser.connect()
  admin = await app().user({ role: 'administrator' })
  other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  tenantRow = (await admin.get(`${TENANTS}/list`, { tenantId: OTHER_TENANT })).data.records[0].id
})
afterAll(() => superuser.end())

function setting(values: object) {
  return admin.post(`${TENANTS}/setting`, undefined, { ids: tenantRow, ...values })
}

describe('a tenant whose time is over', () => {
  /** Everything a tenant has, as one hash per table; what is kept of each request goes on. */
  async function hashes(): Promise<Record<string, string>> {
    const tables = await superuser.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables.rows) {
      if (/^(operation_log|auth_session|login_log|client_error_log|log_.*|audit_.*)$/.test(name)) continue
      const hash = await superuser.query<{ hash: string }>(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t where tenant_id = $1`,
        [OTHER_TENANT],
      )
      found[name] = hash.rows[0]?.hash ?? ''
    }
    return found
  }

  function valueOf({ kind }: Field): unknown {
    if (kind === 'json') return []
    return kind === 'integer' || kind === 'flag' ? 1 : '1'
  }

  function send(call: AnyCall) {
    const input = Object.fromEntries(
      Object.entries(call.input as Fields).flatMap(([name, field]) => (field.required ? [[name, valueOf(field)]] : [])),
    )
    const path = call.path.replaceAll(/:\w+/g, '1')
    if (call.method === 'GET') return other.get(path, input)
    if (call.body === 'upload') return other.upload(path, input, [{ name: 'a.csv', body: Buffer.from('a\n1\n') }])
    return other.post(path, call.body === 'array' ? [] : { ...input, id: '1' }, { ids: '1' })
  }

  const calls = registry.calls.filter((call) => call.answer !== 'stream' && !call.path.includes('/oauth/'))
  const writes = calls.filter(
    (call) =>
      call.access !== 'public' && ((call.method === 'POST' && !call.readOnly) || call.writes || call.body === 'upload'),
  )

  beforeAll(async () => {
    expect((await setting({ expireTime: '2020-01-01 00:00:00' })).status).toBe(200)
  })

  test('has writing calls to be refused', () => {
    expect(writes.length).toBeGreaterThan(200)
  })

  test.each(writes.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s is refused',
    async (_name, call) => {
      const answer = await send(call)
      expect([answer.status, answer.msg]).toEqual([403, EXPIRED])
    },
  )

  test('every other call leaves its rows as they are', async () => {
    const before = await hashes()
    for (const call of calls)
      if (!writes.includes(call)) expect([call.name, (await send(call)).status >= 500]).toEqual([call.name, false])
    expect(await hashes()).toEqual(before)
  }, 240_000)

  test('can be read, and is open again with a later time', async () => {
    expect((await other.get('/api/blade-system/param/list')).status).toBe(200)
    expect((await setting({ expireTime: '2999-01-01 00:00:00' })).status).toBe(200)
    const body = { paramName: '又', paramKey: 'again', paramValue: '1' }
    expect((await other.post('/api/blade-system/param/submit', body)).status).toBe(200)
  })

  test('stops writing at the moment itself, in a session that was just used', async () => {
    const write = async (paramKey: string) =>
      (await other.post('/api/blade-system/param/submit', { paramName: '时', paramKey, paramValue: '1' })).status
    await superuser.query(
      `update tenant set expire_time = localtimestamp + interval '2 seconds' where tenant_id = $1`,
      [OTHER_TENANT],
    )
    await superuser.query(`select pg_notify('xueheng', 'session:')`)
    const found = await superuser.query<{ ms: number }>(
      `select (extract(epoch from expire_time - localtimestamp) * 1000)::float8 as ms from tenant where tenant_id = $1`,
      [OTHER_TENANT],
    )
    const end = Date.now() + (found.rows[0]?.ms ?? 0)
    await new Promise((wait) => setTimeout(wait, 300))
    expect(await write('before')).toBe(200)
    await new Promise((wait) => setTimeout(wait, end - Date.now() + 50))
    expect(await write('after')).toBe(403)
    expect((await setting({ expireTime: '2999-01-01 00:00:00' })).status).toBe(200)
  })
})

describe('the quota of accounts', () => {
  const add = async (account: string) => (await other.post('/api/blade-user/submit', { account, name: '数' })).msg

  test('holds for new accounts, is lifted by a higher one, and -1 is none', async () => {
    const count = (await other.get('/api/blade-user/page')).data.total
    await setting({ accountNumber: count + 1 })
    expect(await add('quota-1')).toBe('操作成功')
    expect(await add('quota-2')).toBe('当前租户已到最大账号额度!')
    await setting({ accountNumber: count + 2 })
    expect(await add('quota-2')).toBe('操作成功')
    await setting({ accountNumber: -1 })
    expect(await add('quota-3')).toBe('操作成功')
  })

  test('is not passed by two who add at the same time', async () => {
    const count = (await other.get('/api/blade-user/page')).data.total
    await setting({ accountNumber: count + 1 })
    const said = await Promise.all(['quota-a', 'quota-b', 'quota-c'].map(add))
    expect(said.toSorted()).toEqual(['当前租户已到最大账号额度!', '当前租户已到最大账号额度!', '操作成功'].toSorted())
    await setting({ accountNumber: -1 })
  })
})

describe('the brand of a tenant', () => {
  const BRAND = {
    brandTitle: '河东教研',
    brandColor: '#B1342A',
    logoUrl: '/api/blade-resource/picture/200001/1',
    backgroundUrl: '/api/blade-resource/picture/200001/2',
  }
  const domainUrl = 'https://hedong.example.cn'

  test('is known at its address before sign-in, and to its people after', async () => {
    const saved = await admin.post(`${TENANTS}/submit`, { id: tenantRow, tenantName: '河东', domainUrl, ...BRAND })
    expect(saved.msg).toBe('操作成功')
    const info = await app().anonymous.get(`${TENANTS}/info`, { domain: `${domainUrl}/login` })
    expect(info.data).toEqual({ tenantId: OTHER_TENANT, domain: domainUrl, ...BRAND })
    expect((await app().anonymous.get(`${TENANTS}/info`, { domain: 'https://elsewhere.example.cn' })).data).toEqual({})
    expect((await other.get('/api/blade-auth/oauth/user-info')).data).toMatchObject({ brand: BRAND })
    const own = (await admin.get('/api/blade-auth/oauth/user-info')).data.brand
    expect(own).toEqual({ brandTitle: '', brandColor: '', logoUrl: '', backgroundUrl: '' })
  })

  test('takes only colours, and is taken back with empty values', async () => {
    const save = (values: object) => admin.post(`${TENANTS}/submit`, { id: tenantRow, ...values })
    for (const brandColor of ['red', '#12345', 'url(x)', '#1234567'.slice(0, 7) + 'x']) {
      expect([brandColor, (await save({ brandColor })).status]).toEqual([brandColor, 400])
    }
    expect((await save({ brandColor: '', brandTitle: '', logoUrl: '', backgroundUrl: '' })).status).toBe(200)
    expect((await other.get('/api/blade-auth/oauth/user-info')).data.brand).toMatchObject({
      brandColor: '',
      brandTitle: '',
    })
  })

  test('is set by the managing administrator alone', async () => {
    expect((await other.post(`${TENANTS}/submit`, { id: tenantRow, brandTitle: '自封' })).status).toBe(403)
  })
})
