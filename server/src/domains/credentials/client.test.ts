import { expect, test } from 'vitest'
import { OTHER_TENANT, useTestApp } from '../../../test/harness.ts'

const app = useTestApp()
const CLIENT = '/api/blade-system/client'

function refresh(id: string, secret: string) {
  return app().app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId: '097108', grant_type: 'refresh_token', refresh_token: 'x' },
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
  })
}

test('a client asks for tokens with its secret, which nobody reads again', async () => {
  const admin = await app().user({ role: 'administrator' })
  const body = {
    clientId: 'app',
    clientSecret: 'first-secret',
    authorizedGrantTypes: 'refresh_token',
    accessTokenValidity: 600,
    refreshTokenValidity: 6000,
  }
  const { data, status } = await admin.post(`${CLIENT}/submit`, body)
  expect(status).toBe(200)
  expect(JSON.stringify(data)).not.toMatch(/secret/i)
  expect((await refresh('app', 'first-secret')).json()['error_description']).toBe('令牌授权已过期')
  expect((await refresh('app', 'wrong')).statusCode).toBe(401)
  await admin.post(`${CLIENT}/submit`, { id: data.id, clientSecret: 'next-secret' })
  expect((await refresh('app', 'first-secret')).statusCode).toBe(401)
  expect((await refresh('app', 'next-secret')).statusCode).toBe(400)
  expect((await admin.post(`${CLIENT}/submit`, body)).msg).toBe('该应用编号已存在')
  expect(
    (
      await admin.post(`${CLIENT}/submit`, {
        clientId: 'b',
        authorizedGrantTypes: 'x',
        accessTokenValidity: 60,
        refreshTokenValidity: 60,
      })
    ).msg,
  ).toBe('请输入应用密钥')
  const list = await admin.get(`${CLIENT}/list`)
  expect(list.data).toMatchObject({ total: 2 })
  expect(JSON.stringify(list.data)).not.toMatch(/secret/i)
  expect((await admin.post(`${CLIENT}/remove`, undefined, { ids: data.id })).status).toBe(200)
  expect((await refresh('app', 'next-secret')).statusCode).toBe(401)
  const own = list.data.records.find((row: { clientId: string }) => row.clientId === app().config.client.id)
  expect((await admin.post(`${CLIENT}/remove`, undefined, { ids: own.id })).msg).toBe('系统自用的应用不可删除')
})

test('a client that is not there is not changed, nor made in its place', async () => {
  const admin = await app().user({ role: 'administrator' })
  const total = async () => (await admin.get(`${CLIENT}/list`)).data.total
  const before = await total()
  const lifetimes = { accessTokenValidity: 600, refreshTokenValidity: 6000 }
  const body = { clientId: 'gone', clientSecret: 'some-secret', authorizedGrantTypes: 'refresh_token', ...lifetimes }
  const answer = await admin.post(`${CLIENT}/submit`, { id: '987654321', ...body })
  expect([answer.status, answer.msg]).toEqual([404, '数据不存在或已被删除'])
  expect(await total()).toBe(before)
  expect((await refresh('gone', 'some-secret')).statusCode).toBe(401)
})

test('only the managing administrators see and change clients', async () => {
  for (const user of [
    await app().user({ role: 'administrator', tenantId: OTHER_TENANT }),
    await app().user({ role: 'admin' }),
  ]) {
    expect((await user.get(`${CLIENT}/list`)).status).toBe(403)
    expect((await user.get(`${CLIENT}/detail`, { id: '1' })).status).toBe(403)
    expect((await user.post(`${CLIENT}/submit`, { clientId: 'x' })).status).toBe(403)
    expect((await user.post(`${CLIENT}/remove`, undefined, { ids: '1' })).status).toBe(403)
  }
})
