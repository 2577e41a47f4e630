import type { ParameterKey } from '@xueheng/contract/platform/parameters.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { issueTicket } from '../src/domains/credentials/index.ts'
import { md5 } from '../src/domains/credentials/password.ts'
import { currentZone, setZone, wallTime } from '../src/platform/clock.ts'
import { nextId } from '../src/platform/db/id.ts'
import { type Client, TENANT, basic, startTestApp, useTestApp } from './harness.ts'

/** What the parameters of accounts and new tenants do once they are set. */
const app = useTestApp({ ROLES: 'web' })
const OF_SERVER = currentZone()
const PARAM = '/api/blade-system/param'
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

async function keep(user: Client, paramKey: ParameterKey, paramValue: string): Promise<void> {
  const { data } = await user.get(`${PARAM}/list`, { paramKey_equal: paramKey })
  const id = data.records[0]?.id
  const { msg } = await user.post(`${PARAM}/submit`, { id, paramName: paramKey, paramKey, paramValue })
  expect(msg).toBe('操作成功')
}

async function tryPassword(account: string): Promise<string> {
  const answer = await app().app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId: TENANT, username: account, password: md5('wrong'), grant_type: 'password' },
    headers: { authorization: basic(app().config), 'tenant-id': TENANT },
  })
  return String(answer.json<Record<string, unknown>>()['error_description'])
}

test('account.failCount: as many wrong passwords as it says are judged, then the account has to wait', async () => {
  await keep(admin, 'account.failCount', '2')
  expect(await tryPassword('guessed')).toBe('用户名或密码错误')
  expect(await tryPassword('guessed')).toBe('用户名或密码错误')
  expect(await tryPassword('guessed')).toMatch(/^登录错误次数过多/)
})

describe('account.registerUser', () => {
  async function register(account: string) {
    const [socialId, db] = [nextId(), app().app.database.tenant(TENANT)]
    await sql`insert into social_account (id, tenant_id, source, uuid, username)
      values (${socialId}, ${TENANT}, 'bureau', ${account}, ${account})`.execute(db)
    const ticket = { tenantId: TENANT, userId: '', data: { socialId } }
    const oauthId = await issueTicket(app().app.database.open, 'register', ticket, 5)
    const query = { tenantId: TENANT, name: account, account, password: 'Lantern-7731-Hill', oauthId }
    return (await app().anonymous.post('/api/blade-user/register-guest', undefined, query)).msg
  }

  test('switched off: a guest who asks for an account is refused', async () => {
    await keep(admin, 'account.registerUser', 'false')
    expect(await register('early')).toBe('本单位未开放注册，请联系管理员')
  })

  test('switched on again: the guest may ask', async () => {
    await keep(admin, 'account.registerUser', 'true')
    expect(await register('later')).toBe('操作成功')
  })
})

