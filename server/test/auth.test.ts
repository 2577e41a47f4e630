import { createCipheriv } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { md5 } from '../src/domains/credentials/password.ts'
import { readConfig } from '../src/platform/config.ts'
import { Sessions } from '../src/platform/http/session.ts'
import { Listener } from '../src/platform/db/listen.ts'
import { type Answer, basic, TENANT, useTestApp } from './harness.ts'

const app = useTestApp({ CAPTCHA: 'on' })
const TOKEN = '/api/blade-auth/oauth/token'
const PASSWORD = 'Demo@2026'

interface Tokens {
  access_token: string
  refresh_token: string
}

/** Signs in as the form does; failures are counted per account, so each test uses a fresh address too. */
let address = 1
beforeEach(() => {
  address += 1
})

async function post(query: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await app().app.http.inject({
    method: 'POST',
    url: TOKEN,
    query,
    remoteAddress: `10.0.0.${address}`,
    headers: { authorization: basic(app().config), 'tenant-id': TENANT, ...headers },
  })
  const body = response.json<Record<string, unknown>>()
  const { statusCode: status, headers: sent, rawPayload: raw } = response
  return { status, code: status, msg: '', data: undefined, body, raw, headers: sent }
}

async function captcha(): Promise<{ key: string; code: string; image: string }> {
  const { body } = await app().anonymous.get('/api/blade-auth/oauth/captcha')
  const found = await sql<{ code: string }>`select code from auth_captcha where key = ${body['key']}`.execute(
    app().app.database.open,
  )
  return { key: String(body['key']), image: String(body['image']), code: found.rows[0]?.code ?? '' }
}

async function signIn(username: string, password: string, change: Record<string, string> = {}): Promise<Answer> {
  const { key, code } = await captcha()
  return post(
    { tenantId: TENANT, username, password, grant_type: 'captcha', scope: 'all', type: 'account', ...change },
    { 'captcha-key': key, 'captcha-code': code },
  )
}

async function tokensOf(username = 'admin'): Promise<Tokens> {
  const { status, body } = await signIn(username, md5(PASSWORD))
  expect(status).toBe(200)
  return body as unknown as Tokens
}

async function whoAmI(token: string): Promise<{ status: number; msg: unknown }> {
  const response = await app().app.http.inject({
    url: '/api/blade-auth/oauth/user-info',
    headers: { 'blade-auth': `bearer ${token}` },
  })
  return { status: response.statusCode, msg: response.json<Record<string, unknown>>()['msg'] }
}

function clearFailures(): Promise<unknown> {
  return sql`delete from auth_failure`.execute(app().app.database.open)
}

/** The middle one: the clock of a process moves by steps, and others are at work in it. */
function middleOf(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

describe('the captcha', () => {
  test('is a picture outside the envelope', async () => {
    const { image, code } = await captcha()
    expect(image).toMatch(/^data:image\/png;base64,/)
    const bytes = Buffer.from(image.split(',')[1] ?? '', 'base64')
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)].every((edge) => edge >= 40)).toBe(true)
    expect(code).toMatch(/^\w{5}$/)
  })

  test('serves once, in either case', async () => {
    const { key, code } = await captcha()
    const headers = { 'captcha-key': key, 'captcha-code': code.toLowerCase() }
    const query = { username: 'admin', password: md5(PASSWORD), grant_type: 'captcha' }
    expect((await post(query, headers)).status).toBe(200)
    expect((await post(query, headers)).body).toMatchObject({ error_description: '验证码不正确' })
  })

  test('is spent by a wrong try', async () => {
    const { key, code } = await captcha()
    const query = { username: 'admin', password: md5(PASSWORD), grant_type: 'captcha' }
    expect((await post(query, { 'captcha-key': key, 'captcha-code': '?????' })).status).toBe(400)
    expect((await post(query, { 'captcha-key': key, 'captcha-code': code })).status).toBe(400)
  })

  test('expires', async () => {
    const { key, code } = await captcha()
    await sql`delete from auth_captcha where key <> ${key}`.execute(app().app.database.open)
    const due = await sql<{ seconds: number }>`select extract(epoch from expire_time - now())::int as seconds
      from auth_captcha where key = ${key}`.execute(app().app.database.open)
    expect(due.rows[0]?.seconds).toBeLessThanOrEqual(1800)
    await sql`insert into auth_captcha (key, code, expire_time) values ('00000000-0000-4000-8000-000000000001', ${code}, now() - interval '1 second')`.execute(
      app().app.database.open,
    )
    const { body } = await post(
      { username: 'admin', password: md5(PASSWORD), grant_type: 'captcha' },
      { 'captcha-key': '00000000-0000-4000-8000-000000000001', 'captcha-code': code },
    )
    expect(body).toMatchObject({ error_description: '验证码不正确' })
  })

  test('is asked for before a message with a code is sent', async () => {
    const { key, code } = await captcha()
    const ask = (headers: Record<string, string>) =>
      app().anonymous.post(
        '/api/blade-auth/oauth/sms-code',
        undefined,
        { phone: '13800138044', tenantId: TENANT },
        headers,
      )
    const wrong: Record<string, string>[] = [{}, { 'captcha-key': key, 'captcha-code': '?????' }]
    for (const headers of wrong) {
      const { status, msg, data } = await ask(headers)
      expect([status, msg, JSON.stringify(data)]).toEqual([400, '验证码不正确', expect.stringContaining('captcha')])
    }
    const kept = await sql`select 1 from auth_sms where phone = '13800138044'`.execute(app().app.database.open)
    expect(kept.rows).toEqual([])
    // The wrong try has spent that picture.
    expect((await ask({ 'captcha-key': key, 'captcha-code': code })).msg).toBe('验证码不正确')
    const next = await captcha()
    expect((await ask({ 'captcha-key': next.key, 'captcha-code': next.code })).msg).toBe('操作成功')
  })

  test('cannot be passed by asking for the plain grant', async () => {
    const { status, body } = await post({ username: 'admin', password: md5(PASSWORD), grant_type: 'password' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error_description: '验证码不正确' })
  })
})

