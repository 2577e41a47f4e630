import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { tellRoles } from './tell-roles.ts'
import { nextId } from '../../platform/db/id.ts'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'

const app = useTestApp({ ROLES: 'web' })
const BASE = '/api/blade-desk/notice'
let admin: Client
let teacher: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  teacher = await app().user({ role: 'teacher', schoolCode: '125101000000000011' })
})

async function write(row: object = {}): Promise<string> {
  const whole = { title: '开学通知', category: 1, releaseTime: '2026-01-01 08:00:00', content: '<p>内容</p>', ...row }
  const { data, status, msg } = await admin.post(`${BASE}/submit`, whole)
  expect([status, msg]).toEqual([200, '操作成功'])
  return data.id
}

async function titlesFor(user: Client): Promise<string[]> {
  const { data } = await user.get(`${BASE}/top`, { size: 100 })
  return data.records.map((row: { title: string }) => row.title)
}

test('content is cleaned before it is kept, and what is nothing then is asked for', async () => {
  const content = '<p onclick="a()">一<script>alert(1)</script></p><a href="javascript:1">二</a>'
  const id = await write({ title: '清洗', content })
  expect((await admin.get(`${BASE}/detail`, { id })).data.content).toBe('<p>一</p><a>二</a>')
  await admin.post(`${BASE}/submit`, { id, content: '<img src=x onerror=1><b>三</b>' })
  expect((await admin.get(`${BASE}/detail`, { id })).data.content).toBe('<b>三</b>')
  const empty = await admin.post(`${BASE}/submit`, {
    title: 'a',
    category: 1,
    releaseTime: '2026-01-01 00:00:00',
    content: '<p><br></p>',
  })
  expect([empty.status, empty.msg]).toEqual([400, '请输入通知内容'])
})

describe('to whom', () => {
  test('nobody named is everybody, in this tenant, once it is time', async () => {
    await write({ title: '给所有人' })
    await write({ title: '明年的', releaseTime: '2999-01-01 00:00:00' })
    const stranger = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    expect(await titlesFor(teacher)).toContain('给所有人')
    expect(await titlesFor(admin)).not.toContain('明年的')
    expect(await titlesFor(stranger)).toEqual([])
  })

  test('roles, departments with all below, and accounts', async () => {
    const db = app().app.database.tenant(TENANT)
    const role = await sql<{
      id: string
    }>`select unnest(role_ids) as id from sys_user where id = ${teacher.userId}`.execute(db)
    const other = await sql<{ id: string }>`select id from sys_role where role_alias = 'school'`.execute(db)
    const [bureau, office, elsewhere] = [nextId(), nextId(), nextId()]
    for (const [id, ancestors] of [
      [bureau, '0'],
      [office, `0,${bureau}`],
      [elsewhere, '0'],
    ] as const) {
      await sql`insert into dept (id, tenant_id, parent_id, dept_name, dept_category, sort, ancestors)
        values (${id}, ${TENANT}, 0, ${id}, 1, 1, ${ancestors})`.execute(db)
    }
    await sql`update sys_user set dept_ids = array[${office}::bigint] where id = ${teacher.userId}`.execute(db)
    await write({ title: '给教师', roleIds: [role.rows[0]?.id] })
    await write({ title: '给局里', deptIds: [bureau] })
    await write({ title: '给科室', deptIds: [office] })
    await write({ title: '给本人', accounts: `u${teacher.userId}， u${admin.userId}` })
    await write({ title: '给别人', accounts: `u${admin.userId}`, roleIds: [other.rows[0]?.id], deptIds: [elsewhere] })
    const seen = await titlesFor(teacher)
    expect(seen).toEqual(expect.arrayContaining(['给教师', '给局里', '给科室', '给本人']))
    expect(seen).not.toContain('给别人')
    const byAdmin = await titlesFor(admin)
    expect(byAdmin).toEqual(expect.arrayContaining(['给本人', '给别人']))
    for (const title of ['给教师', '给局里', '给科室']) expect(byAdmin).not.toContain(title)
  })

  test('an account that does not exist is refused', async () => {
    const row = { title: 'a', category: 1, releaseTime: '2026-01-01 00:00:00', content: 'a', accounts: 'nobody-here' }
    expect((await admin.post(`${BASE}/submit`, row)).msg).toBe('账号nobody-here不存在')
  })

  test('the list of a reader is cut alike; of a writer it is whole', async () => {
    const all = await admin.get(`${BASE}/list`, { size: 100 })
    expect(all.data.records.map((row: { title: string }) => row.title)).toEqual(
      expect.arrayContaining(['明年的', '给教师']),
    )
    const reader = await app().user({ role: 'exam', permissions: ['notice_view'] })
    const cut = await reader.get(`${BASE}/list`, { size: 100 })
    const titles = cut.data.records.map((row: { title: string }) => row.title)
    expect(titles).toContain('给所有人')
    for (const title of ['明年的', '给教师', '给别人']) expect(titles).not.toContain(title)
    const hidden = all.data.records.find((row: { title: string }) => row.title === '给教师')
    expect((await reader.get(`${BASE}/detail`, { id: hidden.id })).data).toEqual({})
  })
})

