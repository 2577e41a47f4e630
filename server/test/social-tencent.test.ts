import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WECHAT_FAULTS, WECOM_FAULTS } from '../src/domains/sign-in/social/tencent.ts'
import { TENANT, basic, useTestApp } from './harness.ts'
import { type TencentProvider, startTencentProvider } from './tencent-provider.ts'

const app = useTestApp()
let server: TencentProvider

const CORP = { source: 'wecom', title: '企业微信', kind: 'wecom', clientId: 'wwcorp01', agentId: '1000002' }
const SITE = { source: 'wechat', title: '微信', kind: 'wechat', clientId: 'wx0123456789abcdef' }
const SECRET = 'a secret/with+signs'

beforeAll(async () => {
  server = await startTencentProvider()
  const admin = await app().user({ role: 'administrator' })
  for (const provider of [CORP, SITE]) {
    const sent = { ...provider, issuer: `${server.base}/`, clientSecret: SECRET, isEnabled: 1 }
    expect((await admin.post('/api/blade-system/social-provider/submit', sent)).status).toBe(200)
  }
})
afterAll(() => server.close())
beforeEach(() => void server.asked())

async function leave(source: string) {
  const response = await app().app.http.inject({
    url: `/api/blade-auth/oauth/render/${source}`,
    query: { tenantId: TENANT },
    headers: { host: 'exam.example.cn' },
  })
  expect(response.statusCode).toBe(302)
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
  return { address: new URL(String(response.headers.location)), cookie }
}

/** Signs in with the code the provider sent the browser back with. */
async function come(source: string, code = 'a-code'): Promise<Record<string, unknown>> {
  const { address, cookie } = await leave(source)
  const state = address.searchParams.get('state') ?? ''
  const response = await app().app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId: TENANT, grant_type: 'social', scope: 'all', source, code, state },
    headers: { authorization: basic(app().config), 'tenant-id': TENANT, cookie },
  })
  return response.json()
}

describe('WeCom', () => {
  let tokens = 0
  beforeEach(() => {
    server.answer('/cgi-bin/gettoken', () => {
      tokens += 1
      return { errcode: 0, errmsg: 'ok', access_token: `token-${tokens}`, expires_in: 7200 }
    })
    server.answer('/cgi-bin/auth/getuserinfo', { errcode: 0, errmsg: 'ok', userid: 'ZhangSan', user_ticket: 't' })
    server.answer('/cgi-bin/user/get', { errcode: 0, errmsg: 'ok', userid: 'ZhangSan', name: '张三' })
  })

  test('shows its picture to scan for the app of the company', async () => {
    const { address } = await leave('wecom')
    expect(address.origin + address.pathname).toBe(`${server.base}/wwlogin/sso/login`)
    const { state, ...query } = Object.fromEntries(address.searchParams)
    expect(query).toEqual({
      login_type: 'CorpApp',
      appid: CORP.clientId,
      agentid: CORP.agentId,
      redirect_uri: 'http://exam.example.cn/oauth/redirect/wecom',
    })
    expect(state).toMatch(/^[0-9A-Za-z]{32,128}$/)
  })

  test('names the member, with one token of the app for many sign-ins', async () => {
    expect(await come('wecom', 'code-1')).toMatchObject({ role_name: 'guest', nick_name: '张三' })
    expect(server.asked()).toEqual([
      { method: 'GET', path: '/cgi-bin/gettoken', query: { corpid: CORP.clientId, corpsecret: SECRET } },
      { method: 'GET', path: '/cgi-bin/auth/getuserinfo', query: { access_token: 'token-1', code: 'code-1' } },
      { method: 'GET', path: '/cgi-bin/user/get', query: { access_token: 'token-1', userid: 'ZhangSan' } },
    ])
    await come('wecom', 'code-2')
    expect(server.asked().map(({ path }) => path)).toEqual(['/cgi-bin/auth/getuserinfo', '/cgi-bin/user/get'])
  })

  test('a token taken back early is asked for anew, once', async () => {
    server.answer('/cgi-bin/auth/getuserinfo', (query) =>
      query.get('access_token') === 'token-1' ? { errcode: 42001 } : { errcode: 0, userid: 'ZhangSan' },
    )
    expect(await come('wecom')).toMatchObject({ nick_name: '张三' })
    expect(server.asked().map(({ path, query }) => [path, query['access_token']])).toEqual([
      ['/cgi-bin/auth/getuserinfo', 'token-1'],
      ['/cgi-bin/gettoken', undefined],
      ['/cgi-bin/auth/getuserinfo', 'token-2'],
      ['/cgi-bin/user/get', 'token-2'],
    ])
    server.answer('/cgi-bin/auth/getuserinfo', { errcode: 40014, errmsg: 'invalid access_token' })
    expect(await come('wecom')).toMatchObject({ error_description: '第三方登录失败（错误码40014），请联系管理员' })
    expect(server.asked()).toHaveLength(3)
  })

  test('a member whose name the app may not read goes by the userid', async () => {
    server.answer('/cgi-bin/user/get', { errcode: 60011, errmsg: 'no privilege' })
    expect(await come('wecom')).toMatchObject({ nick_name: 'ZhangSan' })
  })

  test('the key of older installations is read too', async () => {
    server.answer('/cgi-bin/auth/getuserinfo', { errcode: 0, UserId: 'lisi', DeviceId: 'd' })
    server.answer('/cgi-bin/user/get', { errcode: 0, name: '李四' })
    expect(await come('wecom')).toMatchObject({ nick_name: '李四' })
  })

  test('a stranger to the company stays outside', async () => {
    server.answer('/cgi-bin/auth/getuserinfo', { errcode: 0, openid: 'o-1', external_userid: 'wm-1' })
    expect(await come('wecom')).toMatchObject({ error_description: '只有本企业的成员可以登录' })
  })

  test.each(Object.entries(WECOM_FAULTS))('errcode %s is told in words', async (code, words) => {
    server.answer('/cgi-bin/auth/getuserinfo', { errcode: Number(code), errmsg: 'not ok' })
    expect(await come('wecom')).toMatchObject({ error: 'invalid_grant', error_description: words })
  })
})

