import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, basic, useTestApp } from './harness.ts'
import { PASSWORD, accountOf, useDoor } from './fixtures/door.ts'
import { md5 } from '../src/domains/credentials/password.ts'
import { OIDC_CLIENT, OIDC_SECRET, type OidcProvider, startOidcProvider } from './oidc-provider.ts'

/* What is refused to whoever comes in or looks after his own proofs, in words. */

const app = useTestApp({ ROLES: 'web' })
const { open, inside, send, token, sealedText, withPassword } = useDoor(app)
const PROVIDER = '/api/blade-system/social-provider/submit'
let provider: OidcProvider
let admin: Client

const bureau = () => ({
  source: 'bureau',
  title: '统一认证',
  kind: 'oidc',
  issuer: provider.issuer,
  clientId: OIDC_CLIENT,
  clientSecret: OIDC_SECRET,
  isEnabled: 1,
})

beforeAll(async () => {
  provider = await startOidcProvider()
  admin = await app().user({ role: 'administrator' })
  expect((await admin.post(PROVIDER, bureau())).msg).toBe('操作成功')
})
afterAll(() => provider.close())

describe('guesses of one who is signed in', () => {
  test('at the number of an authenticator are few', async () => {
    const user = await app().user({ role: 'exam' })
    await user.post('/api/blade-auth/second-factor/enrol')
    const confirm = () => user.post('/api/blade-auth/second-factor/confirm', { code: '000000' })
    for (let i = 0; i < 5; i += 1) expect((await confirm()).msg).toBe('动态验证码不正确')
    const late = await confirm()
    expect([late.status, late.msg]).toEqual([429, expect.stringMatching(/^操作过于频繁，请\d+秒后再试$/)])
    expect((await user.get('/api/blade-auth/second-factor/status')).data.isOn).toBe(0)
  })
})

describe('a forgotten password', () => {
  const phone = '13800138021'
  const reset = (id: string, value: string, password: string) =>
    send('/api/blade-auth/oauth/reset-password', { phone, id, value, password: sealedText(password) })

  test('is judged before the code is tried, so that nobody spends tries on a short one', async () => {
    const short = await reset('none', '000000', 'kurz')
    expect([short.status, short.body['msg']]).toEqual([400, '密码至少8位'])
    const tries = await sql`select 1 from auth_failure where key like ${`%phone:${phone}%`}`.execute(open())
    expect(tries.rows).toEqual([])
  })

  test('names its field where only the account shows that it cannot be', async () => {
    const user = await app().user({ role: 'school' })
    await sql`update sys_user set phone = ${phone} where id = ${user.userId}`.execute(inside())
    const asked = await send('/api/blade-auth/oauth/sms-code', { phone, isReset: '1' })
    const id = String(asked.body['data'].id)
    const { createHmac } = await import('node:crypto')
    const hash = createHmac('sha256', app().config.masterKey).update(`reset:${id}:246810`).digest('hex')
    await sql`update auth_sms set code_hash = ${hash} where id = ${id}`.execute(open())
    const { status, body } = await reset(id, '246810', `${accountOf(user)}-x`)
    expect([status, body['msg']]).toEqual([400, '密码不能包含账号'])
    expect(JSON.stringify(body)).toContain('"field":"password"')
    expect((await withPassword(accountOf(user), PASSWORD)).status).toBe(200)
  })
})

test.each(['sms_code', 'social', 'password'])('nobody comes in by %s without a tenant', async (grant) => {
  const { status, body } = await token({ grant_type: grant, phone: '13800138000', source: 'bureau' }, '')
  expect([status, body['error_description']]).toEqual([400, '租户ID未找到'])
})

test('a second factor is taken away from somebody who is named', async () => {
  const { status, msg } = await admin.post('/api/blade-auth/second-factor/reset', undefined, { userIds: ',' })
  expect([status, msg]).toEqual([400, '请选择至少一条数据'])
})

