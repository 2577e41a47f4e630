import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { nextId } from '../../platform/db/id.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'

const app = useTestApp({ ROLES: 'web' })
const BASE = '/api/bigdata-service/sysMessage'
let admin: Client
let teacher: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  teacher = await app().user({ role: 'teacher', schoolCode: '125101000000000011' })
  const account = `u${teacher.userId}`
  await write({ title: '维护', messageType: 1 })
  await write({ title: '给您', messageType: 1, account })
  await write({ title: '任务好了', messageType: 2, account, link: '/bigdata/exam/examInfo' })
  await write({ title: '别人的', messageType: 2, account: `u${admin.userId}` })
  await job('计算', 'done', '')
  await job('生成报表', 'failed', '磁盘已满')
  await job('还在跑', 'running', '')
})

async function write(row: object): Promise<void> {
  const { status, msg } = await admin.post(`${BASE}/submit`, { content: '正文', ...row })
  expect([status, msg]).toEqual([200, '操作成功'])
}

async function job(title: string, state: string, text: string): Promise<void> {
  await sql`insert into job (id, tenant_id, user_id, name, title, payload, state, text, end_time)
    values (${nextId()}, ${TENANT}, ${teacher.userId}, 'x.y', ${title}, '{}', ${state}, ${text}, now())`.execute(
    app().app.database.tenant(TENANT),
  )
}

async function read(user: Client, segment: string, query: object = {}) {
  const { data } = await user.get(`${BASE}/${segment}`, { size: 50, ...query })
  return data as { total: number; records: Record<string, string>[] }
}

test('task messages are those written for me and the ends of my own work', async () => {
  const { records, total } = await read(teacher, 'listTaskMessage')
  expect(total).toBe(3)
  const found = Object.fromEntries(records.map((row) => [row['title'], row['content']]))
  expect(found).toEqual({ 任务好了: '正文', 计算: '已完成', 生成报表: '磁盘已满' })
  expect(records.every((row) => Number(row['messageType']) === 2)).toBe(true)
})

test('the latest are of every kind, mine and everybody’s, page by page', async () => {
  const { records, total } = await read(teacher, 'top')
  expect(total).toBe(5)
  expect(records.map((row) => row['title'])).not.toContain('别人的')
  const first = await read(teacher, 'top', { current: 1, size: 2 })
  const second = await read(teacher, 'top', { current: 2, size: 2 })
  expect([...first.records, ...second.records]).toEqual(records.slice(0, 4))
})

test('a reader lists what is the reader’s, a writer everything', async () => {
  const titles = (page: { records: Record<string, string>[] }) => page.records.map((row) => row['title'])
  expect(new Set(titles(await read(teacher, 'list')))).toEqual(new Set(['任务好了', '维护', '给您']))
  expect(titles(await read(admin, 'list'))).toContain('给您')
  const { records } = await read(admin, 'list', { title: '别人的' })
  expect((await teacher.get(`${BASE}/detail`, { id: records[0]?.['id'] })).data).toEqual({})
  expect((await teacher.post(`${BASE}/submit`, { title: 'a', content: 'b' })).status).toBe(403)
})

test.each([
  [{ link: 'https://evil.cn' }, '链接应以/开头'],
  [{ link: '//evil.cn' }, '链接应以/开头'],
  [{ account: 'nobody' }, '账号nobody不存在'],
])('%j is refused', async (row, message) => {
  const { status, msg } = await admin.post(`${BASE}/submit`, { title: 'a', content: 'b', messageType: 1, ...row })
  expect([status, msg]).toEqual([400, message])
})

test('a message is for one account or for all, and leads within the program', async () => {
  const before = (await read(admin, 'list')).total
  const refused = async (row: object) =>
    (await admin.post(`${BASE}/submit`, { title: '错', messageType: 1, content: '正文', ...row })).msg
  const both = `u${teacher.userId},u${admin.userId}`
  expect(await refused({ account: both })).toBe('一条消息只能发给一个账号或所有人')
  for (const link of ['https://example.com', '//example.com', '/\\\\example.com'])
    expect(await refused({ link })).toBe('链接应以/开头')
  expect((await read(admin, 'list')).total).toBe(before)
})