describe('WeChat', () => {
  const TOKEN = { access_token: 'wx-token', expires_in: 7200, refresh_token: 'r', openid: 'o-9', scope: 'snsapi_login' }
  beforeEach(() => {
    server.answer('/sns/oauth2/access_token', { ...TOKEN, unionid: 'u-9' })
    server.answer('/sns/userinfo', { openid: 'o-9', unionid: 'u-9', nickname: '王五', headimgurl: 'https://a.cn/1' })
  })

  test('shows its picture to scan for the web site', async () => {
    const { address } = await leave('wechat')
    expect(address.origin + address.pathname + address.hash).toBe(`${server.base}/connect/qrconnect#wechat_redirect`)
    const { state, ...query } = Object.fromEntries(address.searchParams)
    expect(query).toEqual({
      appid: SITE.clientId,
      redirect_uri: 'http://exam.example.cn/oauth/redirect/wechat',
      response_type: 'code',
      scope: 'snsapi_login',
    })
    expect(state).toMatch(/^[0-9A-Za-z]{32,128}$/)
  })

  test('names the person', async () => {
    expect(await come('wechat', 'code-9')).toMatchObject({ role_name: 'guest', nick_name: '王五' })
    const { clientId: appid } = SITE
    expect(server.asked()).toEqual([
      {
        method: 'GET',
        path: '/sns/oauth2/access_token',
        query: { appid, secret: SECRET, code: 'code-9', grant_type: 'authorization_code' },
      },
      { method: 'GET', path: '/sns/userinfo', query: { access_token: 'wx-token', openid: 'o-9', lang: 'zh_CN' } },
    ])
  })

  test('who agrees to nothing is told so', async () => {
    expect(await come('wechat', '')).toMatchObject({ error_description: '您没有同意授权，请重新登录' })
    expect(server.asked()).toEqual([])
  })

  test.each(Object.entries(WECHAT_FAULTS))('errcode %s is told in words', async (code, words) => {
    server.answer('/sns/oauth2/access_token', { errcode: Number(code), errmsg: 'not ok' })
    expect(await come('wechat')).toMatchObject({ error: 'invalid_grant', error_description: words })
    server.answer('/sns/oauth2/access_token', TOKEN)
    server.answer('/sns/userinfo', { errcode: Number(code), errmsg: 'not ok' })
    expect(await come('wechat')).toMatchObject({ error_description: words })
  })

  test('whom the token does not name is not looked up', async () => {
    server.answer('/sns/oauth2/access_token', { ...TOKEN, openid: undefined, unionid: 'u-9' })
    expect(await come('wechat')).toMatchObject({ error_description: '第三方登录失败，请重新登录' })
    expect(server.asked().map(({ path }) => path)).toEqual(['/sns/oauth2/access_token'])
  })

  test('a number without words is told as it is', async () => {
    server.answer('/sns/oauth2/access_token', { errcode: 61450 })
    expect(await come('wechat')).toMatchObject({ error_description: '第三方登录失败（错误码61450），请联系管理员' })
  })
})