describe('sign-ins', () => {
  test('of oneself are not ended by force', async () => {
    const { rows } = await sql<{ id: string }>`select id from auth_session where user_id = ${admin.userId}`.execute(
      open(),
    )
    const { status, msg } = await admin.post('/api/blade-auth/online/kick', undefined, { ids: rows[0]?.id })
    expect([status, msg]).toEqual([400, '不能强制自己下线，请退出登录'])
    expect((await admin.get('/api/blade-user/info')).status).toBe(200)
  })
})

describe('a client of other programs', () => {
  const CLIENT = '/api/blade-system/client'

  test('is kept as a whole or not at all', async () => {
    const nameless = await admin.post(`${CLIENT}/submit`, { clientSecret: 'a-long-secret', scope: 'half' })
    expect([nameless.status, nameless.msg]).toEqual([400, expect.stringContaining('应用编号')])
    const { data } = await admin.get(`${CLIENT}/list`, { size: 100 })
    expect(data.records.map((row: { scope: string }) => row.scope)).not.toContain('half')
  })
})

describe('a provider of sign-ins', () => {
  test('has a code that fits into an address', async () => {
    for (const source of ['Bureau', '1st', 'a-b', '局']) {
      const { status, msg } = await admin.post(PROVIDER, { ...bureau(), source })
      expect([source, status, msg]).toEqual([source, 400, '来源代码由小写字母、数字、下划线组成'])
    }
  })

  test('of its own kind of service has the address of that service', async () => {
    const nowhere = await admin.post(PROVIDER, { ...bureau(), source: 'nowhere', issuer: '' })
    expect([nowhere.status, nowhere.msg, JSON.stringify(nowhere.data)]).toEqual([
      400,
      '请输入服务地址',
      expect.stringContaining('issuer'),
    ])
    const kept = await sql`select 1 from social_provider where source = 'nowhere'`.execute(inside())
    expect(kept.rows).toEqual([])
  })

  test('that does not answer is told from one that refuses', async () => {
    // Nobody listens there.
    const gone = { ...bureau(), source: 'gone', issuer: 'http://127.0.0.1:9' }
    expect((await admin.post(PROVIDER, gone)).msg).toBe('操作成功')
    const answer = await app().anonymous.get('/api/blade-auth/oauth/render/gone', { tenantId: TENANT })
    expect([answer.status, answer.msg]).toEqual([400, '第三方登录服务没有应答，请稍后再试'])
  })

  test('brings nobody whose password breaks the rules or whose tenant is gone, and the proof of who it is stays', async () => {
    const http = app().app.http
    const left = await http.inject({ url: '/api/blade-auth/oauth/render/bureau', query: { tenantId: TENANT } })
    const back = provider.signIn(String(left.headers.location), 'short-1').searchParams
    const named = { source: 'bureau', code: String(back.get('code')), state: String(back.get('state')) }
    const arrived = await http.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { tenantId: TENANT, grant_type: 'social', ...named },
      headers: { authorization: basic(app().config), cookie: String(left.headers['set-cookie']).split(';')[0] ?? '' },
    })
    const oauthId = String(arrived.json<Record<string, unknown>>()['oauth_id'])
    const register = (password: string) =>
      app().anonymous.post('/api/blade-user/register-guest', undefined, {
        tenantId: TENANT,
        account: 'short1',
        name: '访客',
        password,
        oauthId,
      })
    const refused = await register('kurz')
    expect([refused.status, refused.msg]).toEqual([400, '密码至少8位'])
    const setRemoved = (isDeleted: number) =>
      sql`update tenant set is_deleted = ${isDeleted} where tenant_id = ${TENANT}`.execute(open())
    await setRemoved(1)
    const homeless = await register('Lantern-7731-Hill')
    await setRemoved(0)
    expect([homeless.status, homeless.msg]).toEqual([400, '租户信息错误!'])
    const kept = await sql`select 1 from sys_user where account = 'short1'`.execute(inside())
    expect(kept.rows).toEqual([])
    expect((await register('Lantern-7731-Hill')).msg).toBe('操作成功')
    expect((await withPassword('short1', md5('x'))).status).toBe(400)
  })
})
