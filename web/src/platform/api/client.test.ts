// @vitest-environment happy-dom
import { defineCall } from '@xueheng/contract/kit/call.ts'
import { text } from '@xueheng/contract/kit/field.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, updateSession, useSession } from '../session/store.ts'
import { callApi, downloadUrl, fetchFile, get, post } from './client.ts'
import { bindProof } from './step-up.ts'

/** The network is the one thing that is not ours: it answers as told and remembers what it was asked. */
const asked: { url: string; init: RequestInit }[] = []
let answers: ((url: string) => Response | Promise<Response>) | undefined

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status })
}

function headersOf(at: number): Record<string, string> {
  return asked[at]?.init.headers as Record<string, string>
}

function signInAt(tokenTime: number): void {
  const client = { id: 'saber', secret: 'secret' }
  updateSession({ token: 'old', refreshToken: 'renew', tokenTime, tenantId: '097108', client })
}

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return answers?.(url) ?? json({ code: 200, data: 1 })
  })
  signInAt(Date.now())
})

afterEach(() => {
  answers = undefined
  vi.unstubAllGlobals()
  clearSession()
})

test('what the server asks about is asked of the user, and sent once more after a yes alone', async () => {
  const question = () =>
    new Response('{"code":409,"msg":"甲正在审核，请确认"}', { status: 409, headers: { 'X-Confirm': 'required' } })
  const said: string[] = []
  let isMeant = false
  vi.stubGlobal('confirm', (text: string) => {
    said.push(text)
    return isMeant
  })
  answers = (url) => (url.includes('isConfirmed=1') ? json({ code: 200, data: 1 }) : question())
  await expect(post('/api/a/submit', { body: { id: '1' } })).rejects.toThrow('甲正在审核，请确认')
  expect(asked).toHaveLength(1)
  isMeant = true
  expect(await post('/api/a/submit', { body: { id: '1' } })).toBe(1)
  expect(asked[2]).toMatchObject({ url: '/api/a/submit?isConfirmed=1', init: { body: '{"id":"1"}' } })
  expect(said).toEqual(['甲正在审核，请确认', '甲正在审核，请确认'])
})

test('who has proved who they are is still asked what they mean', async () => {
  const refusal = (status: number, header: string) =>
    new Response(JSON.stringify({ code: status, msg: '先确认' }), { status, headers: { [header]: 'required' } })
  bindProof(async () => true)
  vi.stubGlobal('confirm', () => true)
  const told = [refusal(403, 'X-Step-Up'), refusal(409, 'X-Confirm')]
  answers = () => told.shift() ?? json({ code: 200, data: 1 })
  expect(await post('/api/a/submit', { body: { id: '1' } })).toBe(1)
  expect(asked.map(({ url }) => url)).toEqual(['/api/a/submit', '/api/a/submit', '/api/a/submit?isConfirmed=1'])
  bindProof(undefined)
})

test('every call carries client, token, language and the wish for nulls', async () => {
  await get('/api/a/b', { current: 1, name: '', none: undefined, ids: ['1', '2'] })
  expect(asked[0]?.url).toBe('/api/a/b?current=1&ids=1%2C2')
  expect(headersOf(0)).toMatchObject({
    Authorization: `Basic ${btoa('saber:secret')}`,
    'Blade-Auth': 'bearer old',
    'X-Nulls': 'keep',
    'Accept-Language': 'zh-CN',
  })
})

test('a body is sent as JSON, a query beside it', async () => {
  await post('/api/a/submit', { query: { ids: '1' }, body: { name: '甲' } })
  expect(asked[0]).toMatchObject({ url: '/api/a/submit?ids=1', init: { method: 'POST', body: '{"name":"甲"}' } })
  expect(headersOf(0)['Content-Type']).toBe('application/json')
})

test('a declared call fills its path and sends the rest its own way', async () => {
  const one = defineCall('x.one', {
    method: 'GET',
    path: '/api/x/:id',
    title: '一个',
    access: 'signedIn',
    input: { id: text('主键'), name: text('名称') },
  })
  await callApi(one, { id: 'a/b', name: '甲' })
  expect(asked[0]?.url).toBe('/api/x/a%2Fb?name=%E7%94%B2')
})

