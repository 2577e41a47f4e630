import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { md5 } from '../src/domains/credentials/password.ts'
import { type Client, TENANT, basic, useTestApp } from './harness.ts'
import { OIDC_CLIENT, OIDC_SECRET, type OidcProvider, startOidcProvider } from './oidc-provider.ts'

const app = useTestApp()
let provider: OidcProvider
let admin: Client

beforeAll(async () => {
  provider = await startOidcProvider()
  admin = await app().user({ role: 'administrator' })
  const { status, data } = await admin.post('/api/blade-system/social-provider/submit', {
    source: 'bureau',
    title: '教育局统一认证',
    kind: 'oidc',
    issuer: provider.issuer,
    clientId: OIDC_CLIENT,
    clientSecret: OIDC_SECRET,
    isEnabled: 1,
  })
  expect(status).toBe(200)
  expect(data).not.toHaveProperty('clientSecret')
})
afterAll(() => provider.close())

interface Left {
  address: string
  cookie: string
}

async function leave(): Promise<Left> {
  const response = await app().app.http.inject({
    url: '/api/blade-auth/oauth/render/bureau',
    query: { tenantId: TENANT },
  })
  expect(response.statusCode).toBe(302)
  const cookie = String(response.headers['set-cookie'])
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
  return { address: String(response.headers.location), cookie: cookie.split(';')[0] ?? '' }
}

async function arrive(
  back: URL,
  cookie: string,
  tenantId = TENANT,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await app().app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: {
      tenantId,
      grant_type: 'social',
      scope: 'all',
      source: back.pathname.split('/').at(-1) ?? '',
      code: back.searchParams.get('code') ?? '',
      state: back.searchParams.get('state') ?? '',
    },
    headers: { authorization: basic(app().config), 'tenant-id': tenantId, cookie },
  })
  return { status: response.statusCode, body: response.json() }
}

async function come(sub: string, change: Parameters<OidcProvider['signIn']>[2] = {}) {
  const { address, cookie } = await leave()
  return arrive(provider.signIn(address, sub, change), cookie)
}

function as(token: unknown) {
  return async (method: 'GET' | 'POST', url: string, query: Record<string, string> = {}) => {
    const response = await app().app.http.inject({
      method,
      url,
      query,
      headers: { 'blade-auth': `bearer ${String(token)}` },
    })
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
  }
}

describe('the way to a provider', () => {
  test('is offered to everybody, without secrets', async () => {
    const { data } = await app().anonymous.get('/api/blade-auth/oauth/sources', { tenantId: TENANT })
    expect(data).toEqual([{ source: 'bureau', title: '教育局统一认证', kind: 'oidc' }])
    const nowhere = await app().anonymous.get('/api/blade-auth/oauth/render/nowhere', { tenantId: TENANT })
    expect([nowhere.status, nowhere.msg]).toEqual([400, '没有这种第三方登录方式'])
  })

  test('keeps its cookie to encrypted connections where there are any', async () => {
    const request = { url: '/api/blade-auth/oauth/render/bureau', query: { tenantId: TENANT } }
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'exam.example' }
    const safe = await app().app.http.inject({ ...request, headers: forwarded })
    expect(String(safe.headers['set-cookie'])).toMatch(/^__Host-xueheng-social=.+; Path=\/; .*; Secure$/)
    const plain = await app().app.http.inject(request)
    expect(String(plain.headers['set-cookie'])).toMatch(/^xueheng-social=(?!.*Secure)/)
  })

  test('carries state, nonce and challenge', async () => {
    const { searchParams } = new URL((await leave()).address)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)?.length).toBeGreaterThan(40)
    expect(searchParams.get('scope')).toBe('openid profile')
  })

  test('keeps the secret sealed in the database', async () => {
    const found = await sql<{ clientSecret: string }>`select client_secret from social_provider`.execute(
      app().app.database.tenant(TENANT),
    )
    expect(found.rows[0]?.clientSecret).toMatch(/^v1\./)
    expect(found.rows[0]?.clientSecret).not.toContain('secret')
  })

  test('an address behind the wall or without encryption is refused', async () => {
    for (const issuer of ['http://169.254.169.254', 'file:///etc/passwd', 'http://intranet.example']) {
      const { status } = await admin.post('/api/blade-system/social-provider/submit', {
        source: 'inner',
        title: '内网',
        kind: 'oidc',
        issuer,
        clientId: 'x',
        clientSecret: 'y',
        isEnabled: 1,
      })
      expect(status).toBe(400)
    }
  })
})

