import { creditCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { nextId } from '../../platform/db/id.ts'

const app = useTestApp()
const PATH = '/api/yzl-openapi/teacherPortfolio/staticsTeacherPortfolio'

let admin: Client
let clerk: Client
let bureau: Client
/** C. */
let stayer: Client
let first = ''
let second = ''
let far = ''
let near = ''
let away = ''

function creditCode(no: number): string {
  const code = `12510100${String(no).padStart(9, '0')}`
  return code + creditCheckCharacter(code)
}

/**
 * Six teachers: A, B, C at the first school, D at the second, both of the near area; E at a school of the far area;
 * F at the first and the second.
 *
 * | entry | kind | state | value |
 * |---|---|---|---|
 * | A1 | education | passed | 21 (third of the ladder: 11, 14, 21, 31 …) |
 * | A2 | education | passed | 14 (higher) |
 * | A3 | qualification | passed | 3, and 4 as A4: the ladder ascends, 4 counts |
 * | A5 | award | passed | level 3, prize 1 |
 * | B1 | education | waits for the school | 11 (not yet) |
 * | B2 | award | refused by the school | |
 * | D1 | education | passed by the school, which the bureau had refused | 31 |
 * | D2 | award | archived | level 3, prize 2 |
 * | D3 | lesson | passed | type 1 |
 * | E1 | education | passed | 14 |
 * | E2 | other | draft | |
 * | F1 | education, made at the second school | passed | 21 |
 */
beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const areas = (await admin.get('/api/blade-system/dict-biz/dictionary', { code: 'exam_area' })).data
  near = areas[0].dictKey
  away = areas[1].dictKey
  ;[first, second, far] = [1, 2, 3].map(creditCode) as [string, string, string]
  for (const [schoolCode, areaCode] of [
    [first, near],
    [second, near],
    [far, away],
  ] as const) {
    const school = { schoolCode, schoolName: `学校${schoolCode.slice(-3)}`, areaCode, schoolType: '4', sort: 1 }
    expect((await admin.post('/api/bigdata-service/basicschool/submit', school)).msg).toBe('操作成功')
  }
  const teacher = (schoolCode: string) => app().user({ role: 'teacher', schoolCode })
  const [a, b, c, d, e, f] = [
    await teacher(first),
    await teacher(first),
    await teacher(first),
    await teacher(second),
    await teacher(far),
    await teacher(first),
  ]
  const link = { userId: f.userId, roleAlias: 'teacher', deptUscc: second }
  await admin.post('/api/bigdata-service/user_dept_role/submit', link)
  stayer = c
  clerk = await app().user({ role: 'school', schoolCode: first })
  bureau = await app().user({ role: 'area', areaCode: near })
  const study = { portfolio_type: 1, portfolio_child_type: 1 }
  const award = { portfolio_type: 7, cert_level: '3' }
  const day = '2020-07-01 00:00:00'
  await add(a, first, near, 5, {
    ...study,
    education: '21',
    cert_date: day,
    submit_time: '2026-08-03 09:00:00',
    audit2_time: '2026-09-01 09:00:00',
  })
  await add(a, first, near, 5, { ...study, education: '14', cert_date: '2024-07-01 00:00:00' })
  await add(a, first, near, 5, { portfolio_type: 2, teacher_credentials: '3' })
  await add(a, first, near, 5, { portfolio_type: 2, teacher_credentials: '4' })
  await add(a, first, near, 5, { ...award, prize_type: '1' })
  await add(b, first, near, 1, { ...study, education: '11', submit_time: '2026-08-20 09:00:00' })
  await add(b, first, near, 2, { ...award, prize_type: '1' })
  await add(d, second, near, 5, {
    ...study,
    education: '31',
    audit1_time: '2026-10-02 09:00:00',
    audit2_time: '2026-09-20 09:00:00',
  })
  await add(d, second, near, 6, { ...award, prize_type: '2' })
  await add(d, second, near, 5, { portfolio_type: 8, course_type: '1' })
  await add(e, far, away, 5, { ...study, education: '14' })
  await add(e, far, away, 0, { portfolio_type: 12, memo: 'x' })
  await add(f, second, near, 5, { ...study, education: '21' })
})

