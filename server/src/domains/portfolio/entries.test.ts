import { creditCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useTestApp } from '../../../test/harness.ts'
import { wallDay } from '../../platform/clock.ts'

/* Whose an entry is, what of it counts once, and how entries and teachers are listed. */

const app = useTestApp()
const BASE = '/api/yzl-gather/teacherPortfolio'
const UPLOAD = '/api/yzl-openapi/teacherPortfolio/imageUpload'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let admin: Client
let schools: string[]
let teacher: Client
let colleague: Client
let clerk: Client
let bureau: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const [{ dictKey: areaCode }] = (await admin.get('/api/blade-system/dict-biz/dictionary', { code: 'exam_area' })).data
  schools = [4, 5].map((no) => {
    const first = `12510100${String(no).padStart(9, '0')}`
    return first + creditCheckCharacter(first)
  })
  for (const schoolCode of schools) {
    const school = { schoolCode, schoolName: `学校${schoolCode}`, areaCode, schoolType: '4', sort: 1 }
    await admin.post('/api/bigdata-service/basicschool/submit', school)
  }
  const [schoolCode = ''] = schools
  teacher = await app().user({ role: 'teacher', schoolCode })
  colleague = await app().user({ role: 'teacher', schoolCode })
  clerk = await app().user({ role: 'school', schoolCode })
  bureau = await app().user({ role: 'area', areaCode })
})

async function make(user: Client, body: object): Promise<string> {
  const { data, msg } = await user.post(`${BASE}/submit`, body)
  expect(msg).toBe('操作成功')
  return data.id
}

async function title(user: Client, dutyCredentials: string): Promise<object> {
  const { data } = await user.upload(UPLOAD, {}, [{ name: '证书.png', body: PNG }])
  return { portfolioType: 4, dutyCredentials, certDate: '2020-07-01 00:00:00', certImageUrl: data.link }
}

const hand = (user: Client, id: string) => user.post(`${BASE}/submit`, { id, auditStatus: 1 })
const judge = (user: Client, level: 1 | 2, id: string, pass = 1) =>
  user.post(`${BASE}/audit${level}`, { ids: id, pass, auditOpinion: '情况属实' })
const stateOf = async (id: string) => (await clerk.get(`${BASE}/detail`, { id })).data.auditStatus

async function passed(user: Client, body: object): Promise<string> {
  const id = await make(user, body)
  for (const { msg } of [await hand(user, id), await judge(clerk, 1, id), await judge(bureau, 2, id)])
    expect(msg).toBe('操作成功')
  return id
}

describe('a title', () => {
  test('is claimed by another teacher as well, and again once the first claim was refused', async () => {
    const own = await make(teacher, await title(teacher, '3'))
    expect((await hand(teacher, own)).msg).toBe('操作成功')
    const other = await make(colleague, await title(colleague, '3'))
    expect((await hand(colleague, other)).msg).toBe('操作成功')
    await judge(clerk, 1, own, 0)
    const again = await make(teacher, await title(teacher, '3'))
    expect((await hand(teacher, again)).msg).toBe('操作成功')
    const refused = await hand(teacher, own)
    expect([refused.status, refused.msg]).toEqual([400, '相同的「职称」已在审核中或已通过；有变化请在原档案上申请变更'])
    expect(await stateOf(own)).toBe(2)
  })

  test('is handed in anew as a change of the one that holds, and no longer when that is in the archive', async () => {
    const id = await passed(teacher, await title(teacher, '2'))
    const { data } = await teacher.post(`${BASE}/change`, { id })
    expect((await hand(teacher, data.id)).msg).toBe('操作成功')
    expect((await bureau.post(`${BASE}/archive`, { ids: id })).msg).toBe('操作成功')
    await judge(clerk, 1, data.id)
    expect((await judge(bureau, 2, data.id)).msg).toBe('操作成功')
    expect([await stateOf(id), await stateOf(data.id)]).toEqual([6, 5])
    const history = (await teacher.get(`${BASE}/history`, { id })).data
    expect(history.filter(({ opinion }: { opinion: string }) => opinion === '变更已通过')).toEqual([])
  })

  test('that was changed leaves its old entry to the archive, with why', async () => {
    const id = await passed(teacher, await title(teacher, '4'))
    const { data } = await teacher.post(`${BASE}/change`, { id })
    await hand(teacher, data.id)
    await judge(clerk, 1, data.id)
    await judge(bureau, 2, data.id)
    const [last] = (await teacher.get(`${BASE}/history`, { id })).data
    expect(last).toMatchObject({ fromStatus: 5, toStatus: 6, opinion: '变更已通过' })
    const { rows } = await sql<{ content: string }>`select content from sys_message where title = '教师档案审核通过'
      order by id desc limit 1`.execute(admin.db)
    expect(rows[0]?.content).toContain('「职称」')
  })
})

