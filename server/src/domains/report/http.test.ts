import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFixturePackage } from '../../../test/fixture-package.ts'
import { OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { openAnalytics } from '../../platform/analytics/duckdb.ts'
import { pick } from '../../../test/fixtures/report-fixture.ts'

const EXAM = '1001'
const BY_SCHOOL = '/api/bigdata-service/report/getOneScoreTwoRateSchoolList'
const RANK = '/api/bigdata-service/report/getScoreRank'
const SCHOOLS = { S1: '990101', S2: '990101', S3: '990102', S4: '990103' }
const test = useTestApp()

beforeAll(async () => {
  const { dataDir, app } = test()
  const analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(dataDir, 'tmp') })
  await buildFixturePackage(analytics, join(dataDir, 'packages', TENANT, EXAM))
  analytics.close()
  await sql`insert into exam_info (id, tenant_id, exam_name, exam_year, study_year, term, stage, grade_code, exam_type,
      exam_mode, arts_science, begin_date, end_date, area_codes, exam_status, data_version, package_version)
    values (${EXAM}, ${TENANT}, '一模', 2026, 2025, 1, '3', '12', '5', '1', '0', '2026-01-05', '2026-01-06', '[]', 7, 1, 1)`.execute(
    app.database.tenant(TENANT),
  )
  for (const [school, area] of Object.entries(SCHOOLS)) {
    await sql`insert into exam_school (tenant_id, exam_id, school_code, area_code)
      values (${TENANT}, ${EXAM}, ${school}, ${area})`.execute(app.database.tenant(TENANT))
  }
})

async function setStatus(status: number): Promise<void> {
  await sql`update exam_info set exam_status = ${status} where id = ${EXAM}`.execute(test().app.database.tenant(TENANT))
}

