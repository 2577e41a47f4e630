import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, TENANT, basic, useTestApp } from './harness.ts'
import { md5 } from '../src/domains/credentials/password.ts'
import { OIDC_CLIENT, OIDC_SECRET, type OidcProvider, startOidcProvider } from './oidc-provider.ts'
import { type Service, startService } from './signatures.ts'

const PASSWORD = 'Lantern-7731-Hill'

const app = useTestApp()
let provider: OidcProvider
let sms: Service
let admin: Client

beforeAll(async () => {
  provider = await startOidcProvider()
  sms = await startService(() => ({ status: 200, body: '{}' }))
  admin = await app().user({ role: 'administrator' })
  const sent = { source: 'bureau', title: '统一认证', kind: 'oidc', issuer: provider.issuer, isEnabled: 1 }
  const secret = { clientId: OIDC_CLIENT, clientSecret: OIDC_SECRET }
  await admin.post('/api/blade-system/social-provider/submit', { ...sent, ...secret })
})
afterAll(async () => {
  await provider.close()
  await sms.close()
})
beforeEach(() => {
  sms.requests.length = 0
})

/** Somebody unknown comes by the provider and asks for an account; answers the application. */
async function apply(account: string, name = account): Promise<string> {
  const http = app().app.http
  const left = await http.inject({ url: '/api/blade-auth/oauth/render/bureau', query: { tenantId: TENANT } })
  const back = provider.signIn(String(left.headers.location), account).searchParams
  const arrived = await http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: {
      tenantId: TENANT,
      grant_type: 'social',
      source: 'bureau',
      code: String(back.get('code')),
      state: String(back.get('state')),
    },
    headers: { authorization: basic(app().config), cookie: String(left.headers['set-cookie']).split(';')[0] ?? '' },
  })
  const oauthId = String(arrived.json<Record<string, unknown>>()['oauth_id'])
  const query = { tenantId: TENANT, name, account, password: PASSWORD, oauthId }
  const asked = await app().anonymous.post('/api/blade-user/register-guest', undefined, query)
  expect(asked.msg).toBe('操作成功')
  const { data } = await admin.get('/api/blade-user/registration/list', { account })
  return data.records[0].id
}

async function givePhone(account: string, phone: string): Promise<void> {
  await sql`update sys_user set phone = ${phone} where account = ${account}`.execute(app().app.database.tenant(TENANT))
}

async function roleId(): Promise<string> {
  const found = await sql<{ id: string }>`select id from sys_role where role_alias = 'teacher'`.execute(
    app().app.database.tenant(TENANT),
  )
  return found.rows[0]?.id ?? ''
}

/** What the bell of somebody who was let in has for that account alone. */
async function noticesOf(account: string): Promise<string[]> {
  const http = app().app.http
  const signedIn = await http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId: TENANT, username: account, password: md5(PASSWORD), grant_type: 'password' },
    headers: { authorization: basic(app().config), 'tenant-id': TENANT },
  })
  const token = String(signedIn.json<Record<string, unknown>>()['access_token'])
  const found = await http.inject({
    url: '/api/blade-desk/notice/top',
    query: { size: '100' },
    headers: { 'blade-auth': `bearer ${token}` },
  })
  const { data } = found.json<{ data: { records: { title: string; content: string }[] } }>()
  return data.records.flatMap((notice) => (notice.content.includes(` ${account} `) ? [notice.title] : []))
}

const top = async (user: Client) => (await user.get('/api/blade-desk/notice/top')).data.records

test('who may decide hears of somebody who asks; who may not, and a refused application, ring no bell', async () => {
  const decider = await app().user({ role: 'admin' })
  const reader = await app().user({ role: 'teacher' })
  const before = (await top(decider)).length
  await apply('asker', '<b>访客</b>')
  expect(await top(decider)).toMatchObject([
    { title: '有新的注册申请', content: expect.stringContaining('&lt;b&gt;访客&lt;/b&gt;（账号 asker）'), isRead: 0 },
    ...Array.from({ length: before }, () => ({})),
  ])
  expect((await top(reader)).filter((notice: { title: string }) => notice.title === '有新的注册申请')).toEqual([])
  const count = (await top(decider)).length
  const query = { tenantId: TENANT, account: 'asker', password: PASSWORD, oauthId: 'guessed' }
  expect((await app().anonymous.post('/api/blade-user/register-guest', undefined, query)).status).toBe(400)
  expect(await top(decider)).toHaveLength(count)
})

test('without phone or provider the decision stands and nothing is sent', async () => {
  const [silent, phoned] = [await apply('silent'), await apply('early')]
  await givePhone('early', '13700000001')
  for (const [id, told] of [
    [silent, 'noPhone'],
    [phoned, 'skipped'],
  ]) {
    const decided = await admin.post('/api/blade-user/registration/approve', { id, roleIds: await roleId() })
    expect([decided.status, decided.data]).toEqual([200, { told }])
  }
  expect(sms.requests).toEqual([])
  expect(await noticesOf('silent')).toEqual(['您的注册申请已通过'])
  expect(await noticesOf('early')).toEqual(['您的注册申请已通过'])
})

test('the applicant hears by text message how it was decided', async () => {
  const config = { category: 9, smsCode: 'gate', signName: '学衡', templateId: 'code-only', endpoint: sms.address }
  const { data } = await admin.post('/api/blade-resource/sms/submit', config)
  await admin.post('/api/blade-resource/sms/enable', undefined, { id: data.id })

  const untold = await apply('untold')
  await givePhone('untold', '13700000002')
  const decided = await admin.post('/api/blade-user/registration/approve', { id: untold, roleIds: await roleId() })
  expect([decided.status, decided.data]).toEqual([200, { told: 'failed' }])
  expect(sms.requests).toEqual([])

  const content = '{name}，您的{title}（{account}）{result}{reason}'
  await admin.post('/api/blade-resource/sms-template/submit', { kind: 'notify', templateCode: 'N1', content })
  const [welcome, unwelcome] = [await apply('welcome', '王一'), await apply('unwelcome', '李二')]
  await givePhone('welcome', '13700000003')
  await givePhone('unwelcome', '13700000004')
  const [taken, left] = [
    await admin.post('/api/blade-user/registration/approve', { id: welcome, roleIds: await roleId() }),
    await admin.post('/api/blade-user/registration/refuse', { id: unwelcome, reason: '：不是本区教师' }),
  ]
  expect([taken.data, left.data]).toEqual([{ told: 'sent' }, { told: 'sent' }])
  await expect.poll(() => sms.requests.length).toBe(2)
  expect(sms.requests.map((request) => JSON.parse(request.body.toString()) as object)).toMatchObject([
    { phones: '13700000003', template: 'N1', content: '王一，您的注册申请（welcome）已通过' },
    { phones: '13700000004', template: 'N1', content: '李二，您的注册申请（unwelcome）未通过：不是本区教师' },
  ])
})
