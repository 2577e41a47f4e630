import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { registry } from '@xueheng/contract'
import { loginLog, onlineUser } from '@xueheng/contract/domains/sign-in/session.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { BASE_FIELDS } from '@xueheng/contract/kit/entity.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'

const app = useTestApp({ ROLES: 'web' })
const USER = '/api/blade-user'

let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

function change(set: string, id: string): Promise<unknown> {
  return sql`update sys_user set ${sql.raw(set)} where id = ${id}`.execute(app().app.database.tenant(TENANT))
}

/** What the list at a path shows. */
function fieldsOf(path: string): Fields {
  const call = registry.calls.find((one) => one.path === path)
  return call && 'fields' in call ? (call.fields as Fields) : {}
}

describe('the order of users', () => {
  const accounts = async (query: object) =>
    (await admin.get(`${USER}/page`, { account: 'sorted', size: 50, ...query })).data.records.map(
      (row: { account: string }) => row.account,
    )

  beforeAll(async () => {
    for (const [account, name, code] of [
      ['sorted-b', '甲', '3'],
      ['sorted-c', '乙', '1'],
      ['sorted-a', '丙', ''],
    ]) {
      expect((await admin.post(`${USER}/submit`, { account, name, code: code || undefined })).msg).toBe('操作成功')
    }
  })

  test('is that of their making, of a column, or of a column turned round; who has no value comes last', async () => {
    expect(await accounts({})).toEqual(['sorted-b', 'sorted-c', 'sorted-a'])
    expect(await accounts({ ascs: 'account' })).toEqual(['sorted-a', 'sorted-b', 'sorted-c'])
    expect(await accounts({ descs: 'account' })).toEqual(['sorted-c', 'sorted-b', 'sorted-a'])
    expect(await accounts({ ascs: 'code' })).toEqual(['sorted-c', 'sorted-b', 'sorted-a'])
    expect(await accounts({ descs: 'code' })).toEqual(['sorted-b', 'sorted-c', 'sorted-a'])
  })

  test('may be asked for by every column the list has, on both paths; other names are refused', async () => {
    for (const name of [...Object.keys(user.fields), ...Object.keys(BASE_FIELDS), 'password_hash', 'id;--']) {
      for (const path of [`${USER}/page`, '/api/blade-system/user/list']) {
        const { status, data } = await admin.get(path, { account: 'sorted', ascs: name })
        // The order of masked values would tell them.
        const field = fieldsOf('/api/blade-user/page')[name]
        const isOrdered = field !== undefined && !field.personal
        expect([name, status, data?.total]).toEqual(isOrdered ? [name, 200, 3] : [name, 400, undefined])
      }
    }
  })

  test('is what every list of the family takes', () => {
    const own = registry.calls.filter((call) => ['user.page', 'user.list', 'user.exportUser'].includes(call.name))
    expect(own.map((call) => Object.keys(call.input).filter((name) => /^(asc|desc)s$/.test(name)))).toEqual(
      own.map(() => ['ascs', 'descs']),
    )
  })
})

describe('an account whose time is over', () => {
  test('is refused by the very next request, in a session that was just used', async () => {
    const person = await app().user({ role: 'exam' })
    await change(`expire_time = localtimestamp + interval '3 seconds'`, person.userId)
    await sql`select pg_notify('xueheng', 'session:')`.execute(app().app.database.open)
    await new Promise((wait) => setTimeout(wait, 300))
    const ask = async () => (await person.get('/api/blade-system/menu/buttons')).status
    expect(await ask()).toBe(200)
    // The column keeps whole seconds: the account may live half a second longer than asked for.
    const found = await sql<{
      ms: number
    }>`select (extract(epoch from expire_time - localtimestamp) * 1000)::float8 as ms
      from sys_user where id = ${person.userId}`.execute(app().app.database.tenant(TENANT))
    const left = found.rows[0]?.ms ?? 0
    await new Promise((wait) => setTimeout(wait, Math.max(0, left - 400)))
    expect(await ask()).toBe(200)
    await new Promise((wait) => setTimeout(wait, 500))
    expect(await ask()).toBe(401)
  })

  test('comes back with a longer time', async () => {
    const person = await app().user({ role: 'exam' })
    const renew = (expireTime: string) => admin.post(`${USER}/update`, { id: person.userId, expireTime })
    await change(`expire_time = localtimestamp - interval '1 second'`, person.userId)
    expect((await renew('2999-01-01 00:00:00')).status).toBe(200)
    expect((await person.get('/api/blade-system/menu/buttons')).status).toBe(200)
  })
})

describe('sign-ins, kept and open', () => {
  test('say with what somebody came, and are ordered by every column they have', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0'
    await sql`update auth_session set user_agent = ${agent} where user_id = ${admin.userId}`.execute(
      app().app.database.open,
    )
    const own = await admin.get('/api/blade-auth/online/own')
    expect(own.data).toMatchObject([{ device: 'Chrome 130 · Windows 10 · 电脑', userAgent: agent }])
    const logged = await admin.get('/api/blade-log/login/list', { account: `u${admin.userId}` })
    expect(logged.data.records).toMatchObject([{ device: expect.stringMatching(/^lightMyRequest|未知设备/) }])
    for (const [path, { fields }] of [
      ['/api/blade-auth/online/list', onlineUser],
      ['/api/blade-log/login/list', loginLog],
    ] as const) {
      for (const name of [...Object.keys(fields), ...Object.keys(BASE_FIELDS), 'token_hash']) {
        // What every client of the API family orders by is taken by every list.
        const isCommon = ['createTime', 'updateTime'].includes(name)
        const wanted = isCommon || Object.hasOwn(fieldsOf(path), name) ? 200 : 400
        expect([path, name, (await admin.get(path, { descs: name })).status]).toEqual([path, name, wanted])
      }
      const accounts = (await admin.get(path, { ascs: 'account', size: 100 })).data.records.map(
        (row: { account: string }) => row.account,
      )
      expect(accounts.length).toBeGreaterThan(1)
      expect(accounts).toEqual(accounts.toSorted())
    }
  })
})

test('of accounts that are removed the sessions of each end, and where those of one cannot it is said', async () => {
  const [stuck, other] = [await app().user({ role: 'exam' }), await app().user({ role: 'exam' })]
  const owner = new pg.Client({ connectionString: app().databaseUrl })
  await owner.connect()
  await owner.query(`create function keep_session() returns trigger language plpgsql as $$ begin
      if old.user_id = ${stuck.userId} then raise exception 'kept'; end if; return old; end $$;
    create trigger keep_session before delete on auth_session for each row execute function keep_session()`)
  const removed = await admin.post(`${USER}/remove`, undefined, { ids: `${stuck.userId},${other.userId}` })
  await owner.query('drop trigger keep_session on auth_session')
  await owner.end()
  expect(removed.status).toBe(500)
  expect((await other.get(`${USER}/info`)).status).toBe(401)
  for (const { userId } of [stuck, other]) expect((await admin.get(`${USER}/detail`, { id: userId })).data).toEqual({})
})