test('addresses for pictures and streams carry the raw token', () => {
  expect(downloadUrl('/api/f', { id: 7 })).toBe('/api/f?id=7&Blade-Auth=old')
})

test('a fetched file has the name and the type the server gave it', async () => {
  const headers = { 'Content-Disposition': 'attachment; filename="a.csv"', 'Content-Type': 'text/csv' }
  answers = () => new Response('1,2', { headers })
  expect(await fetchFile('/api/f')).toMatchObject({ name: 'a.csv', type: 'text/csv' })
})

test('code 401 ends the session, other refusals do not', async () => {
  answers = () => json({ code: 403, success: false, data: {}, msg: '请求被拒绝' }, 403)
  await expect(get('/api/a')).rejects.toMatchObject({ code: 403, message: '请求被拒绝' })
  expect(useSession.getState().token).toBe('old')
  answers = () => json({ code: 401, data: null, msg: '令牌已失效' }, 401)
  await expect(get('/api/a')).rejects.toMatchObject({ code: 401 })
  expect(useSession.getState()).toMatchObject({ token: '', hasLeft: false })
})

test('no answer is an error with code 0 and words', async () => {
  answers = () => Promise.reject(new TypeError('failed to fetch'))
  await expect(get('/api/a')).rejects.toMatchObject({ code: 0, message: '网络连接失败，请检查网络后重试' })
})

test('an old token is renewed once, and all calls wait for the new one', async () => {
  signInAt(Date.now() - 3_000_000)
  answers = async (url) => {
    if (!url.includes('/oauth/token')) return json({ code: 200, data: 1 })
    await new Promise((resolve) => setTimeout(resolve, 30))
    return json({ access_token: 'new', refresh_token: 'renew2' })
  }
  await Promise.all([get('/api/a'), get('/api/b'), post('/api/c')])
  expect(asked.filter(({ url }) => url.includes('grant_type=refresh_token'))).toHaveLength(1)
  expect(asked).toHaveLength(4)
  expect([1, 2, 3].map((at) => headersOf(at)['Blade-Auth'])).toEqual(['bearer new', 'bearer new', 'bearer new'])
  expect(useSession.getState()).toMatchObject({ token: 'new', refreshToken: 'renew2' })
  expect(document.cookie).toContain('saber-access-token=new')
})

test('a refused renewal ends the session; one without an answer keeps it', async () => {
  signInAt(Date.now() - 3_000_000)
  answers = () => Promise.reject(new TypeError('offline'))
  await expect(get('/api/a')).rejects.toMatchObject({ code: 0 })
  expect(useSession.getState().token).toBe('old')
  answers = (url) =>
    url.includes('/oauth/token') ? json({ error: 'invalid_grant', error_description: '令牌授权已过期' }, 400) : json({})
  await get('/api/a')
  expect(useSession.getState().token).toBe('')
})

test('a call that wants a proof is repeated once after it, and refused without', async () => {
  const challenge = () =>
    new Response('{"code":403,"msg":"先确认"}', { status: 403, headers: { 'X-Step-Up': 'required' } })
  let isProven = false
  answers = () => (isProven ? json({ code: 200, data: 'done' }) : challenge())
  await expect(post('/api/a/reset')).rejects.toMatchObject({ code: 403 })
  expect(asked).toHaveLength(1)
  let questions = 0
  bindProof(async () => {
    questions += 1
    return (isProven = true)
  })
  expect(await Promise.all([post('/api/a/reset'), post('/api/a/grant')])).toEqual(['done', 'done'])
  expect(questions).toBe(1)
  bindProof(undefined)
})

test('a token another window has renewed meanwhile saves a refused call', async () => {
  answers = () => {
    if (asked.length > 1) return json({ code: 200, data: 'done' })
    const kept = JSON.parse(localStorage.getItem('xueheng-session') ?? '{}')
    localStorage.setItem('xueheng-session', JSON.stringify({ ...kept, content: { ...kept.content, token: 'newer' } }))
    return json({ code: 401, msg: '令牌已失效' }, 401)
  }
  expect(await get('/api/a/b')).toBe('done')
  expect(headersOf(1)['Blade-Auth']).toBe('bearer newer')
})
