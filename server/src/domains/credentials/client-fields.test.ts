import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { md5 } from './password.ts'

const app = useTestApp({ ROLES: 'web' })
const CLIENT = '/api/blade-system/client'
const PASSWORD = 'Test@2026'
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

const body = (clientId: string, more: object = {}) => ({
  clientId,
  clientSecret: 'a-long-secret',
  authorizedGrantTypes: 'password,refresh_token',
  accessTokenValidity: 600,
  refreshTokenValidity: 6000,
  ...more,
})

test('a client keeps what other programs of the API family say of it, and who made it', async () => {
  const said = {
    resourceIds: 'exam',
    scope: 'all,read',
    authorities: 'teacher',
    webServerRedirectUri: 'https://example.cn/back',
    autoapprove: 'true',
  }
  const { data } = await admin.post(`${CLIENT}/submit`, body('family', said))
  expect(data).toMatchObject({ ...said, createUser: admin.userId, updateUser: admin.userId, status: 1, isDeleted: 0 })
  const plain = await admin.post(`${CLIENT}/submit`, body('plain'))
  expect(plain.data).toMatchObject({ scope: 'all', resourceIds: null, proofMinutes: 10 })
})

test('making a client says that other programs do not show first passwords; changing it does not', async () => {
  const made = await admin.post(`${CLIENT}/submit`, body('told'))
  expect(made.data.notice).toMatch(/不会显示首次密码/)
  expect((await admin.post(`${CLIENT}/submit`, { id: made.data.id, scope: 'read' })).data.notice).toBeNull()
})

/** Signs in with a client and resets a password half an hour later. */
async function resetLater(clientId: string) {
  const user = await app().user({ role: 'administrator' })
  const answer = await app().app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId: TENANT, username: `u${user.userId}`, password: md5(PASSWORD), grant_type: 'password' },
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:a-long-secret`).toString('base64')}`,
      'tenant-id': TENANT,
    },
  })
  const { access_token: token } = answer.json<{ access_token: string }>()
  await sql`update auth_session set fresh_time = fresh_time - interval '30 minutes'`.execute(app().app.database.open)
  const reset = await app().app.http.inject({
    method: 'POST',
    url: '/api/blade-user/reset-password',
    query: { userIds: user.userId },
    headers: { 'blade-auth': `bearer ${token}` },
  })
  return reset.json<{ code: number; msg: string }>()
}

describe('a sign-in of another program', () => {
  test('is no proof for half an hour, and the refusal says what to do', async () => {
    await admin.post(`${CLIENT}/submit`, body('short'))
    expect(await resetLater('short')).toMatchObject({ code: 403, msg: expect.stringMatching(/请重新登录后再试/) })
  })

  test('is one where an administrator said so', async () => {
    const { msg } = await admin.post(`${CLIENT}/submit`, body('long', { proofMinutes: 60 }))
    expect(msg).toBe('操作成功')
    expect(await resetLater('long')).toMatchObject({ code: 200 })
  })

  test('is said to be one only by who just proved who they are', async () => {
    const late = await app().user({ role: 'administrator' })
    await sql`update auth_session set fresh_time = now() - interval '1 hour' where user_id = ${late.userId}`.execute(
      app().app.database.open,
    )
    expect((await late.post(`${CLIENT}/submit`, body('late', { proofMinutes: 60 }))).status).toBe(403)
    expect((await late.post(`${CLIENT}/submit`, body('late'))).status).toBe(200)
  })
})

test('the sign-in of the program itself never counts longer', async () => {
  const { data } = await admin.get(`${CLIENT}/list`, { clientId: app().config.client.id })
  const own = data.records.find((row: { clientId: string }) => row.clientId === app().config.client.id)
  const answer = await admin.post(`${CLIENT}/submit`, { id: own.id, proofMinutes: 60 })
  expect([answer.status, answer.msg]).toEqual([400, '系统自用的应用不可延长'])
})
