import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { TENANT, useTestApp } from '../../../test/harness.ts'
import { Bytes, Refusal, type StandIn, startStandIn } from '../../../test/stand-ins/base.ts'
import { openDatabase } from '../db/pool.ts'
import { codeOf, isUnanswered } from './ask-provider.ts'
import { callProvider } from './call-provider.ts'
import type { Provider, ProviderAccount, ProviderDeps, ProviderRequest } from './provider.ts'
import { takeUsage, usedToday } from './usage.ts'

const app = useTestApp()
const SECRET = 'a secret of thirty-two characters'
const ACCOUNT: ProviderAccount = { tenantId: TENANT, id: '1001', key: 'wxtest', secret: SECRET }
const answer = z.object({ name: z.string() })
const GET: ProviderRequest & { answer: typeof answer } = { method: 'GET', path: '/name', answer }
const SEND: ProviderRequest & { answer: z.ZodType<unknown> } = {
  method: 'POST',
  path: '/send',
  body: { text: '成绩' },
  answer: z.unknown(),
}

let platform: StandIn
let given = 0
let valid = ''
let logged: unknown[] = []

beforeAll(async () => {
  platform = await startStandIn(
    {
      'GET /token': ({ query }) => {
        if (!query['secret']?.startsWith(SECRET)) throw new Refusal(40_125, 'invalid appsecret')
        given += 1
        valid = `token-${given}`
        return { access_token: valid, expires_in: 7200 }
      },
      'GET /name': () => ({ errcode: 0, name: '甲' }),
      'GET /odd': () => ({ errcode: 0, name: 5 }),
      'GET /down': () => new Bytes(Buffer.from('{"errcode":0,"name":"甲"}'), 'application/json', 502),
      'POST /send': () => ({ errcode: 0 }),
    },
    {
      before({ path, query }) {
        if (path !== '/token' && query['access_token'] !== valid) throw new Refusal(40_001, 'invalid credential')
      },
    },
  )
})
afterAll(() => platform.close())

beforeEach(async () => {
  await sql`delete from provider_token`.execute(app().app.database.tenant(TENANT))
  platform.asked.length = 0
  given = 0
  logged = []
})

function provider(): Provider {
  return {
    name: 'test',
    title: '测试平台',
    host: platform.base,
    tokenErrors: [40_001, 42_001],
    busyErrors: [-1, 45_011],
    words: { 45_015: '超过回复时限', [-1]: '系统繁忙' },
    async askToken(ask, { key, secret }) {
      const found = await ask({ method: 'GET', path: '/token', query: { key, secret } })
      const { access_token: token, expires_in: expiresIn } = z
        .object({ access_token: z.string(), expires_in: z.number() })
        .parse(found)
      return { token, expiresIn }
    },
  }
}

function deps(database = app().app.database): ProviderDeps {
  return { database, config: app().config, log: { warn: (...line) => void logged.push(line) } }
}

const call = (request: Parameters<typeof callProvider>[3] = GET, account = ACCOUNT) =>
  callProvider(deps(), provider(), account, request)
const tokensAsked = () => platform.askedOf('/token').length

