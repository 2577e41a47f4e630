import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { ownerKeys, tryOnce } from '../src/domains/credentials/index.ts'
import { md5 } from '../src/domains/credentials/password.ts'
import { type Client, TENANT, basic, useTestApp } from './harness.ts'

/** Guesses in a crowd: each takes its try before it is judged, and what strangers do shuts no owner out. */
const app = useTestApp({ TRUST_PROXY: '127.0.0.1' })
const RIGHT = 'Test@2026'
const CROWD = 50
const open = () => app().app.database.open

interface Arrival {
  isIn: boolean
  why: string
  cookie: string
}

async function signIn(account: string, password: string, address: string, cookie = ''): Promise<Arrival> {
  const answer = await app().app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId: TENANT, username: account, password: md5(password), grant_type: 'password' },
    headers: { authorization: basic(app().config), 'tenant-id': TENANT, 'x-forwarded-for': address, cookie },
  })
  const body = answer.json<Record<string, unknown>>()
  const set = String(answer.headers['set-cookie'] ?? '')
  return {
    isIn: typeof body['access_token'] === 'string',
    why: String(body['error_description'] ?? ''),
    cookie: set.split(';')[0] ?? '',
  }
}

const accountOf = (user: Client): string => `u${user.userId}`
const crowd = <T>(work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CROWD }, (_one, at) => work(at)))
const confirm = (user: Client, password: string) =>
  user.post('/api/blade-auth/oauth/confirm', { password: md5(password) })

beforeEach(async () => {
  await sql`delete from auth_failure`.execute(open())
})

describe('fifty guesses at once', () => {
  test('at one account from one address are judged five times', async () => {
    const user = await app().user({ role: 'teacher' })
    const arrivals = await crowd((at) => signIn(accountOf(user), `wrong-${at}`, '203.0.113.1'))
    const judged = arrivals.filter((one) => one.why === '用户名或密码错误')
    expect(judged).toHaveLength(5)
    expect(arrivals.filter((one) => one.why.startsWith('登录错误次数过多'))).toHaveLength(CROWD - 5)
    expect((await signIn(accountOf(user), RIGHT, '203.0.113.1')).isIn).toBe(false)
  })

  test('at fifty accounts from one address are judged thirty times', async () => {
    const arrivals = await crowd((at) => signIn(`nobody-${at}`, 'wrong', '203.0.113.2'))
    expect(arrivals.filter((one) => one.why === '用户名或密码错误')).toHaveLength(30)
  })

  test('at one account from fifty addresses are slowed, not shut for an hour', async () => {
    const user = await app().user({ role: 'teacher' })
    await crowd((at) => signIn(accountOf(user), 'wrong', `198.51.100.${at + 1}`))
    const next = await signIn(accountOf(user), RIGHT, '198.51.100.200')
    const [, seconds] = /（(\d+)秒）/.exec(next.why) ?? []
    expect(Number(seconds)).toBeGreaterThan(0)
    expect(Number(seconds)).toBeLessThanOrEqual(300)
  })

  test('at the proof of a signed-in user are judged five times, and shut no door', async () => {
    const user = await app().user({ role: 'teacher' })
    const answers = await crowd((at) => confirm(user, `wrong-${at}`))
    expect(answers.filter((one) => one.status === 400)).toHaveLength(5)
    expect(answers.filter((one) => one.status === 429)).toHaveLength(CROWD - 5)
    expect((await signIn(accountOf(user), RIGHT, '203.0.113.3')).isIn).toBe(true)
  })
})

describe('the owner of an account strangers guess at', () => {
  test('signs in from elsewhere, and proves who he is where he is signed in', async () => {
    const user = await app().user({ role: 'teacher' })
    await crowd((at) => signIn(accountOf(user), `wrong-${at}`, '203.0.113.4'))
    expect((await signIn(accountOf(user), RIGHT, '203.0.113.5')).isIn).toBe(true)
    expect((await confirm(user, RIGHT)).status).toBe(200)
  })

  test('signs in with a browser that is known, even from their address', async () => {
    const user = await app().user({ role: 'teacher' })
    const { cookie } = await signIn(accountOf(user), RIGHT, '203.0.113.6')
    await crowd((at) => signIn(accountOf(user), `wrong-${at}`, '203.0.113.6'))
    expect((await signIn(accountOf(user), RIGHT, '203.0.113.6')).isIn).toBe(false)
    expect((await signIn(accountOf(user), RIGHT, '203.0.113.6', cookie)).isIn).toBe(true)
    // A known browser has its own tries, and is known for one account alone.
    await crowd((at) => signIn(accountOf(user), `wrong-${at}`, '203.0.113.7', cookie))
    expect((await signIn(accountOf(user), RIGHT, '203.0.113.8', cookie)).isIn).toBe(false)
    const other = await app().user({ role: 'teacher' })
    await crowd((at) => signIn(accountOf(other), `wrong-${at}`, '203.0.113.9'))
    expect((await signIn(accountOf(other), RIGHT, '203.0.113.9', cookie)).isIn).toBe(false)
    const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await signIn(accountOf(user), RIGHT, '203.0.113.6', forged)).isIn).toBe(false)
    expect((await signIn(accountOf(user), RIGHT, '203.0.113.6', `${cookie.slice(0, -43)}é`)).isIn).toBe(false)
  })
})

test('fifty people of one school sign in at once', async () => {
  const user = await app().user({ role: 'teacher' })
  const arrivals = await crowd((at) => signIn(accountOf(user), RIGHT, `203.0.113.${at % 2 === 0 ? 20 : 21}`))
  expect(arrivals.filter((one) => !one.isIn)).toEqual([])
})

test('a try whose judge fails is given back', async () => {
  const keys = ownerKeys({ tenantId: TENANT, id: '1' })
  for (let at = 0; at < 10; at += 1) {
    const tried = tryOnce(open(), keys, () => Promise.reject(new Error('the database is away')))
    await expect(tried).rejects.toThrow('the database is away')
  }
  expect(await tryOnce(open(), keys, async () => 'right')).toEqual({ outcome: 'right' })
})
