import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, type TestApp, startTestApp, waitForJob } from '../../../test/harness.ts'
import { sealedCallback } from '../../../test/stand-ins/callback.ts'
import { type WecomStandIn, startWecom } from '../../../test/stand-ins/wecom.ts'
import { changedBy } from './callback.ts'

const BASE = '/api/blade-qyweixin'
const SECRET = 'secretOfTheDirectory000000000000'
/** Published examples: an address check each. */
const W1 = { token: 'QDG6eK', aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C', id: 'wx5823bf96d3bd56c7' }
const W3 = {
  token: 'hJqcu3uJ9Tn2gXPmxx2w9kkCkCE2EPYo',
  aesKey: '6qkdMrq68nTKduznJYO1A37W2oEgpkMUvkttRToqhUt',
  id: 'ww1436e0e65a779aee',
}
let app: TestApp
let platform: WecomStandIn
let admin: Client

beforeAll(async () => {
  platform = await startWecom()
  platform.secrets.add(SECRET)
  app = await startTestApp({ WECOM_API: platform.base })
  admin = await app.user({ role: 'administrator' })
  for (const { token, aesKey, id } of [W1, W3]) {
    const body = { corpId: id, corpName: id, schoolMode: 1, secret: SECRET, token, encodingAesKey: aesKey }
    expect((await admin.post(`${BASE}/corp/submit`, body)).msg).toBe('操作成功')
  }
  platform.departments.set(1, { id: 1, name: '学校', parentid: 0, type: 5 })
  platform.departments.set(2, { id: 2, name: '七年级', parentid: 1, type: 2 })
  platform.departments.set(3, { id: 3, name: '1班', parentid: 2, type: 1 })
})
afterAll(async () => {
  await app.app.close()
  await platform.close()
})

/** Status, words and kind of an answer. */
type Told = [number, string, string | undefined]

function told({
  statusCode,
  body,
  headers,
}: {
  statusCode: number
  body: string
  headers: Record<string, unknown>
}): Told {
  return [statusCode, body, String(headers['content-type']).split(';')[0]]
}

async function verify(corpId: string, query: Record<string, string>): Promise<Told> {
  const answer = await app.app.http.inject({ method: 'GET', url: `${BASE}/callback/${corpId}`, query })
  return told(answer)
}

async function call(corpId: string, { query, body }: { query: Record<string, string>; body: string }) {
  const headers = { 'content-type': 'text/xml' }
  const url = `${BASE}/callback/${corpId}`
  const answer = await app.app.http.inject({ method: 'POST', url, query, headers, payload: body })
  return told(answer)
}

function event(values: Record<string, string>): string {
  const all = { ToUserName: W3.id, FromUserName: 'sys', CreateTime: '1700000000', MsgType: 'event', ...values }
  return `<xml>${Object.entries(all)
    .map(([name, text]) => `<${name}><![CDATA[${text}]]></${name}>`)
    .join('')}</xml>`
}

const school = (ChangeType: string, Id: string) => event({ Event: 'change_school_contact', ChangeType, Id })

/** Waits until all that was noted has been read again. */
async function followed(): Promise<void> {
  const db = app.app.database.tenant(TENANT)
  for (let tries = 0; tries < 100; tries += 1) {
    const jobs = await sql<{ id: string; state: string }>`select id, state from job
      where name = 'wecom.follow-changes' and state in ('waiting', 'running')`.execute(db)
    if (jobs.rows.length === 0) break
    await Promise.all(jobs.rows.map(({ id }) => waitForJob(admin, id)))
  }
  expect((await sql`select 1 from wecom_dirty`.execute(db)).rows).toEqual([])
}

const W1_CHECK = {
  msg_signature: '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
  timestamp: '1409659589',
  nonce: '263014780',
  echostr: 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==',
}
const W3_CHECK = {
  msg_signature: '012bc692d0a58dd4b10f8dfe5c4ac00ae211ebeb',
  timestamp: '1476416373',
  nonce: '47744683',
  echostr: 'fsi1xnbH4yQh0+PJxcOdhhK6TDXkjMyhEPA7xB2TGz6b+g7xyAbEkRxN/3cNXW9qdqjnoVzEtpbhnFyq6SVHyA==',
}

test('an address is checked as the published examples say', async () => {
  expect(await verify(W1.id, W1_CHECK)).toEqual([200, '1616140317555161061', 'text/plain'])
  expect(await verify(W3.id, W3_CHECK)).toEqual([200, '1288432023552776189', 'text/plain'])
  expect((await verify(W3.id, W1_CHECK))[0]).toBe(403)
  expect((await verify(W1.id, { ...W1_CHECK, nonce: '263014781' }))[0]).toBe(403)
  expect((await verify('wwnobody0000', W1_CHECK))[0]).toBe(403)
  const { echostr: _none, ...silent } = W1_CHECK
  expect((await verify(W1.id, silent))[0]).toBe(403)
})

test('what is no callback is refused', async () => {
  const body = school('create_student', 's9')
  const old = String(Math.floor(Date.now() / 1000) - 3600)
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xml><Event>&b;</Event></xml>'
  expect((await call(W3.id, sealedCallback(W3, body, { signature: 'a'.repeat(40) })))[0]).toBe(403)
  expect((await call(W3.id, sealedCallback(W3, body, { timestamp: old })))[0]).toBe(403)
  expect((await call(W3.id, sealedCallback(W3, body, { id: W1.id })))[0]).toBe(403)
  expect((await call(W3.id, sealedCallback(W3, bomb)))[0]).toBe(403)
  expect((await call(W3.id, { ...sealedCallback(W3, body), body: bomb }))[0]).toBe(403)
  expect((await call(W1.id, sealedCallback(W3, body)))[0]).toBe(403)
  expect((await sql`select 1 from wecom_dirty`.execute(app.app.database.tenant(TENANT))).rows).toEqual([])
})

describe('events', () => {
  const rows = async (path: string) =>
    (await admin.get(`${BASE}/${path}/list`, { corpId: W3.id, size: 100 })).data.records as Record<string, unknown>[]
  const send = async (body: string) =>
    expect(await call(W3.id, sealedCallback(W3, body))).toEqual([200, '', 'text/plain'])

  test('in whatever order and twice lead to what is there now', async () => {
    platform.students.set('s1', { student_userid: 's1', name: '张一', department: [3] })
    platform.parents.set('p1', { parent_userid: 'p1', children: [{ student_userid: 's1', relation: '爸爸' }] })
    platform.contacts.set('wm1', { external_userid: 'wm1', name: '张爸爸', of: ['Wang'] })
    await send(school('create_deparmtment', '3'))
    await followed()
    await send(school('update_student', 's1'))
    await send(school('create_student', 's1'))
    await followed()
    await send(school('subscribe', 'p1'))
    await send(event({ Event: 'change_external_contact', ChangeType: 'add_external_contact', ExternalUserID: 'wm1' }))
    const same = sealedCallback(W3, school('create_parent', 'p1'))
    expect(await call(W3.id, same)).toEqual([200, '', 'text/plain'])
    expect(await call(W3.id, same)).toEqual([200, '', 'text/plain'])
    await followed()
    expect(await rows('student')).toMatchObject([{ studentUserid: 's1', name: '张一', syncState: 1 }])
    expect(await rows('studentparents')).toMatchObject([{ parentUserid: 'p1', relation: '爸爸', syncState: 1 }])
    expect(await rows('externalcontact')).toMatchObject([{ externalUserid: 'wm1', syncState: 1 }])
  })

  test('of a contact that is gone, or known to nobody, mark it and make none', async () => {
    const contact = (ExternalUserID: string) =>
      event({ Event: 'change_external_contact', ChangeType: 'del_external_contact', ExternalUserID })
    platform.contacts.delete('wm1')
    await send(contact('wm1'))
    await send(contact('wm9'))
    await followed()
    expect(await rows('externalcontact')).toMatchObject([{ externalUserid: 'wm1', syncState: 5 }])
  })

  test('of departments read all of them, and mark those that are gone', async () => {
    const depts = async () => {
      const { data } = await admin.get<any>(`${BASE}/dept/lazy-list`, { corpId: W3.id })
      return data.map((one: any) => [one.deptId, one.deptName, one.syncState]).toSorted()
    }
    platform.departments.set(4, { id: 4, name: '2班', parentid: 2, type: 1 })
    platform.departments.set(3, {
      id: 3,
      name: '一班',
      parentid: 2,
      type: 1,
      department_admins: [{ userid: 'Wang', type: 3 }],
    })
    await send(school('create_department', '4'))
    await followed()
    expect(await depts()).toEqual([
      [1, '学校', 1],
      [2, '七年级', 1],
      [3, '一班', 1],
      [4, '2班', 1],
    ])
    expect(await rows('deptadmins')).toMatchObject([{ userId: 'Wang', syncState: 1 }])
    platform.departments.delete(4)
    platform.departments.set(3, { id: 3, name: '一班', parentid: 2, type: 1 })
    await send(event({ Event: 'change_contact', ChangeType: 'delete_party', Id: '4' }))
    await followed()
    expect(await depts()).toEqual([
      [1, '学校', 1],
      [2, '七年级', 1],
      [3, '一班', 1],
      [4, '2班', 5],
    ])
    expect(await rows('deptadmins')).toMatchObject([{ userId: 'Wang', syncState: 5 }])
  })

  test('that the platform does not let be read again wait, and are read the next time', async () => {
    platform.failNext(48_002, { path: '/cgi-bin/school/user/get' })
    await send(school('update_student', 's1'))
    const { rows: jobs } = await sql<{ id: string }>`select id from job where name = 'wecom.follow-changes'
      order by id desc limit 1`.execute(app.app.database.tenant(TENANT))
    await expect(waitForJob(admin, String(jobs[0]?.id))).rejects.toThrow('应用没有该接口的权限')
    platform.students.set('s1', { student_userid: 's1', name: '张壹', department: [3] })
    await send(school('update_student', 's1'))
    await followed()
    expect(await rows('student')).toMatchObject([{ name: '张壹', syncState: 1 }])
  })

  test('that concern nothing that is kept here leave nothing to be read', async () => {
    const db = app.app.database.tenant(TENANT)
    const jobs = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from job where name = 'wecom.follow-changes'`.execute(db))
        .rows
    const before = await jobs()
    await send(event({ Event: 'enter_agent' }))
    expect(await jobs()).toEqual(before)
    expect((await sql`select 1 from wecom_dirty`.execute(db)).rows).toEqual([])
  })

  test('of what is gone mark it', async () => {
    platform.parents.clear()
    platform.students.clear()
    await send(school('delete_parent', 'p1'))
    await send(school('delete_student', 's1'))
    await followed()
    expect(await rows('student')).toMatchObject([{ syncState: 5 }])
    expect(await rows('studentparents')).toMatchObject([{ syncState: 5 }])
  })
})

test.each([
  [
    { Event: 'change_contact', ChangeType: 'update_party', Id: '7' },
    { kind: 'dept', key: 'all' },
  ],
  [{ Event: 'change_contact', ChangeType: 'update_user', Id: '7' }, undefined],
  [
    { Event: 'change_external_contact', ExternalUserID: 'wm1' },
    { kind: 'contact', key: 'wm1' },
  ],
  [{ Event: 'change_external_contact' }, undefined],
  [
    { Event: 'change_school_contact', ChangeType: 'delete_department', Id: '4' },
    { kind: 'dept', key: 'all' },
  ],
  [
    { Event: 'change_school_contact', ChangeType: 'create_deparmtment' },
    { kind: 'dept', key: 'all' },
  ],
  [
    { Event: 'change_school_contact', ChangeType: 'update_student', Id: 's' },
    { kind: 'student', key: 's' },
  ],
  [{ Event: 'change_school_contact', ChangeType: 'update_student' }, undefined],
  [
    { Event: 'change_school_contact', ChangeType: 'create_parent', Id: 'p' },
    { kind: 'parent', key: 'p' },
  ],
  [
    { Event: 'change_school_contact', ChangeType: 'subscribe', Id: 'p' },
    { kind: 'parent', key: 'p' },
  ],
  [
    { Event: 'change_school_contact', ChangeType: 'unsubscribe', Id: 'p' },
    { kind: 'parent', key: 'p' },
  ],
  [{ Event: 'change_school_contact', ChangeType: 'resubscribe', Id: 'p' }, undefined],
  [{ Event: 'change_school_contact', Id: 'p' }, undefined],
  [{ Event: 'enter_agent', ChangeType: 'update_student', Id: 's' }, undefined],
])('the event %j is about %j', (said, about) => {
  expect(changedBy(said)).toEqual(about)
})
