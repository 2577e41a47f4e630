import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker } from '../../../test/rows.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { dueDate } from './due-date.ts'
import { remindRequests } from './remind.ts'

const app = useTestApp()
const BASE = '/api/blade-privacy/personalrequest'
const DAY_MS = 86_400_000

let admin: Client
let maker: RowMaker
let studentId = ''
let schoolCode = ''

/** `yyyy-MM-dd`, so many days from today. */
function day(fromToday: number): string {
  const at = new Date(Date.now() + fromToday * DAY_MS)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

function asked(more: object = {}) {
  return {
    studentId,
    requestKind: 'access',
    requesterName: '王芳',
    relation: '2',
    identityCheck: '1',
    content: '要求查阅孩子的成绩和学籍信息',
    receivedDate: day(-1),
    ...more,
  }
}

async function register(more: object = {}, user = admin): Promise<Record<string, string>> {
  const { status, msg, data } = await user.post<Record<string, string>>(`${BASE}/submit`, asked(more))
  expect(status, msg).toBe(200)
  return data
}

const counts = async (user = admin) => (await user.get<Record<string, number>>(`${BASE}/counts`)).data

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
  const student = await maker.parent('basicStudent')
  studentId = String(student['id'])
  schoolCode = String(student['schoolCode'])
})

describe('the due day', () => {
  test.each([
    ['2026-11-27', 1, '2026-11-30'],
    ['2026-11-27', 15, '2026-12-18'],
    ['2026-11-29', 5, '2026-12-04'],
    ['2026-03-06', 10, '2026-03-20'],
  ])('%s and %d working days is %s', (from, days, due) => {
    expect(dueDate(from, days)).toBe(due)
  })

  test('follows the parameter where none is typed, and what is typed where one is', async () => {
    expect(await register()).toMatchObject({ dueDate: dueDate(day(-1), 15), openUntil: dueDate(day(-1), 15) })
    expect(await register({ dueDate: day(4) })).toMatchObject({ dueDate: day(4), openUntil: day(4) })
    const early = await admin.post(`${BASE}/submit`, asked({ dueDate: day(-2) }))
    expect(early.msg).toContain('答复期限不能早于收到日期')
    const future = await admin.post(`${BASE}/submit`, asked({ receivedDate: day(1) }))
    expect(future.msg).toContain('收到日期不能晚于今天')
  })
})

describe('a request', () => {
  test('keeps the child as it was, masked, and goes from received to answered with every step written down', async () => {
    const made = await register()
    expect(made).toMatchObject({ requestStatus: 0, schoolCode })
    expect(made['studentCode']).toContain('*')
    const early = await admin.post(`${BASE}/answer`, { ids: made['id'], pass: 1, answer: '已提供' })
    expect(early.status).toBe(409)
    expect((await admin.post(`${BASE}/accept`, { ids: made['id'] })).status).toBe(200)
    expect((await admin.post(`${BASE}/remove`, undefined, { ids: made['id'] })).status).toBe(409)
    const silent = await admin.post(`${BASE}/answer`, { ids: made['id'], pass: 1 })
    expect(silent.msg).toContain('请填写答复内容')
    const done = await admin.post(`${BASE}/answer`, { ids: made['id'], pass: 1, answer: '已当面提供纸质材料' })
    expect(done.status, done.msg).toBe(200)
    const { data: kept } = await admin.get<Record<string, unknown>>(`${BASE}/detail`, { id: made['id'] })
    expect(kept).toMatchObject({ requestStatus: 2, answer: '已当面提供纸质材料', openUntil: null })
    expect(kept['answererName']).toBeTruthy()
    const history = await admin.get<{ action: string }[]>(`${BASE}/history`, { id: made['id'] })
    expect(history.data.map(({ action }) => action)).toEqual(['答复', '受理'])
    expect((await admin.post(`${BASE}/submit`, { id: made['id'], content: '改写' })).status).toBe(409)
  })

  test('is refused only with a reason', async () => {
    const { id } = await register({ requestKind: 'delete' })
    await admin.post(`${BASE}/accept`, { ids: id })
    expect((await admin.post(`${BASE}/answer`, { ids: id, pass: 0 })).msg).toContain('请填写拒绝理由')
    const done = await admin.post(`${BASE}/answer`, { ids: id, pass: 0, answer: '学籍信息依法须保存' })
    expect(done.status, done.msg).toBe(200)
    expect((await admin.get(`${BASE}/detail`, { id })).data).toMatchObject({ requestStatus: 3 })
  })

  test('stands first in the list when it is overdue, and is counted', async () => {
    const before = await counts()
    const late = await register({ receivedDate: day(-40), dueDate: day(-5) })
    const soon = await register({ dueDate: day(2) })
    const after = await counts()
    expect(after['overdue']).toBe((before['overdue'] ?? 0) + 1)
    expect(after['dueSoon']).toBe((before['dueSoon'] ?? 0) + 1)
    const { data } = await admin.get(`${BASE}/list`, { size: 100 })
    const ids = data.records.map((row: { id: string }) => row.id)
    expect(ids[0]).toBe(late['id'])
    expect(ids.indexOf(soon['id'])).toBeLessThan(ids.length - 1)
    expect(data.records.at(-1)).toMatchObject({ openUntil: null })
    await admin.post(`${BASE}/accept`, { ids: late['id'] })
    await admin.post(`${BASE}/answer`, { ids: late['id'], pass: 1, answer: '已补充答复' })
    expect(await counts()).toMatchObject({
      overdue: before['overdue'],
      closedLate: (before['closedLate'] ?? 0) + 1,
    })
  })
})