describe('signing in', () => {
  test('answers what clients of this family read', async () => {
    const { status, body } = await signIn('school', md5(PASSWORD))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'bearer',
      tenant_id: TENANT,
      account: 'school',
      user_name: 'school',
      role_name: 'school,principal',
      avatar: '',
      detail: { type: 'web' },
    })
    expect(body['user_id']).toMatch(/^\d+$/)
    expect(body['expires_in']).toBeGreaterThan(3000)
    for (const [name, value] of Object.entries(body)) expect(value, name).not.toBeNull()
  })

  test('takes the password as AES over MD5', async () => {
    const key = Buffer.from(app().config.signInKey, 'latin1')
    const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16))
    const sent = Buffer.concat([cipher.update(md5(PASSWORD)), cipher.final()]).toString('base64')
    expect(sent).toHaveLength(64)
    expect((await signIn('admin', sent)).status).toBe(200)
    const wrong = createCipheriv('aes-256-cbc', Buffer.alloc(32, 1), Buffer.alloc(16, 1))
    const other = Buffer.concat([wrong.update(md5(PASSWORD)), wrong.final()]).toString('base64')
    expect((await signIn('admin', other)).status).toBe(400)
    await clearFailures()
  })

  test('the plain password is not accepted', async () => {
    expect((await signIn('admin', PASSWORD)).status).toBe(400)
    await clearFailures()
  })

  test('parameters may come as a form', async () => {
    const { key, code } = await captcha()
    const response = await app().app.http.inject({
      method: 'POST',
      url: TOKEN,
      headers: {
        authorization: basic(app().config),
        'content-type': 'application/x-www-form-urlencoded',
        'captcha-key': key,
        'captcha-code': code,
      },
      payload: new URLSearchParams({
        tenantId: TENANT,
        username: 'admin',
        password: md5(PASSWORD),
        grant_type: 'captcha',
      }).toString(),
    })
    expect(response.statusCode).toBe(200)
  })

  test('an unknown account and a wrong password cannot be told apart', async () => {
    const work = { known: [] as number[], unknown: [] as number[] }
    const answers = new Set<string>()
    await signIn('admin', md5(PASSWORD))
    for (let i = 0; i < 9; i += 1) {
      await clearFailures()
      for (const [kind, name] of [
        ['known', 'exam'],
        ['unknown', `nobody${i}`],
      ] as const) {
        const before = process.cpuUsage()
        const { status, body } = await signIn(name, md5('wrong'))
        const { user, system } = process.cpuUsage(before)
        work[kind].push(user + system)
        answers.add(JSON.stringify([status, body]))
      }
    }
    await clearFailures()
    expect([...answers]).toHaveLength(1)
    expect([...answers][0]).toContain('用户名或密码错误')
    // argon2id dominates both; without the decoy the unknown account would be answered with almost no work
    expect(middleOf(work.unknown)).toBeGreaterThan(middleOf(work.known) * 0.4)
  })

  test.each([
    ['an unknown client', `Basic ${Buffer.from('sword:sword_secret').toString('base64')}`],
    ['a wrong secret', `Basic ${Buffer.from('saber:wrong_secret').toString('base64')}`],
    ['no client', ''],
    ['rubbish', 'Basic ???'],
  ])('%s is refused', async (_title, authorization) => {
    const { status, body } = await post({ username: 'admin', password: md5(PASSWORD) }, { authorization })
    expect(status).toBe(401)
    expect(body).toMatchObject({ error: 'invalid_client' })
  })

  test('a missing or unknown tenant and an unknown grant are refused in words', async () => {
    const blank = await signInWith({ 'tenant-id': '' }, { tenantId: '' })
    expect(blank.body).toMatchObject({ error_description: '租户ID未找到' })
    const unknown = await signInWith({ 'tenant-id': '999999' }, {})
    expect(unknown.body).toMatchObject({ error_description: '未获得用户的租户信息' })
    expect((await post({ grant_type: 'nothing' })).body).toMatchObject({ error: 'unsupported_grant_type' })
  })
})