test('a reading leaves one receipt, counts once, and lowers what is unread', async () => {
  const id = await write({ title: '请阅' })
  const unread = async (user: Client) => (await user.get(`${BASE}/unread`)).data.unread
  const before = await unread(teacher)
  await Promise.all(Array.from({ length: 4 }, () => teacher.post(`${BASE}/read`, { id })))
  await admin.post(`${BASE}/read`, { id })
  expect(await unread(teacher)).toBe(before - 1)
  expect((await admin.get(`${BASE}/detail`, { id })).data.readCount).toBe(2)
  const { data } = await admin.get(`${BASE}/receipts`, { id })
  expect(data.total).toBe(2)
  expect(data.records.map((row: { account: string }) => row.account).toSorted()).toEqual(
    [`u${teacher.userId}`, `u${admin.userId}`].toSorted(),
  )
  expect(data.records[0].readTime).toMatch(/^\d{4}-/)
  expect((await teacher.get(`${BASE}/receipts`, { id })).status).toBe(403)
  const top = await teacher.get(`${BASE}/top`, { size: 100 })
  expect(top.data.records.find((row: { id: string }) => row.id === id)).toMatchObject({ isRead: 1 })
})

test('who looks with the eyes of a reader has read nothing for them', async () => {
  const id = await write({ title: '代看' })
  const { data } = await admin.post('/api/blade-system/view-as/start', { userId: teacher.userId })
  const headers = { 'blade-auth': `bearer ${String(data.token)}` }
  const answer = await app().app.http.inject({ method: 'POST', url: `${BASE}/read`, headers, payload: { id } })
  expect(answer.statusCode).toBe(200)
  expect((await admin.get(`${BASE}/detail`, { id })).data.readCount).toBe(0)
  expect((await admin.get(`${BASE}/receipts`, { id })).data.total).toBe(0)
})

test('accounts are kept each once, and blanks between them name nobody', async () => {
  const account = `u${teacher.userId}`
  const accountsOf = async (accounts: string) =>
    (await admin.get(`${BASE}/detail`, { id: await write({ accounts }) })).data.accounts
  expect(await accountsOf(` ${account}；${account}, u${admin.userId} `)).toBe(`${account},u${admin.userId}`)
  expect(await accountsOf(' ，; ')).toBe('')
})

test('what is not meant for a reader cannot be read', async () => {
  const id = await write({ title: '内部', accounts: `u${admin.userId}` })
  expect((await teacher.post(`${BASE}/read`, { id })).status).toBe(404)
  expect((await admin.get(`${BASE}/detail`, { id })).data.readCount).toBe(0)
})

test('the bell shows five at a time, the newest first', async () => {
  for (let day = 1; day <= 6; day += 1) await write({ title: `第${day}`, releaseTime: `2026-10-0${day} 08:00:00` })
  const { data } = await teacher.get(`${BASE}/top`)
  expect(data).toMatchObject({ size: 5, current: 1 })
  expect(data.records.map((row: { title: string }) => row.title)).toEqual(['第6', '第5', '第4', '第3', '第2'])
})

test('those it is meant for hear of it at once, by the one stream; others do not', async () => {
  await app().app.http.listen({ port: 0, host: '127.0.0.1' })
  const [mine, theirs] = [listen(teacher), listen(admin)]
  await Promise.all([mine.opened, theirs.opened])
  const id = await write({ title: '即时', accounts: `u${teacher.userId}` })
  const shared = await write({ title: '给大家' })
  await expect.poll(() => theirs.text()).toContain(shared)
  await expect.poll(() => mine.text()).toContain(shared)
  expect(mine.text()).toContain(`event: notice\ndata: {"id":"${id}","title":"即时"}\n\n`)
  expect(theirs.text()).not.toContain(id)
  mine.close()
  theirs.close()
})

function listen(user: Client) {
  const { port } = app().app.http.server.address() as AddressInfo
  let text = ''
  const sent = request({
    port,
    host: '127.0.0.1',
    path: '/api/blade-desk/job/stream',
    headers: { 'blade-auth': user.token },
  })
  const opened = new Promise<void>((ready) => {
    sent.on('response', (response) => {
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        ready()
      })
    })
  })
  sent.on('error', () => undefined)
  sent.end()
  return { opened, text: () => text, close: () => sent.destroy() }
}

test('news of the program for nobody rings no bell, for a role or an account theirs', async () => {
  const role = await sql<{
    id: string
  }>`select role_ids[1]::text as id from sys_user where id = ${teacher.userId}`.execute(teacher.db)
  const tell = (title: string, roleIds: string[], account?: string) =>
    tellRoles(teacher.db, TENANT, { title, text: '<b>', roleIds, ...(account && { account }) })
  await tell('办结给无人', [])
  await tell('办结给角色', [role.rows[0]?.id ?? ''])
  await tell('办结给账号', [], `u${teacher.userId}`)
  const told = (await titlesFor(teacher)).filter((title) => title.startsWith('办结'))
  expect(told.toSorted()).toEqual(['办结给角色', '办结给账号'].toSorted())
  expect((await titlesFor(admin)).filter((title) => title.startsWith('办结'))).toEqual([])
  const kept = await sql<{ content: string; category: number }>`select content, category from notice
    where title = '办结给角色'`.execute(teacher.db)
  expect(kept.rows).toEqual([{ content: '<p>&lt;b&gt;</p>', category: 6 }])
})