async function add(
  teacher: Client,
  school_code: string,
  area_code: string,
  audit_status: number,
  values: object,
): Promise<void> {
  const row = {
    id: nextId(),
    tenant_id: TENANT,
    teacher_id: teacher.userId,
    teacher_code: `u${teacher.userId}`,
    school_code,
    area_code,
    audit_status,
    ...values,
  }
  await sql`insert into teacher_portfolio (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(app().app.database.tenant(TENANT))
}

async function read(user: Client, query: object = {}) {
  const { data, msg } = await user.get(PATH, query as Record<string, unknown>)
  expect(msg).toBe('操作成功')
  return data
}

/** dictKey → teachers. */
function ladder(data: any, field: string): Record<string, [number, number]> {
  const found = data.byDict.find((one: any) => one.field === field)
  return Object.fromEntries(found.items.map((item: any) => [item.dictKey, [item.teacherCount, item.rate]]))
}

test('the whole: teachers, coverage, entries by state', async () => {
  const { summary } = await read(admin)
  expect(summary).toEqual({
    teacherTotal: 6,
    teacherWithEntry: 4, // A, D, E, F
    coverageRate: 66.67,
    entryTotal: 13,
    draft: 1,
    waitAudit1: 1,
    waitAudit2: 0,
    rejected: 1,
    passed: 10, // nine passed and one archived
  })
})

test('a teacher counts once per ladder, with the highest; the shares sum to 100', async () => {
  const data = await read(admin)
  // A 14, E 14, F 21, D 31; B and C have nothing that has passed.
  expect(ladder(data, 'education')).toEqual({ 14: [2, 33.33], 21: [1, 16.67], 31: [1, 16.67], '': [2, 33.33] })
  expect(ladder(data, 'teacherCredentials')).toEqual({ 4: [1, 16.67], '': [5, 83.33] })
  for (const { items } of data.byDict) {
    expect(items.reduce((sum: number, item: any) => sum + Math.round(item.rate * 100), 0)).toBe(10_000)
  }
})

test('by kind, awards, lessons and months', async () => {
  const data = await read(admin)
  const kind = (type: number) => data.byType.find((row: any) => row.portfolioType === type)
  expect(kind(1)).toEqual({ portfolioType: 1, name: '学历学位', entryTotal: 6, passed: 5, teacherCount: 4 })
  expect(kind(7)).toMatchObject({ entryTotal: 3, passed: 2, teacherCount: 1 })
  expect(kind(3)).toMatchObject({ entryTotal: 0, passed: 0, teacherCount: 0 })
  expect(data.prizes).toHaveLength(1)
  expect(data.prizes[0]).toMatchObject({ certLevel: '3', levelName: '市级' })
  expect(data.prizes[0].counts.filter((one: any) => one.count > 0)).toEqual([
    { prizeType: '1', prizeName: '一等奖', count: 1 },
  ])
  const lessons = data.counts.find((one: any) => one.field === 'courseType').items
  expect(lessons.filter((one: any) => one.count > 0)).toEqual([{ dictKey: '1', dictValue: '公开课', count: 1 }])
  expect(data.trend).toEqual([
    { month: '2026-08', submitted: 2, passed: 0 },
    { month: '2026-09', submitted: 0, passed: 1 },
    { month: '2026-10', submitted: 0, passed: 1 },
  ])
})

test('areas and schools add up to the whole; a teacher of two schools counts in both', async () => {
  const { summary, byArea, bySchool } = await read(admin)
  const line = (rows: any[], code: string) => rows.find((row) => row.code === code)
  expect(line(byArea, near)).toMatchObject({
    teacherTotal: 5,
    teacherWithEntry: 3,
    coverageRate: 60,
    entryTotal: 11,
    passed: 9,
  })
  expect(line(byArea, away)).toMatchObject({
    teacherTotal: 1,
    teacherWithEntry: 1,
    coverageRate: 100,
    entryTotal: 2,
    passed: 1,
  })
  expect(line(bySchool, first)).toMatchObject({
    teacherTotal: 4,
    teacherWithEntry: 1,
    coverageRate: 25,
    entryTotal: 7,
    passed: 5,
    waitAudit1: 1,
    rejected: 1,
  })
  expect(line(bySchool, second)).toMatchObject({
    teacherTotal: 2,
    teacherWithEntry: 2,
    coverageRate: 100,
    entryTotal: 4,
    passed: 4,
  })
  for (const rows of [byArea, bySchool]) {
    for (const name of ['entryTotal', 'passed', 'waitAudit1', 'waitAudit2', 'rejected'] as const) {
      expect(
        rows.reduce((sum: number, row: any) => sum + row[name], 0),
        name,
      ).toBe(summary[name])
    }
  }
})

test('filters: area, school, date of the certificate, states that count', async () => {
  expect((await read(admin, { areaCode: away })).summary).toMatchObject({
    teacherTotal: 1,
    entryTotal: 2,
    coverageRate: 100,
  })
  expect((await read(admin, { schoolCode: first })).summary).toMatchObject({ teacherTotal: 4, entryTotal: 7 })
  const dated = await read(admin, { certDate_datege: '2024-01-01', certDate_datele: '2024-12-31 23:59:59' })
  expect(dated.summary).toMatchObject({ teacherTotal: 6, teacherWithEntry: 1, entryTotal: 1, passed: 1 })
  const waiting = await read(admin, { auditStatus: '1' })
  expect(ladder(waiting, 'education')).toEqual({ 11: [1, 16.67], '': [5, 83.33] })
  expect(waiting.summary).toMatchObject({ teacherWithEntry: 1, entryTotal: 13 })
})

test('one sees one’s units only; nobody there is no error', async () => {
  expect((await read(clerk)).summary).toMatchObject({ teacherTotal: 4, entryTotal: 7 })
  expect((await read(clerk)).bySchool.map((row: any) => row.code)).toEqual([first])
  expect((await read(bureau)).byArea.map((row: any) => row.code)).toEqual([near])
  expect((await read(clerk, { schoolCode: far })).summary).toMatchObject({
    teacherTotal: 0,
    coverageRate: 0,
    entryTotal: 0,
  })
  const teacher = await app().user({ role: 'teacher', schoolCode: first })
  expect((await teacher.get(PATH)).status).toBe(403)
})

test('an entry made before a move counts for the teacher in the area and the whole, for neither school', async () => {
  await add(stayer, second, near, 5, { portfolio_type: 1, portfolio_child_type: 1, education: '21' })
  const { summary, byArea, bySchool, byDict } = await read(admin)
  const filled = (rows: any[], code: string) => rows.find((row) => row.code === code).teacherWithEntry
  expect([summary.teacherWithEntry, filled(byArea, near), filled(byArea, away)]).toEqual([5, 4, 1])
  expect([filled(bySchool, first), filled(bySchool, second)]).toEqual([1, 2])
  expect(ladder({ byDict }, 'education')['']?.[0]).toBe(summary.teacherTotal - summary.teacherWithEntry)
})