describe('the owner of an entry', () => {
  const OTHER = { portfolioType: 12, memo: '支教一年' }

  test('of two schools is taken at the one that is named, else at the first', async () => {
    const both = await app().user({ role: 'teacher', schoolCode: schools[1] ?? '' })
    const link = { userId: both.userId, roleAlias: 'teacher', deptUscc: schools[0] }
    await admin.post('/api/bigdata-service/user_dept_role/submit', link)
    const teacherCode = `u${both.userId}`
    const ordered = schools.toSorted()
    for (const [schoolCode, kept] of [
      [ordered[1], ordered[1]],
      [ordered[0], ordered[0]],
      ['', ordered[0]],
    ]) {
      const { data } = await admin.post(`${BASE}/submit`, { ...OTHER, teacherCode, schoolCode })
      expect(data).toMatchObject({ teacherId: both.userId, schoolCode: kept, version: 1, auditStatus: 0 })
    }
  })

  test('is a teacher: a clerk is none, and is told at which item', async () => {
    const teacherCode = `u${clerk.userId}`
    const refused = await admin.post(`${BASE}/submit`, { ...OTHER, teacherCode })
    expect([refused.status, refused.data.problems]).toEqual([
      400,
      [{ field: 'teacherCode', message: '您的单位里没有这位教师' }],
    ])
    const found = (await admin.get(`${BASE}/teachers`, { name: teacherCode })).data
    expect(found).toEqual([])
  })

  test('is found by a part of the name, each teacher once', async () => {
    const { rows } = await sql<{ name: string }>`update sys_user set real_name = '欧阳老师' where id = ${teacher.userId}
      returning real_name as name`.execute(admin.db)
    const found = (await clerk.get(`${BASE}/teachers`, { name: rows[0]?.name.slice(1, 3) })).data
    expect(found).toMatchObject([{ teacherCode: `u${teacher.userId}`, teacherName: '欧阳老师' }])
    expect((await clerk.get(`${BASE}/teachers`, { name: '没有' })).data).toEqual([])
  })
})

test('dates may be of today, and begin where they end', async () => {
  const today = wallDay(new Date())
  const post = { portfolioType: 6, certBeginDate: `${today} 00:00:00`, certEndDate: `${today} 00:00:00` }
  await make(teacher, post)
  const award = { ...(await title(teacher, '1')), certDate: `${today} 23:59:59` }
  await make(teacher, award)
  const turned = await teacher.post(`${BASE}/submit`, { ...post, certEndDate: '2019-09-01 00:00:00' })
  expect(turned.data.problems).toEqual([{ field: 'certEndDate', message: '截至时间不能早于开始时间' }])
  const late = await teacher.post(`${BASE}/submit`, { ...award, certDate: '2999-01-01 00:00:00' })
  expect(late.data.problems).toEqual([{ field: 'certDate', message: '颁发证书日期不能晚于今天' }])
})

describe('lists', () => {
  test('of a teacher have kind after kind, and of a kind the newest first', async () => {
    const user = await app().user({ role: 'teacher', schoolCode: schools[0] ?? '' })
    const note = (memo: string) => make(user, { portfolioType: 12, memo })
    const ids = [await note('甲'), await note('乙'), await make(user, await title(user, '2'))]
    for (const [at, id] of ids.entries())
      await sql`update teacher_portfolio set create_time = create_time - ${10 - at} * interval '1 hour'
        where id = ${id}`.execute(admin.db)
    const rows = (await clerk.get(`${BASE}/listByTeacherCode`, { teacherCode: `u${user.userId}` })).data
    expect(rows.map(({ portfolioType, memo }: Record<string, unknown>) => [portfolioType, memo])).toEqual([
      [4, null],
      [12, '乙'],
      [12, '甲'],
    ])
  })

  test('of teachers count what was made in the time asked for', async () => {
    const user = await app().user({ role: 'teacher', schoolCode: schools[0] ?? '' })
    const old = await make(user, { portfolioType: 12, memo: '旧' })
    await make(user, { portfolioType: 12, memo: '新' })
    await sql`update teacher_portfolio set create_time = '2020-01-01' where id = ${old}`.execute(admin.db)
    const count = async (query: object) => {
      const { data } = await clerk.get(`${BASE}/listTeacherPortfolio`, { teacherCode: `u${user.userId}`, ...query })
      return data.records.map(({ entryTotal, passed: done, waiting, rejected }: Record<string, number>) => [
        entryTotal,
        done,
        waiting,
        rejected,
      ])
    }
    expect(await count({})).toEqual([[2, 0, 0, 0]])
    expect(await count({ createTime_datege: '2025-01-01 00:00:00' })).toEqual([[1, 0, 0, 0]])
    expect(await count({ createTime_datele: '2019-01-01 00:00:00' })).toEqual([])
  })
})