describe('tenant.default.*', () => {
  beforeAll(async () => {
    await keep(admin, 'account.initPassword', 'Lantern-7731-Hill')
    await keep(admin, 'account.initPasswordMode', 'fixed')
    await keep(admin, 'tenant.default.password', 'Harbour-2214-Reed')
    await keep(admin, 'tenant.default.accountNumber', '25')
    await keep(admin, 'tenant.default.menuCode', 'user,notice')
  })

  const open = async (tenantName: string, more: object = {}) =>
    (await admin.post('/api/blade-system/tenant/submit', { tenantName, ...more })).data

  async function menusOf(tenantId: string): Promise<string[]> {
    const found = await sql<{ code: string }>`select m.code from role_menu g join menu m on m.id = g.menu_id
      join sys_role r on r.id = g.role_id where r.role_alias = 'admin'`.execute(app().app.database.tenant(tenantId))
    return found.rows.map((row) => row.code)
  }

  test('a new tenant gets the default number of accounts unless one is typed', async () => {
    expect(await open('河东局')).toMatchObject({ accountNumber: 25 })
    expect(await open('河西局', { accountNumber: 7 })).toMatchObject({ accountNumber: 7 })
  })

  test('the administrator of a new tenant has the default menus, their buttons and what stands above them', async () => {
    const { tenantId } = await open('城南局')
    const codes = await menusOf(tenantId)
    expect(codes).toEqual(expect.arrayContaining(['system', 'user', 'user_add', 'desk', 'notice', 'notice_add']))
    expect(codes).not.toEqual(expect.arrayContaining(['role']))
    expect(codes.filter((code) => code.startsWith('exam'))).toEqual([])
  })

  test('a default menu that is gone keeps a tenant from being made, and is named', async () => {
    const db = app().app.database.open
    await sql`update menu set code = 'notice_old' where code = 'notice'`.execute(db)
    const answer = await admin.post('/api/blade-system/tenant/submit', { tenantName: '城中局' })
    await sql`update menu set code = 'notice' where code = 'notice_old'`.execute(db)
    expect(answer.msg).toBe('系统参数 tenant.default.menuCode 中的菜单已不存在：notice，请重新设置')
  })

  test('the administrator of a new tenant signs in with the default password', async () => {
    const { tenantId, adminAccount } = await open('城北局')
    const answer = await app().app.http.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { tenantId, username: adminAccount, password: md5('Harbour-2214-Reed'), grant_type: 'password' },
      headers: { authorization: basic(app().config), 'tenant-id': tenantId },
    })
    expect(answer.json()).toMatchObject({ tenant_id: tenantId })
  })
})

const installation = async () => (await app().anonymous.get(`${PARAM}/installation`)).data

describe('system.timeZone', () => {
  afterAll(() => setZone(''))

  test('is kept at once by the program, its connections, its rows and the pages, without a restart', async () => {
    const at = new Date('2026-11-20T20:30:05Z')
    for (const [zone, time] of [
      ['Asia/Urumqi', '2026-11-21 02:30:05'],
      ['Asia/Shanghai', '2026-11-21 04:30:05'],
    ] as const) {
      await keep(admin, 'system.timeZone', zone)
      await expect.poll(currentZone).toBe(zone)
      expect(wallTime(at)).toBe(time)
      expect(await installation()).toMatchObject({ timeZone: zone })
      const { data } = await admin.post(`${PARAM}/submit`, {
        paramName: '钟',
        paramKey: `clock.${zone}`,
        paramValue: '1',
      })
      expect(Math.abs(Date.parse(`${data.createTime}Z`) - Date.parse(`${wallTime(new Date())}Z`))).toBeLessThan(60_000)
    }
  })

  test('a removed one gives the clock back to the zone of the server', async () => {
    await keep(admin, 'system.timeZone', 'Asia/Urumqi')
    await expect.poll(currentZone).toBe('Asia/Urumqi')
    const { data } = await admin.get(`${PARAM}/list`, { paramKey_equal: 'system.timeZone' })
    await admin.post(`${PARAM}/remove`, undefined, { ids: data.records[0].id })
    await expect.poll(currentZone).toBe(OF_SERVER)
  })

  test('after a restart the program and its connections keep that clock', async () => {
    const first = await startTestApp({ ROLES: 'web' })
    await keep(await first.user({ role: 'administrator' }), 'system.timeZone', 'Asia/Urumqi')
    await first.app.close()
    const again = await createApp(first.config)
    const { rows } = await sql<{ zone: string }>`select current_setting('timezone') as zone`.execute(
      again.database.open,
    )
    await again.close()
    expect([rows[0]?.zone, currentZone()]).toEqual(['Asia/Urumqi', 'Asia/Urumqi'])
  })
})

describe('page.silentCodes', () => {
  test('not set: pages tell every refusal', async () => {
    expect(await installation()).toMatchObject({ silentCodes: [] })
  })

  test('set: pages are told the codes, signed in or not', async () => {
    await keep(admin, 'page.silentCodes', '4001, 4002')
    expect(await installation()).toMatchObject({ silentCodes: [4001, 4002] })
  })
})