describe('coming back', () => {
  test('serves once, and only in the browser that left', async () => {
    const { address, cookie } = await leave()
    const back = provider.signIn(address, 'thief')
    expect((await arrive(back, 'xueheng-social=other')).body).toMatchObject({
      error_description: '登录状态已失效，请重新登录',
    })
    expect((await arrive(back, cookie)).status).toBe(400)
    const again = await leave()
    const second = provider.signIn(again.address, 'thief')
    expect((await arrive(second, again.cookie)).status).toBe(200)
    expect((await arrive(second, again.cookie)).status).toBe(400)
  })

  test('a provider that was switched off meanwhile brings nobody', async () => {
    const { address, cookie } = await leave()
    const back = provider.signIn(address, 'late')
    const switchTo = (isEnabled: number) =>
      sql`update social_provider set is_enabled = ${isEnabled} where source = 'bureau'`.execute(
        app().app.database.tenant(TENANT),
      )
    await switchTo(0)
    const { status, body } = await arrive(back, cookie)
    await switchTo(1)
    expect([status, body['error_description']]).toEqual([400, '没有这种第三方登录方式'])
  })

  test('a state of another tenant or nobody’s is refused', async () => {
    const { address, cookie } = await leave()
    expect((await arrive(provider.signIn(address, 'a'), cookie, '200001')).status).toBe(400)
    const back = new URL('http://localhost/oauth/redirect/bureau?code=1&state=2')
    expect((await arrive(back, cookie)).status).toBe(400)
  })

  test.each([
    ['another nonce', { claims: { nonce: 'x' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'other' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an old token', { claims: { exp: 1000 } }],
    ['a token of tomorrow', { claims: { iat: Date.now() / 1000 + 86_400 } }],
    ['many audiences without a party', { claims: { aud: [OIDC_CLIENT, 'other'] } }],
    ['no subject', { claims: { sub: '' } }],
    ['no signature', { header: { alg: 'none' }, isUnsigned: true }],
    ['a shared secret', { header: { alg: 'HS256' } }],
    ['a foreign key', { isForeignKey: true }],
    ['an unknown key', { header: { kid: 'two' } }],
  ])('%s is not believed', async (_title, change) => {
    const { status, body } = await come('forged', change)
    expect([status, body['error_description']]).toEqual([400, '第三方登录失败，请重新登录'])
  })

  test('after the provider changed its key, a token of the new key is believed, one that names the old key is not', async () => {
    provider.changeKey('next')
    expect((await come('turned')).status).toBe(200)
    expect((await come('turned', { header: { kid: 'one' } })).status).toBe(400)
  })

  test.each([
    ['of another issuer', { issuer: 'https://evil.example' }, '第三方登录服务的地址与其声明不一致'],
    ['without a place to sign in', { authorization_endpoint: undefined }, '第三方登录服务的地址与其声明不一致'],
    ['with a script for a place', { authorization_endpoint: 'javascript:alert(1)' }, '服务地址须以 https:// 开头'],
    ['that leads to plain http', { authorization_endpoint: 'http://evil.example/' }, '服务地址须以 https:// 开头'],
  ])('a discovery document %s sends nobody anywhere', async (_title, discovery, message) => {
    provider.discovery = discovery
    const response = await app().app.http.inject({
      url: '/api/blade-auth/oauth/render/bureau',
      query: { tenantId: TENANT },
    })
    provider.discovery = {}
    expect(response.headers.location).toBeUndefined()
    expect(response.body).toContain(message)
  })

  test.each([
    ['keys', { jwks_uri: 'http://169.254.169.254/jwks' }],
    ['tokens', { token_endpoint: 'http://intranet.example/token' }],
  ])('%s are not fetched from within the house', async (_title, discovery) => {
    const { address, cookie } = await leave()
    provider.discovery = discovery
    const { status, body } = await arrive(provider.signIn(address, 'inner'), cookie)
    provider.discovery = {}
    expect([status, body['error_description']]).toEqual([400, '服务地址须以 https:// 开头'])
  })

  test('a wrong verifier is refused by the provider', async () => {
    const { address, cookie } = await leave()
    await sql`update auth_ticket set data = jsonb_set(data, '{verifier}', '"other"') where kind = 'state'`.execute(
      app().app.database.open,
    )
    expect((await arrive(provider.signIn(address, 'a'), cookie)).status).toBe(400)
  })
})

const REGISTER = '/api/blade-user/register-guest'

describe('somebody unknown', () => {
  test('gets a session that can only register', async () => {
    const { status, body } = await come('guest-1')
    expect(status).toBe(200)
    expect(body).toMatchObject({ user_id: '', role_name: 'guest', nick_name: '人guest-1', tenant_id: TENANT })
    expect(String(body['oauth_id']).length).toBeGreaterThan(30)
    const call = as(body['access_token'])
    for (const url of ['/api/blade-user/user-list', '/api/blade-system/tenant/select', '/api/blade-system/role/list']) {
      expect(await call('GET', url), url).toMatchObject({ status: 403, body: { msg: '请先完成注册' } })
    }
    expect(await call('GET', '/api/blade-system/menu/routes')).toMatchObject({ status: 200, body: { data: [] } })
    expect(await call('GET', '/api/blade-system/menu/buttons')).toMatchObject({ status: 200, body: { data: [] } })
    expect(await call('GET', '/api/blade-auth/oauth/logout')).toMatchObject({ status: 200 })
    expect((await call('GET', '/api/blade-system/menu/buttons')).status).toBe(401)
  })

  test('is told in order what is missing, and can mend it', async () => {
    const { body } = await come('guest-2')
    const call = as(body['access_token'])
    const msg = async (query: Record<string, string>) => (await call('POST', REGISTER, query)).body['msg']
    const oauthId = String(body['oauth_id'])
    expect(await msg({})).toBe('请先输入租户编号')
    expect(await msg({ tenantId: TENANT })).toBe('请先输入账号名称')
    expect(await msg({ tenantId: TENANT, account: 'guest2' })).toBe('请先输入密码')
    const whole = { tenantId: TENANT, account: 'guest2', password: 'Besuch@2026' }
    expect(await msg({ ...whole, oauthId: 'guessed' })).toBe('第三方登陆信息错误!')
    expect(await msg({ ...whole, tenantId: '200001', oauthId })).toBe('租户信息错误!')
    expect(await msg({ ...whole, account: 'admin', oauthId })).toBe('当前用户 [admin] 已存在!')
    expect(await msg({ ...whole, name: '访客二', oauthId })).toBe('操作成功')
    expect(await msg({ ...whole, account: 'guest2b', oauthId })).toBe('第三方登陆信息错误!')
  })
})

test('of two registrations with one sign-in at a provider one is kept', async () => {
  const { body } = await come('twice')
  const query = { tenantId: TENANT, password: 'Besuch@2026', oauthId: String(body['oauth_id']) }
  const call = as(body['access_token'])
  const both = await Promise.all(['twice1', 'twice2'].map((account) => call('POST', REGISTER, { ...query, account })))
  expect(both.map(({ body: { msg } }) => msg).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    '操作成功',
    '第三方登陆信息错误!',
  ])
})

test('a tenant takes as many accounts as it has bought', async () => {
  const db = app().app.database.tenant(TENANT)
  const { body } = await come('late')
  const query = { tenantId: TENANT, account: 'late', password: 'Besuch@2026', oauthId: String(body['oauth_id']) }
  const most = (n: number) => sql`update tenant set account_number = ${n} where tenant_id = ${TENANT}`.execute(db)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sys_user where is_deleted = 0`.execute(db)
  await most(rows[0]?.n ?? 0)
  expect((await as(body['access_token'])('POST', REGISTER, query)).body['msg']).toBe('当前租户已到最大账号额度!')
  await most((rows[0]?.n ?? 0) + 1)
  expect((await as(body['access_token'])('POST', REGISTER, query)).body['msg']).toBe('操作成功')
  await most(-1)
})

async function apply(sub: string): Promise<string> {
  const { body } = await come(sub)
  const query = {
    tenantId: TENANT,
    name: sub,
    account: sub,
    password: 'Besuch@2026',
    oauthId: String(body['oauth_id']),
  }
  expect((await as(body['access_token'])('POST', REGISTER, query)).status).toBe(200)
  const { data } = await admin.get('/api/blade-user/registration/list', { account: sub, state: 'waiting' })
  expect(data.records).toMatchObject([{ account: sub, source: 'bureau', username: `人${sub}`, state: 'waiting' }])
  return data.records[0].id
}

describe('a registration', () => {
  test('waits, then is let in with roles, and the provider’s door opens', async () => {
    const id = await apply('newcomer')
    expect((await come('newcomer')).body).toMatchObject({ error_description: '注册申请已提交,请耐心等待管理员通过!' })
    const teacher = await app().user({ role: 'teacher' })
    expect((await teacher.post('/api/blade-user/registration/approve', { id, roleIds: '1' })).status).toBe(403)
    const role = await sql<{ id: string }>`select id from sys_role where role_alias = 'teacher'`.execute(
      app().app.database.tenant(TENANT),
    )
    const bare = await admin.post('/api/blade-user/registration/approve', { id, roleIds: ' , ' })
    expect([bare.status, bare.msg]).toEqual([400, '请选择角色'])
    const approved = await admin.post('/api/blade-user/registration/approve', { id, roleIds: role.rows[0]?.id })
    expect(approved.status).toBe(200)
    const { status, body } = await come('newcomer')
    expect([status, body['account'], body['role_name']]).toEqual([200, 'newcomer', 'teacher'])
    expect((await admin.post('/api/blade-user/registration/approve', { id, roleIds: role.rows[0]?.id })).msg).toBe(
      '该申请不存在或已经处理',
    )
  })

  test('is refused with a reason, and may be asked for again', async () => {
    const id = await apply('stranger')
    const refused = await admin.post('/api/blade-user/registration/refuse', { id, reason: '不是本区教师' })
    expect(refused.status).toBe(200)
    const { data } = await admin.get('/api/blade-user/registration/list', { account: 'stranger' })
    expect(data.records).toMatchObject([{ state: 'refused', reason: '不是本区教师' }])
    expect((await come('stranger')).body).toMatchObject({ user_id: '', role_name: 'guest' })
  })

  test('of another tenant does not exist', async () => {
    const id = await apply('inside')
    const other = await app().user({ role: 'administrator', tenantId: '200001' })
    expect((await other.get('/api/blade-user/registration/list', {})).data.records).toEqual([])
    expect((await other.post('/api/blade-user/registration/refuse', { id, reason: 'x' })).msg).toBe(
      '该申请不存在或已经处理',
    )
  })
})

describe('an account', () => {
  test('is bound to a provider by its owner, shown, and freed again', async () => {
    const user = await app().user({ role: 'school' })
    const { address, cookie } = await leave()
    const back = provider.signIn(address, 'owner')
    const sent = { source: 'bureau', code: back.searchParams.get('code'), state: back.searchParams.get('state') }
    expect((await user.post('/api/blade-user/auth-bind', sent, {}, { cookie })).status).toBe(200)
    const { data } = await user.get('/api/blade-user/auth-info', {})
    expect(data).toMatchObject([{ uuid: 'owner', source: 'bureau', username: '人owner' }])
    expect((await come('owner')).body['user_id']).toBe(user.userId)

    const other = await app().user({ role: 'teacher' })
    expect((await other.get('/api/blade-user/auth-info', { userId: user.userId, source: 'bureau' })).status).toBe(403)
    const left = await leave()
    const second = provider.signIn(left.address, 'owner')
    const stolen = { source: 'bureau', code: second.searchParams.get('code'), state: second.searchParams.get('state') }
    expect((await other.post('/api/blade-user/auth-bind', stolen, {}, { cookie: left.cookie })).msg).toBe(
      '该第三方账号已绑定其他用户',
    )
    const freeing = { userId: user.userId, uuid: 'owner', source: 'bureau' }
    expect((await other.post('/api/blade-user/auth-remove', undefined, freeing)).status).toBe(403)
    expect((await user.get('/api/blade-user/auth-info', {})).data).toHaveLength(1)
    const gone = await user.post('/api/blade-user/auth-remove', undefined, {
      userId: user.userId,
      uuid: 'owner',
      source: 'bureau',
    })
    expect(gone.data).toEqual({})
    expect((await user.get('/api/blade-user/auth-info', {})).data).toEqual([])
    expect((await come('owner')).body['user_id']).toBe('')
  })

  test('that is locked is not entered by its provider', async () => {
    const user = await app().user({ role: 'school' })
    const { address, cookie } = await leave()
    const back = provider.signIn(address, 'locked')
    const sent = { source: 'bureau', code: back.searchParams.get('code'), state: back.searchParams.get('state') }
    expect((await user.post('/api/blade-user/auth-bind', sent, {}, { cookie })).status).toBe(200)
    await sql`update sys_user set status = 2 where id = ${user.userId}`.execute(user.db)
    expect((await come('locked')).body).toMatchObject({ error_description: '用户名或密码错误' })
  })

  test('password sign-in goes on as ever', async () => {
    const response = await app().app.http.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { tenantId: TENANT, username: 'teacher', password: md5('Demo@2026'), grant_type: 'password' },
      headers: { authorization: basic(app().config) },
    })
    expect(response.statusCode).toBe(200)
  })
})
