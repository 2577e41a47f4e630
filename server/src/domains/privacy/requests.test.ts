import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker } from '../../../test/rows.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { addWorkingDays } from '../settings/index.ts'
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
    expect(addWorkingDays(from, days, [])).toBe(due)
  })

  const off = (beginDate: string, endDate: string) => ({ beginDate, endDate, isWorking: 0 })
  const work = (date: string) => ({ beginDate: date, endDate: date, isWorking: 1 })
  // As announced for 2026: Spring Festival, Mid-Autumn, National Day, and their working weekends.
  const YEAR = [
    work('2026-02-14'),
    off('2026-02-15', '2026-02-23'),
    work('2026-02-28'),
    work('2026-09-20'),
    off('2026-09-25', '2026-09-27'),
    off('2026-10-01', '2026-10-07'),
    work('2026-10-10'),
  ]
  test.each([
    ['2026-02-13', 1, '2026-02-14'],
    ['2026-02-13', 3, '2026-02-25'],
    ['2026-02-13', 6, '2026-02-28'],
    ['2026-02-13', 7, '2026-03-02'],
    ['2026-09-18', 1, '2026-09-20'],
    ['2026-09-24', 5, '2026-10-09'],
    ['2026-09-24', 15, '2026-10-22'],
    ['2027-02-05', 1, '2027-02-08'],
  ])('%s and %d working days is %s with the holidays of 2026', (from, days, due) => {
    expect(addWorkingDays(from, days, YEAR)).toBe(due)
  })

  test('a day within a holiday that is named as one of work is of work', () => {
    expect(addWorkingDays('2026-09-30', 1, [off('2026-10-01', '2026-10-07'), work('2026-10-03')])).toBe('2026-10-03')
  })

  test('passes over the holidays the bureau keeps, which units look at alone', async () => {
    const HOLIDAYS = '/api/blade-system/holiday'
    const save = (row: object, user = admin) => user.post(`${HOLIDAYS}/submit`, { holidayName: '国庆节', ...row })
    for (const row of [work('2025-09-28'), off('2025-10-01', '2025-10-08'), work('2025-10-11')]) {
      expect((await save(row)).status).toBe(200)
    }
    const counted = await register({ receivedDate: '2025-09-26' })
    expect(counted).toMatchObject({ dueDate: '2025-10-23' })
    expect((await admin.post(`${BASE}/remove`, {}, { ids: counted['id'] })).status).toBe(200)
    expect((await save(off('2025-05-05', '2025-05-01'))).msg).toContain('结束日期不能早于开始日期')
    expect((await save(off('2025-05-01', '2025-06-01'))).msg).toContain('一段最多31天')
    const permissions = ['holiday_view', 'holiday_add']
    const school = await app().user({ role: 'school', schoolCode, permissions })
    expect((await school.get(`${HOLIDAYS}/list`)).data.total).toBe(3)
    expect((await save(off('2025-05-01', '2025-05-05'), school)).status).toBe(403)
  })

  test('follows the parameter where none is typed, and what is typed where one is', async () => {
    expect(await register()).toMatchObject({
      dueDate: addWorkingDays(day(-1), 15, []),
      openUntil: addWorkingDays(day(-1), 15, []),
    })
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