describe('the access token', () => {
  test('is asked for once, by however many and through whichever process', async () => {
    const other = openDatabase(app().databaseUrl, 3)
    platform.slowDown(300, '/token')
    const calls = Array.from({ length: 20 }, (_none, at) =>
      at % 2 === 0 ? call() : callProvider(deps(other), provider(), ACCOUNT, GET),
    )
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 20 }, () => ({ name: '甲' })))
    expect(tokensAsked()).toBe(1)
    platform.slowDown(0, '/token')
    await other.close()
  })

  test('is kept sealed, replaced early, and not used for another secret', async () => {
    await call()
    const db = app().app.database.tenant(TENANT)
    const kept = await sql<{ sealed: string; seconds: number }>`select sealed,
      extract(epoch from expire_time - now())::float8 as seconds from provider_token`.execute(db)
    expect(kept.rows[0]?.sealed).toMatch(/^v1\./)
    expect(kept.rows[0]?.sealed).not.toContain('token-1')
    expect(kept.rows[0]?.seconds).toBeGreaterThan(6800)
    expect(kept.rows[0]?.seconds).toBeLessThanOrEqual(6900)
    await call()
    expect(tokensAsked()).toBe(1)
    await call(GET, { ...ACCOUNT, secret: `${SECRET} changed` })
    expect(tokensAsked()).toBe(2)
    await sql`update provider_token set expire_time = now() - interval '1 second'`.execute(db)
    await call(GET, { ...ACCOUNT, secret: `${SECRET} changed` })
    expect(tokensAsked()).toBe(3)
  })

  test('that is not known any more is replaced once, by one of all who notice', async () => {
    await call()
    valid = 'another'
    expect(await Promise.all([call(), call(), call()])).toHaveLength(3)
    expect(tokensAsked()).toBe(2)
    platform.failNext(42_001, { times: 2, path: '/name' })
    await expect(call()).rejects.toThrow('测试平台：返回错误 told to（42001）')
    expect(await call()).toEqual({ name: '甲' })
  })

  test('of a wrong secret is refused, and the next one asks at once', async () => {
    await expect(call(GET, { ...ACCOUNT, secret: 'wrong' })).rejects.toThrow('（40125）')
    expect(await call()).toEqual({ name: '甲' })
  })

  test('is not waited for from a process that has died', async () => {
    await sql`insert into provider_token (tenant_id, holder, asked_until)
      values (${TENANT}, 'test:1001', now() + interval '1 second')`.execute(app().app.database.tenant(TENANT))
    expect(await call()).toEqual({ name: '甲' })
    expect(tokensAsked()).toBe(1)
  })

  test('another process has been asking for longer than anybody waits is given up', async () => {
    await sql`insert into provider_token (tenant_id, holder, asked_until)
      values (${TENANT}, 'test:1001', now() + interval '1 hour')`.execute(app().app.database.tenant(TENANT))
    let now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 5000))
    const refused = await call().catch((error: unknown) => error)
    clock.mockRestore()
    expect(refused).toMatchObject({ status: 503, message: '测试平台：获取访问凭证超时，请稍后再试' })
    expect(platform.asked).toEqual([])
  })
})

describe('an answer', () => {
  test('that is an error is told in Chinese with its code', async () => {
    platform.failNext(45_015, { path: '/send' })
    const refused = await call(SEND).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 400, message: '测试平台：超过回复时限（45015）' })
    expect(codeOf(refused)).toBe(45_015)
    expect(platform.askedOf('/send')).toHaveLength(1)
  })

  test('of somebody busy is asked for again, three times in all', async () => {
    platform.failNext(-1, { times: 2, path: '/send' })
    await call(SEND)
    expect(platform.askedOf('/send')).toHaveLength(3)
    platform.failNext(45_011, { times: 3, path: '/send' })
    await expect(call(SEND)).rejects.toMatchObject({ status: 503 })
    expect(platform.askedOf('/send')).toHaveLength(6)
  })

  test('that never came is asked for again where that does no harm', async () => {
    platform.hangUpNext({ path: '/name' })
    expect(await call()).toEqual({ name: '甲' })
    platform.hangUpNext({ path: '/send' })
    const refused = await call(SEND).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 503, message: '测试平台：服务暂时无法访问' })
    expect(isUnanswered(refused)).toBe(true)
    expect(platform.askedOf('/send')).toHaveLength(1)
  })

  test('that comes too late or is no answer', async () => {
    platform.slowDown(500, '/send')
    await expect(call({ ...SEND, timeoutMs: 100 })).rejects.toThrow('测试平台：服务没有及时应答')
    platform.slowDown(0, '/send')
    await expect(call({ ...GET, path: '/odd' })).rejects.toThrow('测试平台：服务返回的内容无法识别')
  })

  test('of a platform that is out of order is none, whatever stands in it', async () => {
    const refused = await call({ ...GET, path: '/down', isRepeatable: false }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 503, message: '测试平台：服务暂时不可用（HTTP 502）' })
    expect(isUnanswered(refused)).toBe(true)
  })

  test('leaves no secret in the log', async () => {
    platform.failNext(45_015, { path: '/send' })
    await call(SEND).catch(() => undefined)
    await call(GET, { ...ACCOUNT, id: '1002', secret: 'wrong' }).catch(() => undefined)
    expect(logged).toHaveLength(2)
    expect(JSON.stringify(logged)).not.toMatch(/token-|secret of|wrong|成绩/)
  })
})

test('what an account may have by the day is counted across all who use it', async () => {
  const limit = { tenantId: TENANT, holder: 'test:1001', name: 'send', most: 10 }
  const db = app().app.database.beside(TENANT)
  const taken = await Promise.all(Array.from({ length: 25 }, () => takeUsage(db, limit)))
  expect(taken.filter(Boolean)).toHaveLength(10)
  expect(await usedToday(db, limit.holder, 'send')).toBe(10)
  expect(await takeUsage(db, { ...limit, holder: 'test:1002' }, 11)).toBe(false)
  expect(await takeUsage(db, { ...limit, holder: 'test:1002' }, 10)).toBe(true)
})
