import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Listener } from '../src/platform/db/listen.ts'
import { Allowance } from '../src/platform/http/allowance.ts'
import { Sessions } from '../src/platform/http/session.ts'
import { MOST_STREAMS } from '../src/platform/http/streams.ts'
import { type Client, TENANT, useTestApp } from './harness.ts'

const app = useTestApp({ FILES_PER_MINUTE: '10', UPLOAD_LIMIT_MB: '1', TRUST_PROXY: 'loopback,198.51.100.0/24' })
const PARAM = '/api/blade-system/param'
let admin: Client
let port: number

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  await app().app.http.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(app().app.http.listeningOrigin).port)
})

const ask = (options: InjectOptions) => app().app.http.inject(options)

describe('headers', () => {
  const ANSWERS: [string, InjectOptions, number][] = [
    ['a page of the API', { url: '/api/doc' }, 200],
    ['a call', { url: '/api/blade-auth/oauth/captcha' }, 200],
    ['a refusal', { url: `${PARAM}/list` }, 401],
    ['nothing there', { url: '/api/nothing/here' }, 404],
    ['a wrong method', { method: 'DELETE', url: `${PARAM}/list` }, 405],
    ['an address that is none', { url: '/api/%' }, 400],
  ]

  test.each(ANSWERS)('guard %s', async (_title, options, status) => {
    const { statusCode, headers } = await ask(options)
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    const policy = String(headers['content-security-policy'])
    for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"]) {
      expect(policy.split('; ')).toContain(rule)
    }
    expect(headers['content-type']).toMatch(/charset=utf-8/i)
  })

  test('guard the stream of events, which is written past the others', async () => {
    const stop = new AbortController()
    const response = await fetch(`http://127.0.0.1:${port}/api/blade-desk/job/stream?Blade-Auth=${admin.token}`, {
      signal: stop.signal,
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
    stop.abort()
  })

  test('ask for encryption for a year where the proxy received it so, and only a proxy may say so', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    const trusted = await ask({ url: '/healthz', headers })
    expect(trusted.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    const named = await ask({ url: '/healthz', headers, remoteAddress: '198.51.100.7' })
    expect(named.headers['strict-transport-security']).toBeDefined()
    const stranger = await ask({ url: '/healthz', headers, remoteAddress: '203.0.113.9' })
    expect(stranger.headers['strict-transport-security']).toBeUndefined()
    expect((await ask({ url: '/healthz' })).headers['strict-transport-security']).toBeUndefined()
  })

  test('name no product and no version', async () => {
    const { headers } = await ask({ url: '/healthz' })
    expect(headers['server']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })
})

describe('other sites', () => {
  test('are never let in, whatever they ask', async () => {
    const origin = 'https://evil.example'
    const asked = await ask({
      method: 'OPTIONS',
      url: `${PARAM}/list`,
      headers: { origin, 'access-control-request-method': 'GET' },
    })
    expect(asked.statusCode).toBe(405)
    const read = await ask({ url: '/api/blade-auth/oauth/captcha', headers: { origin } })
    for (const { headers } of [asked, read]) expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('cannot write with what a form can send: a session is never taken from a cookie', async () => {
    const { statusCode } = await ask({
      method: 'POST',
      url: `${PARAM}/submit`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `saber-access-token=${admin.token}; Blade-Auth=${admin.token}`,
      },
      payload: 'paramName=a&paramKey=b&paramValue=c',
    })
    expect(statusCode).toBe(401)
  })

  test('cannot write with a token that leaked in an address; programs that are no browsers can', async () => {
    const host = `127.0.0.1:${port}`
    const post = (headers: Record<string, string>) =>
      ask({
        method: 'POST',
        url: `${PARAM}/submit?Blade-Auth=${encodeURIComponent(`bearer ${admin.token}`)}`,
        headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: `paramName=a&paramKey=${randomUUID()}&paramValue=c`,
      })
    const others: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
    ]
    for (const foreign of others) expect([foreign, (await post(foreign)).statusCode]).toEqual([foreign, 403])
    const ours: Record<string, string>[] = [{}, { 'sec-fetch-site': 'same-origin' }, { origin: `http://${host}` }]
    for (const own of ours) expect([own, (await post(own)).statusCode]).toEqual([own, 200])
    const inHeader = { 'sec-fetch-site': 'cross-site', 'blade-auth': `bearer ${admin.token}` }
    expect((await post(inHeader)).statusCode).toBe(200)
  })
})

describe('requests', () => {
  test.each(['TRACE', 'OPTIONS', 'PROPFIND', 'PUT', 'PATCH', 'DELETE'])('%s is no method of a call', async (method) => {
    const { statusCode, headers, body } = await ask({ method: method as 'PUT', url: `${PARAM}/list` })
    expect([method, statusCode]).toEqual([method, 405])
    expect(headers['allow']).toContain('GET')
    expect(body).not.toContain(PARAM)
  })

  test.each(['text/plain', 'application/xml', 'text/html'])('a body of type %s is not read', async (type) => {
    const headers = { 'content-type': type, 'blade-auth': `bearer ${admin.token}` }
    const response = await ask({ method: 'POST', url: `${PARAM}/submit`, headers, payload: '{"paramName":"a"}' })
    expect([response.statusCode, response.json<{ msg: string }>().msg]).toEqual([415, '不支持的请求类型'])
  })

  test('with two lengths are not understood', async () => {
    const smuggled = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'
    const text = `POST ${PARAM}/submit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`
    const answer = await talk(text)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('have to arrive in a quarter of an hour', () => {
    expect(app().app.http.server.requestTimeout).toBe(900_000)
    expect(app().app.http.server.headersTimeout).toBeLessThanOrEqual(60_000)
  })

  test.each(['/assets/', '/assets', '/.git/config', '/.env', '/package.json'])('%s shows no files', async (url) => {
    const { body } = await ask({ url })
    expect(body).not.toMatch(/Index of|\[core\]|"workspaces"|<li><a/)
  })
})

function talk(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.setTimeout(3000, () => socket.destroy())
  })
}

describe('files', () => {
  test('are so many a minute for each user', async () => {
    const [one, other] = [await app().user({ role: 'administrator' }), await app().user({ role: 'administrator' })]
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1) statuses.push((await one.get(`${PARAM}/export`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect((await one.upload('/api/blade-resource/oss/endpoint/put-file', {}, [])).status).toBe(429)
    expect((await one.get(`${PARAM}/list`)).status).toBe(200)
    expect((await other.get(`${PARAM}/export`)).status).toBe(200)
  })

  test('are eight at once, and the minute ends', async () => {
    let now = 0
    const allowance = new Allowance(10, 8, () => now)
    let finish = (): void => undefined
    const gate = new Promise<void>((resolve) => (finish = resolve))
    const running = Array.from({ length: 8 }, () => allowance.within('a', () => gate))
    await expect(allowance.within('a', async () => 1)).rejects.toThrow('操作过于频繁，请1秒后再试')
    await expect(allowance.within('b', async () => 1)).resolves.toBe(1)
    finish()
    await Promise.all(running)
    await allowance.within('a', async () => 1)
    await allowance.within('a', async () => 1)
    now = 15_000
    await expect(allowance.within('a', async () => 1)).rejects.toThrow('请45秒后再试')
    now = 60_000
    await expect(allowance.within('a', async () => 1)).resolves.toBe(1)
  })

  test('that fail give their place back', async () => {
    const allowance = new Allowance(100)
    for (let i = 0; i < 20; i += 1) {
      await expect(allowance.within('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    }
  })
})

describe('somebody', () => {
  test('unknown may ask so often from one address', async () => {
    const from = (remoteAddress: string) => ask({ url: '/api/blade-auth/oauth/settings', remoteAddress })
    const statuses = new Set<number>()
    for (let i = 0; i < 3000; i += 1) statuses.add((await from('203.0.113.50')).statusCode)
    expect([...statuses]).toEqual([200])
    expect((await from('203.0.113.50')).statusCode).toBe(429)
    expect((await from('203.0.113.51')).statusCode).toBe(200)
  })

  test('holds so many streams and no more', async () => {
    const user = await app().user({ role: 'administrator' })
    const stop = new AbortController()
    const url = `http://127.0.0.1:${port}/api/blade-desk/job/stream?Blade-Auth=${user.token}`
    // Answers nobody holds any more are closed by the garbage collector.
    const held: Response[] = []
    const open = async () => {
      const response = await fetch(url, { signal: stop.signal })
      held.push(response)
      return response.status
    }
    for (let i = 0; i < MOST_STREAMS; i += 1) expect(await open()).toBe(200)
    expect(await open()).toBe(429)
    expect(held).toHaveLength(MOST_STREAMS + 1)
    stop.abort()
    const { streams } = app().app.http
    const left = () => [...streams.values()].filter((userId) => userId === user.userId).length
    await expect.poll(left).toBe(0)
  })
})

describe('a session', () => {
  test('is renewed for thirty days and not a day longer', async () => {
    const { database } = app().app
    const deaf = { on: () => () => undefined, notify: async () => undefined } as unknown as Listener
    const sessions = new Sessions(database, deaf, async () => undefined)
    const { refreshToken } = await sessions.open(TENANT, admin.userId, { ip: '', agent: 'aged' })
    const grow = (days: number) =>
      sql`update auth_session set create_time = now() - ${days} * interval '1 day' where user_agent = 'aged'`.execute(
        database.open,
      )
    await grow(29)
    const renewed = await sessions.refresh(refreshToken)
    const found = await sql<{ hours: number }>`select extract(epoch from refresh_expire - now())::float8 / 3600 as hours
      from auth_session where user_agent = 'aged'`.execute(database.open)
    expect(found.rows[0]?.hours).toBeCloseTo(24, 1)
    expect(await sessions.refresh(refreshToken)).toBeUndefined()
    await grow(31)
    expect(await sessions.refresh(renewed?.tokens.refreshToken ?? '')).toBeUndefined()
  })
})

interface LogLine {
  level: number
  msg: string
  time: number
  [field: string]: unknown
}

test('the log has one line for each event, whatever is sent, and no secrets', () => {
  const program = fileURLToPath(new URL('log-process.ts', import.meta.url))
  const text = execFileSync(process.execPath, ['--import', 'tsx', program], { encoding: 'utf8' })
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LogLine)
  expect(lines.map((line) => [line.level, line.msg])).toEqual([
    [30, 'refused request'],
    [50, 'unexpected'],
    [40, 'slow or failed request'],
    [30, 'noted'],
  ])
  expect(lines[0]).toMatchObject({ method: 'GET', route: '/refused', status: 403, ip: '127.0.0.1', user: '7' })
  expect(lines.map((line) => Math.abs(Date.now() - line.time) < 60_000)).not.toContain(false)
  expect(text).not.toMatch(/hidden\d/)
  // oxlint-disable-next-line no-control-regex -- what a terminal would obey
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
})