async function signInWith(headers: Record<string, string>, query: Record<string, string>): Promise<Answer> {
  const { key, code } = await captcha()
  return post(
    { username: 'admin', password: md5(PASSWORD), grant_type: 'captcha', ...query },
    { 'captcha-key': key, 'captcha-code': code, ...headers },
  )
}

describe('failures', () => {
  async function lockedSeconds(key: string): Promise<number> {
    const found = await sql<{ wait: number }>`select ceil(extract(epoch from locked_until - now()))::int as wait
      from auth_failure where key = ${key}`.execute(app().app.database.open)
    return found.rows[0]?.wait ?? 0
  }

  test('after five an account is locked at that address, longer each time, even for the right password', async () => {
    const key = `p:${TENANT}:teacher@10.0.0.${address}`
    for (let i = 0; i < 5; i += 1) expect((await signIn('teacher', md5('wrong'))).status).toBe(400)
    expect(await lockedSeconds(key)).toBeGreaterThan(25)
    const { status, body } = await signIn('teacher', md5(PASSWORD))
    expect(status).toBe(400)
    expect(body['error_description']).toMatch(/^登录错误次数过多,请稍后再试/)
    await sql`update auth_failure set locked_until = now() where key = ${key}`.execute(app().app.database.open)
    await signIn('teacher', md5('wrong'))
    expect(await lockedSeconds(key)).toBeGreaterThan(55)
    await sql`update auth_failure set locked_until = now() where key = ${key}`.execute(app().app.database.open)
    expect((await signIn('teacher', md5(PASSWORD))).status).toBe(200)
    expect(await lockedSeconds(key)).toBe(0)
  })

  test('an unknown account is locked the same way', async () => {
    for (let i = 0; i < 5; i += 1) await signIn('ghost', md5('wrong'))
    expect((await signIn('ghost', md5('wrong'))).body['error_description']).toMatch(/^登录错误次数过多/)
  })

  test('an address that tries many accounts is locked too', async () => {
    await sql`insert into auth_failure (key, fails, last_time, locked_until) values (${`i:10.0.0.${address}`}, 29, now(), now())`.execute(
      app().app.database.open,
    )
    await signIn('somebody', md5('wrong'))
    expect(await lockedSeconds(`i:10.0.0.${address}`)).toBeGreaterThan(25)
    expect((await signIn('admin', md5(PASSWORD))).body['error_description']).toMatch(/^登录错误次数过多/)
    address += 1
    expect((await signIn('admin', md5(PASSWORD))).status).toBe(200)
  })
})

