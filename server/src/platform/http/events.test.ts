import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { type Client, OTHER_TENANT, useTestApp } from '../../../test/harness.ts'
import { EventHub } from './events.ts'

const app = useTestApp({ ROLES: 'web' })
const STREAM = '/api/blade-desk/job/stream'
const USER = '/api/blade-user'

let origin: string
const open: AbortController[] = []

beforeAll(async () => {
  await app().app.http.listen({ port: 0, host: '127.0.0.1' })
  origin = app().app.http.listeningOrigin
})
afterAll(() => open.forEach((one) => one.abort()))

/** A browser that listens over a real connection. */
async function listen(token: string) {
  const abort = new AbortController()
  open.push(abort)
  const response = await fetch(`${origin}${STREAM}?Blade-Auth=${token}`, { signal: abort.signal })
  expect(response.status).toBe(200)
  const state = { text: '', isOpen: true }
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as AsyncIterable<Uint8Array>)
      state.text += decoder.decode(chunk, { stream: true })
  })()
    .catch(() => undefined)
    .finally(() => (state.isOpen = false))
  return state
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !isTrue(); i += 1) await setTimeout(50)
  expect(isTrue()).toBe(true)
}

async function sessionOf(user: Client): Promise<string> {
  const found = await sql<{ id: string }>`select id from auth_session where user_id = ${user.userId}`.execute(
    app().app.database.open,
  )
  return found.rows[0]?.id ?? ''
}

describe('an open stream ends with its session', () => {
  const ways: [string, (user: Client, admin: Client) => Promise<unknown>][] = [
    ['is signed out', (user) => user.get('/api/blade-auth/oauth/logout')],
    [
      'is kicked out',
      async (user, admin) => admin.post('/api/blade-auth/online/kick', {}, { ids: await sessionOf(user) }),
    ],
    ['is given a new password', (user, admin) => admin.post(`${USER}/reset-password`, {}, { userIds: user.userId })],
    ['is removed', (user, admin) => admin.post(`${USER}/remove`, {}, { ids: user.userId })],
  ]
  test.each(ways)('when its user %s, and no other does', async (_title, end) => {
    const admin = await app().user({ role: 'administrator' })
    const user = await app().user({ role: 'exam' })
    const [theirs, mine] = [await listen(user.token), await listen(admin.token)]
    const answer = (await end(user, admin)) as { status: number }
    expect(answer.status).toBe(200)
    await until(() => !theirs.isOpen)
    expect(mine.isOpen).toBe(true)
    expect((await fetch(`${origin}${STREAM}?Blade-Auth=${user.token}`)).status).toBe(401)
  })

  test('when a view is left, and when the administrator behind it signs out', async () => {
    const user = await app().user({ role: 'exam' })
    const own = await listen(user.token)
    const ways = [
      (admin: Client) => admin.post('/api/blade-system/view-as/end'),
      (admin: Client) => admin.get('/api/blade-auth/oauth/logout'),
    ]
    for (const end of ways) {
      const admin = await app().user({ role: 'administrator' })
      const { data } = await admin.post('/api/blade-system/view-as/start', { userId: user.userId })
      const seen = await listen(data.token)
      expect((await end(admin)).status).toBe(200)
      await until(() => !seen.isOpen)
    }
    expect(own.isOpen).toBe(true)
  })

  test('in every process that serves it', async () => {
    const user = await app().user({ role: 'exam' })
    const stream = await listen(user.token)
    // Another process ends the session: all that is heard of it here is the message.
    await sql`delete from auth_session where user_id = ${user.userId}`.execute(app().app.database.open)
    await sql`select pg_notify('xueheng', 'session:')`.execute(app().app.database.open)
    await until(() => !stream.isOpen)
  })
})

describe('what others do reaches an open browser', () => {
  const notice = { title: '期中安排', category: 1, content: '<p>周五考试</p>' }
  const save = (by: Client, body: object) =>
    by.post<{ id: string }>('/api/blade-desk/notice/submit', { ...notice, releaseTime: '2026-01-05 08:00:00', ...body })

  test('a notice is told to those it is meant for, when it is out, and to nobody in another tenant', async () => {
    const admin = await app().user({ role: 'administrator' })
    const [reader, other] = [await app().user({ role: 'exam' }), await app().user({ role: 'exam' })]
    const stranger = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    const [told, untold, far] = [await listen(reader.token), await listen(other.token), await listen(stranger.token)]
    const [forOne, later, forAll] = [
      await save(admin, { accounts: `u${reader.userId}` }),
      await save(admin, { releaseTime: '2999-01-01 00:00:00' }),
      await save(admin, { title: '全体大会' }),
    ]
    const event = `event: notice\ndata: {"id":"${forOne.data.id}","title":"期中安排"}\n\n`
    await until(() => told.text.includes(event) && untold.text.includes(forAll.data.id))
    expect(untold.text).not.toContain(forOne.data.id)
    expect(told.text + untold.text).not.toContain(later.data.id)
    expect(far.text).not.toContain('event:')
    expect((await reader.get('/api/blade-desk/notice/unread')).data).toEqual({ unread: 2 })
  })

  test('one that could not be kept is told to nobody', async () => {
    const admin = await app().user({ role: 'administrator' })
    const listener = await listen(admin.token)
    expect((await save(admin, { accounts: 'nobody-here' })).status).toBe(400)
    const { data } = await save(admin, {})
    await until(() => listener.text.includes(data.id))
    expect(listener.text.match(/event: notice/g)).toHaveLength(1)
  })
})

test('a browser hears what happened in its order, however long the first takes to look up', async () => {
  const heard = new Map<string, (text: string) => void>()
  const listener = { on: (kind: string, hear: (text: string) => void) => (heard.set(kind, hear), () => undefined) }
  const hub = new EventHub(listener as never, { living: async () => new Set(['s']) })
  let find: (data: object) => void = () => undefined
  hub.source('slow', () => new Promise((found) => (find = found)))
  hub.source('quick', async () => ({ n: 2 }))
  const out = new PassThrough() as PassThrough & Partial<ServerResponse>
  out.writeHead = () => out as never
  const ctx = { user: { tenantId: '000000', sessionId: 's' } }
  hub.stream(ctx as never, { reply: { hijack: () => undefined, raw: out, getHeaders: () => ({}) } } as never)
  heard.get('slow')?.('000000:1')
  heard.get('quick')?.('000000:2')
  await setTimeout(20)
  find({ n: 1 })
  await setTimeout(20)
  const told = String(out.read()).match(/"n":\d/g)
  expect(told).toEqual(['"n":1', '"n":2'])
})