describe('an exam in which a unit had no part', () => {
  const permissions = [
    ...new Set(registry.calls.flatMap(({ access }) => (typeof access === 'string' ? [] : [access.permission]))),
  ].filter((code) => !/^examinfo_(edit|import)$/.test(code))
  const readings = registry.calls.filter(({ method, input }) => method === 'GET' && 'examId' in input)
  const STRANGERS = [
    { role: 'school', schoolCode: 'S9', permissions },
    { role: 'area', areaCode: '990109', permissions },
  ]

  it.each(STRANGERS)('answers a reader of level $role by every call as one that does not exist', async (stranger) => {
    const reader = await test().user(stranger)
    expect(readings.length).toBeGreaterThan(25)
    for (const { path, name } of readings) {
      const more = { studentNumber: '26001', studentCode: 'L0001', courseName: '数学', areaCode: '990101', countNum: 3 }
      const [there, missing] = [
        await reader.get(path, { ...more, examId: EXAM }),
        await reader.get(path, { ...more, examId: '999' }),
      ]
      expect([name, there.code, there.data]).toEqual([name, missing.code, missing.data])
      expect(there.raw.toString(), name).not.toMatch(/一模|赵一|一中|联考"/)
    }
  })

  it.each(STRANGERS)('is in no list for a reader of level $role, but for those who sat it', async (stranger) => {
    const lists = registry.calls.filter(
      ({ method, path }) => method === 'GET' && /\/examinfo\/(page|list|listall)$/i.test(path),
    )
    expect(lists.length).toBeGreaterThan(1)
    const reader = await test().user(stranger)
    const own = await test().user({
      ...stranger,
      ...('schoolCode' in stranger ? { schoolCode: 'S2' } : { areaCode: '990101' }),
    })
    for (const { path } of lists) {
      expect((await reader.get(path)).raw.toString()).not.toContain('一模')
      expect((await own.get(path)).raw.toString()).toContain('一模')
    }
  })
})

describe('over the wire', () => {
  it('reads the package the exam row names, with numbers as numbers and null as null', async () => {
    const admin = await test().user({ role: 'administrator' })
    const { code, data } = await admin.get(BY_SCHOOL, { examId: EXAM })
    expect([code, data.packageVersion, data.total]).toEqual([200, 1, 4])
    expect(pick(data.records, 'schoolName', 'avgScore', 'diffAvg')[2]).toEqual(['三中', 205, 0])
  })

  it('cuts rows by the scope of the signed-in user', async () => {
    const school = await test().user({ role: 'school', schoolCode: 'S2', permissions: ['scorerank_view'] })
    const { data } = await school.get(RANK, { examId: EXAM, schoolCode: 'S1' })
    expect(data.records).toEqual([])
    const own = await school.get(RANK, { examId: EXAM })
    expect(pick(own.data.records, 'schoolName', 'avgRank')).toEqual([['二中', 4]])
    const student = await school.get(RANK, { examId: EXAM, grain: 'student' })
    expect(student.code).toBe(403)
  })

  it('sends a workbook under its Chinese name', async () => {
    const admin = await test().user({ role: 'administrator' })
    const { raw, headers } = await admin.get(RANK, { examId: EXAM, format: 'xlsx' })
    expect(raw.subarray(0, 2).toString()).toBe('PK')
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(/一模_成绩排名_全体_\d{8}\.xlsx/)
  })

  it('gives students away as a file only for a reason, which stays with the filters, the rows and the hash', async () => {
    const admin = await test().user({ role: 'administrator' })
    const asked = { examId: EXAM, format: 'xlsx', schoolCode: 'S1' }
    const reason = '家长会前核对名单'
    const student = registry.report('studentScore').url
    for (const refused of [{ ...asked }, { ...asked, reason: '看看' }]) {
      expect(await admin.get(student, refused)).toMatchObject({
        status: 400,
        msg: expect.stringMatching(/^请填写理由/),
      })
      expect(await admin.get(RANK, { ...refused, grain: 'student' })).toMatchObject({ status: 400 })
    }
    const files = [
      await admin.get(student, { ...asked, reason }),
      await admin.get(RANK, { ...asked, grain: 'student', reason }),
      await admin.get(RANK, asked),
    ].map(({ raw }) => raw)
    expect(files.map((raw) => raw.subarray(0, 2).toString())).toEqual(['PK', 'PK', 'PK'])
    const [first, second, third] = files.map((raw) => createHash('sha256').update(raw).digest('hex'))
    const filters = { examId: EXAM, schoolCode: 'S1' }
    const lines = await sql`select call, new_values from operation_log
      where user_id = ${admin.userId} and call like '%.export' order by id`.execute(test().app.database.tenant(TENANT))
    expect(lines.rows).toEqual([
      { call: 'studentScore.export', newValues: { rows: 5, filters, sha256: first, reason } },
      {
        call: 'scoreRankByStudent.export',
        newValues: { rows: 5, filters: { ...filters, grain: 'student' }, sha256: second, reason },
      },
      { call: 'scoreRank.export', newValues: { rows: 1, filters, sha256: third } },
    ])
  })

  it('asks for a proof before students leave through the call of their school', async () => {
    const admin = await test().user({ role: 'administrator' })
    await sql`update auth_session set fresh_time = now() - interval '1 hour' where user_id = ${admin.userId}`.execute(
      test().app.database.open,
    )
    const asked = { examId: EXAM, format: 'xlsx', grain: 'student', reason: '核对成绩名单' }
    const { status, headers } = await admin.get(RANK, asked)
    expect([status, headers['x-step-up']]).toEqual([403, 'required'])
    expect((await admin.get(RANK, { ...asked, grain: 'school' })).status).toBe(200)
  })

  it('hides the exam before it is published, and from other tenants for ever', async () => {
    const area = await test().user({ role: 'area', areaCode: '990101', permissions: ['scorerank_view'] })
    const stranger = await test().user({ role: 'administrator', tenantId: OTHER_TENANT })
    expect((await area.get(RANK, { examId: EXAM })).code).toBe(200)
    expect((await stranger.get(RANK, { examId: EXAM })).code).toBe(400)
    await setStatus(6)
    expect((await area.get(RANK, { examId: EXAM })).code).toBe(404)
    await setStatus(7)
  })

  it('finds students for the search of the shell by name, number or code, within a school or area', async () => {
    const find = '/api/bigdata-service/examscorestudent/queryStudentScore'
    const admin = await test().user({ role: 'administrator' })
    const either = (text: string) => ({ studentName: text, studentNumber: text, studentCode: text })
    const { data } = await admin.get(find, either('孙'))
    expect(data.total).toBe(1)
    expect(data.records[0]).toMatchObject({ examName: '一模', studentName: '孙三', examId: EXAM })
    const { schoolName, studentNumber } = data.records[0]
    const byNumber = await admin.get(find, { ...either(studentNumber), schoolName, areaName: schoolName })
    expect(pick(byNumber.data.records, 'studentName')).toEqual([['孙三']])
    const elsewhere = await admin.get(find, { ...either(studentNumber), schoolName: '八中', areaName: '八中' })
    expect(elsewhere.data.total).toBe(0)
    const otherGrade = await admin.get(find, { ...either('孙'), examGrade: '初一' })
    expect(otherGrade.data.total).toBe(0)
    const school = await test().user({ role: 'school', schoolCode: 'S9', permissions: ['studentscore_view'] })
    expect((await school.get(find, either('孙'))).data.total).toBe(0)
    expect(await admin.get(find, { examGrade: '高三' })).toMatchObject({ code: 400, msg: '请输入姓名、考号或学籍号' })
  })

  it('finds a student of the search by what the hit tells, although codes are masked', async () => {
    const admin = await test().user({ role: 'administrator' })
    const hits = await admin.get('/api/bigdata-service/examscorestudent/queryStudentScore', { studentName: '孙' })
    const { examId, studentCode, studentName, schoolCode } = hits.data.records[0]
    for (const code of [studentCode, 'G51010********0011']) {
      const asked = { examId, studentCode: code, studentName, schoolCode }
      const { data } = await admin.get(registry.report('studentScore').url, asked)
      expect(pick(data.records, 'studentName')).toEqual([['孙三']])
    }
  })

  it('searches students over all exams', async () => {
    const admin = await test().user({ role: 'administrator' })
    const { data } = await admin.get('/api/bigdata-service/statistics/queryStudentScore', { studentName: '孙' })
    expect(pick(data.records, 'examName', 'studentName', 'beginDate')).toEqual([['一模', '孙三', '2026-01-05']])
  })
})