describe('a session', () => {
  test('ends at once when its user logs out', async () => {
    const { access_token: token } = await tokensOf()
    expect((await whoAmI(token)).status).toBe(200)
    const response = await app().app.http.inject({
      url: '/api/blade-auth/oauth/logout',
      headers: { 'blade-auth': `bearer ${token}` },
    })
    expect(response.json()).toEqual({ success: 'true', msg: 'success' })
    expect(await whoAmI(token)).toEqual({ status: 401, msg: '令牌已失效' })
  })

  test('log-out without a session does not fail', async () => {
    const { status, body } = await app().anonymous.get('/api/blade-auth/oauth/logout')
    expect([status, body]).toEqual([200, { success: 'true', msg: 'success' }])
    expect((await app().anonymous.get('/api/blade-auth/oauth/clear-cache')).body).toEqual(body)
  })

  test('ends everywhere at once when all of a user are ended', async () => {
    const [one, two] = [await tokensOf('exam'), await tokensOf('exam')]
    expect((await whoAmI(one.access_token)).status).toBe(200)
    const { database } = app().app
    const found = await sql<{ user_id: string }>`select user_id from auth_session limit 1`.execute(database.open)
    expect(found.rows).toHaveLength(1)
    const user = await sql<{ id: string }>`select id from sys_user where account = 'exam'`.execute(
      database.tenant(TENANT),
    )
    // Another process ends them: this one hears of it through the database.
    const elsewhere = new Sessions(database, new Listener(app().databaseUrl, database.pool), () =>
      Promise.resolve(undefined),
    )
    await elsewhere.endAll(user.rows[0]?.id ?? '')
    await new Promise((wait) => setTimeout(wait, 200))
    expect((await whoAmI(one.access_token)).status).toBe(401)
    expect((await whoAmI(two.access_token)).status).toBe(401)
  })

  test('is not remembered by a read that began before it ended', async () => {
    const { database } = app().app
    let letGo = () => {}
    const held = new Promise<void>((go) => {
      letGo = go
    })
    const user = { user: { id: '1' } as never, scope: { level: 'all' as const } }
    const sessions = new Sessions(database, new Listener(app().databaseUrl, database.pool), () => held.then(() => user))
    const { accessToken } = await sessions.open(TENANT, '1', { ip: '', agent: '' })
    const early = sessions.find(accessToken)
    await new Promise((wait) => setTimeout(wait, 50))
    await sessions.endAll('1')
    letGo()
    await early
    expect(await sessions.find(accessToken)).toBeUndefined()
  })

  test('is renewed by its refresh token, and the old pair is dead', async () => {
    const old = await tokensOf()
    await sql`update auth_session set access_expire = now() - interval '1 second' where token_hash is not null and refresh_hash is not null`.execute(
      app().app.database.open,
    )
    // The refresh still carries the expired token; that must not stand in its way.
    const renewed = await post(
      { tenantId: TENANT, refresh_token: old.refresh_token, grant_type: 'refresh_token', scope: 'all' },
      { 'blade-auth': `bearer ${old.access_token}` },
    )
    expect(renewed.status).toBe(200)
    expect(renewed.body).toMatchObject({ account: 'admin', role_name: 'administrator' })
    expect((await whoAmI(String(renewed.body['access_token']))).status).toBe(200)
    expect((await whoAmI(old.access_token)).status).toBe(401)
    const again = await post({ refresh_token: old.refresh_token, grant_type: 'refresh_token' })
    expect([again.status, again.body['error_description']]).toEqual([400, '令牌授权已过期'])
  })

  test('ends with its session when a used refresh token comes again, but for two windows at the same moment', async () => {
    const first = await tokensOf()
    const other = await tokensOf()
    const renew = (refresh: unknown) => post({ refresh_token: String(refresh), grant_type: 'refresh_token' })
    const second = (await renew(first.refresh_token)).body
    const third = (await renew(second['refresh_token'])).body
    expect((await renew(first.refresh_token)).status).toBe(400)
    expect((await whoAmI(String(third['access_token']))).status).toBe(200)
    await sql`update auth_used_refresh set use_time = use_time - interval '11 seconds'`.execute(app().app.database.open)
    expect((await renew(first.refresh_token)).status).toBe(400)
    expect((await whoAmI(String(third['access_token']))).status).toBe(401)
    expect((await renew(third['refresh_token'])).status).toBe(400)
    expect((await whoAmI(other.access_token)).status).toBe(200)
  })

  test('may be named in the query, with or without the word bearer', async () => {
    const { access_token: token } = await tokensOf()
    for (const given of [token, `bearer ${token}`, `BEARER ${token}`]) {
      const { status } = await app().anonymous.get('/api/blade-auth/oauth/user-info', { 'Blade-Auth': given })
      expect(status).toBe(200)
    }
  })

  test('survives the upload of the local error log', async () => {
    const { access_token: token } = await tokensOf()
    const response = await app().app.http.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/logout',
      headers: { 'blade-auth': `bearer ${token}` },
      payload: [{ url: '/exam', time: '2026-01-01 08:00:00', type: 'error', message: '脚本错误', stack: '', info: '' }],
    })
    expect(response.statusCode).toBe(200)
    expect((await whoAmI(token)).status).toBe(200)
    const { databaseUrl } = app()
    const kept = await import('pg').then(async ({ default: pg }) => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      const result = await client.query(`select entries::text as entries from client_error_log`)
      await client.end()
      return result.rows
    })
    expect(JSON.stringify(kept)).toContain('脚本错误')
  })
})