describe('who is in sight', () => {
  const permissions = ['personalrequest_view', 'personalrequest_add', 'personalrequest_edit', 'personalrequest_answer']

  test('is asked for by a school of its own children alone', async () => {
    const own = await app().user({ role: 'school', schoolCode, permissions })
    const other = await app().user({ role: 'school', schoolCode: 'S-other', permissions })
    const { id } = await register({}, own)
    expect((await own.get(`${BASE}/detail`, { id })).status).toBe(200)
    expect((await other.get(`${BASE}/detail`, { id })).data).toEqual({})
    expect((await other.post(`${BASE}/submit`, asked())).msg).toContain('「学生」不是有效的选项')
    expect((await counts(other))['open']).toBe(0)
    const stranger = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    expect((await stranger.get(`${BASE}/detail`, { id })).data).toEqual({})
  })

  test('is offered by name and code with school and class, masked, and to nobody else', async () => {
    const student = await maker.parent('basicStudent')
    const name = String(student['studentName'])
    const own = await app().user({ role: 'school', schoolCode, permissions })
    const other = await app().user({ role: 'school', schoolCode: 'S-other', permissions })
    const { data } = await own.get<Record<string, string>[]>(`${BASE}/students`, { name })
    expect(data).toContainEqual(expect.objectContaining({ id: studentId, studentName: name }))
    expect(data[0]?.['studentCode']).toContain('*')
    expect((await own.get(`${BASE}/students`, { name: name.slice(0, 1) })).data).toEqual([])
    expect((await other.get(`${BASE}/students`, { name })).data).toEqual([])
  })
})

describe('the reminder', () => {
  let ctx: Ctx
  const deps = () => ({ tenantIds: async () => [TENANT], nobodyOf: () => ctx })

  beforeAll(async () => {
    const found = await app().app.ctxOf(TENANT, admin.userId)
    if (!found) throw new Error('the administrator has no context')
    ctx = found
  })

  const messagesOf = async (user: Client) => {
    const found = await sql<{ title: string }>`select title from sys_message where account = ${`u${user.userId}`}
      and title like '个人信息请求%' order by id`.execute(user.db)
    return found.rows.map(({ title }) => title)
  }

  test('tells who wrote a request down once before it is due and once after', async () => {
    await remindRequests(deps())
    const clerk = await app().user({
      role: 'school',
      schoolCode,
      permissions: ['personalrequest_view', 'personalrequest_add', 'personalrequest_edit'],
    })
    const { id } = await register({ dueDate: day(3) }, clerk)
    await register({ dueDate: day(20) }, clerk)
    expect(await remindRequests(deps())).toBe(1)
    expect(await remindRequests(deps())).toBe(0)
    expect(await messagesOf(clerk)).toEqual(['个人信息请求即将到期'])
    await sql`update personal_request set due_date = ${day(-1)}, open_until = ${day(-1)}, reminded_date = ${day(-4)}
      where id = ${id}`.execute(admin.db)
    expect(await remindRequests(deps())).toBe(1)
    expect(await remindRequests(deps())).toBe(0)
    expect(await messagesOf(clerk)).toEqual(['个人信息请求即将到期', '个人信息请求已逾期'])
  })
})