describe('after signing in', () => {
  test('buttons are a forest whose leaves carry no children', async () => {
    const { access_token: token } = await tokensOf('exam')
    const { body } = await app().anonymous.get('/api/blade-system/menu/buttons', { 'Blade-Auth': token })
    const menus = body['data'] as { children: Record<string, unknown>[] }[]
    expect(menus.length).toBeGreaterThan(5)
    for (const menu of menus) {
      expect(menu.children.length).toBeGreaterThan(0)
      for (const button of menu.children) {
        expect(button).not.toHaveProperty('children')
        expect(button).toMatchObject({ category: 2 })
      }
    }
    const codes = menus.flatMap((menu) => menu.children.map((button) => button['code']))
    expect(codes).toContain('examinfo_add')
    expect(codes).not.toContain('param_edit')
  })

  test('menus show what the user may open; without a user nothing', async () => {
    const { access_token: token } = await tokensOf('exam')
    const mine = await app().anonymous.get('/api/blade-system/menu/routes', { 'Blade-Auth': token })
    const titles = JSON.stringify(mine.body['data'])
    expect(titles).toContain('考试信息')
    expect(titles).not.toContain('系统参数')
    expect((await app().anonymous.get('/api/blade-system/menu/routes')).data).toEqual([])
    expect((await app().anonymous.get('/api/blade-system/menu/top-menu')).data).toEqual([])
  })

  test('user-info names roles, and buttons need a session', async () => {
    const { access_token: token } = await tokensOf('school')
    const { body } = await app().anonymous.get('/api/blade-auth/oauth/user-info', { 'Blade-Auth': token })
    expect(body['data']).toMatchObject({
      account: 'school',
      roles: ['school', 'principal'],
      role_name: 'school,principal',
    })
    const refused = await app().anonymous.get('/api/blade-system/menu/buttons')
    expect([refused.status, refused.msg]).toEqual([401, '缺失令牌,鉴权失败'])
  })

  test('a tenant is known by the origin of its address, with or without a path', async () => {
    const { database } = app().app
    await sql`update tenant set domain_url = 'https://exam.example.cn' where tenant_id = ${TENANT}`.execute(
      database.open,
    )
    for (const domain of ['https://exam.example.cn', 'https://exam.example.cn/login']) {
      const { data } = await app().anonymous.get('/api/blade-system/tenant/info', { domain })
      expect(data).toMatchObject({ tenantId: TENANT, domain: 'https://exam.example.cn' })
    }
    expect((await app().anonymous.get('/api/blade-system/tenant/info', { domain: 'https://else.cn' })).data).toEqual({})
  })
})

describe('settings', () => {
  function config(env: Record<string, string>) {
    return readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'xueheng-config-')), ...env })
  }

  test('the well-known client exists in demo mode only', () => {
    expect(config({ DEMO: '1' }).client).toEqual({ id: 'saber', secret: 'saber_secret' })
    expect(config({ DEMO: '0' }).client.secret).not.toBe('saber_secret')
    expect(config({ DEMO: '0' }).client.secret).not.toBe(config({ DEMO: '0' }).client.secret)
  })

  test('demo mode listens on this machine only, and only it may go without captcha', () => {
    expect(() => config({ DEMO: '1', HOST: '0.0.0.0' })).toThrow('HOST')
    expect(() => config({ HOST: '192.168.1.2' })).toThrow('HOST')
    expect(config({ DEMO: '0', HOST: '0.0.0.0', TRUST_PROXY: '10.0.0.2' }).host).toBe('0.0.0.0')
    expect(() => config({ DEMO: '0', CAPTCHA: 'off' })).toThrow('CAPTCHA')
    expect(config({ DEMO: '1', CAPTCHA: 'off' }).isCaptchaOn).toBe(false)
  })

  test('a fault is named with its setting', () => {
    expect(() => config({ PORT: 'http' })).toThrow(/^PORT: /)
    expect(() => config({ STORAGE: 's3' })).toThrow('S3_ENDPOINT')
    expect(() => config({ ROLES: 'web,nobody' })).toThrow('ROLES')
  })

  test('with an outside database demo mode must be asked for', () => {
    expect(config({ DATABASE_URL: 'postgres://127.0.0.1/y' }).isDemo).toBe(false)
    expect(config({}).isDemo).toBe(true)
  })
})
