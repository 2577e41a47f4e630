import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFixturePackage } from '../../../test/fixture-package.ts'
import { TENANT, useTestApp } from '../../../test/harness.ts'
import { openAnalytics } from '../../platform/analytics/duckdb.ts'

const EXAM = '1001'
const LAST = '/api/bigdata-service/statistics/lastExam'
const BY_SCHOOL = '/api/bigdata-service/report/getOneScoreTwoRateSchoolList'
const BY_AREA = '/api/bigdata-service/report/getOneScoreTwoRateAreaList'
const permissions = ['onescoretworatebrief_view', 'onescoretworatebyarea_view', 'onescoretworatebyschool_view']
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
  await sql`insert into exam_school (tenant_id, exam_id, school_code, area_code)
    values (${TENANT}, ${EXAM}, 'S1', '990101'), (${TENANT}, ${EXAM}, 'S2', '990101')`.execute(
    app.database.tenant(TENANT),
  )
})

describe('the last exam of the reader', () => {
  it('says of a school what its row in 一分两率 says', async () => {
    const school = await test().user({ role: 'school', schoolCode: 'S1', permissions })
    const { data } = await school.get(LAST)
    expect(data).toHaveLength(1)
    const [own] = data
    const report = await school.get(BY_SCHOOL, { examId: EXAM, courseName: '' })
    const total = report.data.records.find((row: { courseName: string }) => row.courseName === '总分')
    expect(own).toMatchObject({
      examId: EXAM,
      examName: '一模',
      unitName: '一中',
      schoolCode: 'S1',
      studentNum: total.studentNum,
      avgScore: total.avgScore,
      avgRank: total.avgRank,
      passRate: total.passRate,
    })
    expect(own.unitNum).toBeGreaterThan(1)
    // Three others make the rest of the area: what compares with it would tell of them.
    expect([own.diffAvg, own.strongest, own.weakest]).toEqual([null, null, null])
    expect([total.diffAvg, total.overAvgRate]).toEqual([null, null])
  })

  it('says of an area what its row in 一分两率 says, with its strongest and weakest course', async () => {
    const area = await test().user({ role: 'area', areaCode: '990101', permissions })
    const { data } = await area.get(LAST)
    const report = await area.get(BY_AREA, { examId: EXAM, courseName: '' })
    const rows: { courseName: string; diffAvg: number; overAvgRate: number | null }[] = report.data.records
    const rates = rows.flatMap(({ courseName, overAvgRate }) =>
      courseName === '总分' || overAvgRate === null ? [] : [overAvgRate],
    )
    expect(rates.length).toBeGreaterThan(1)
    expect(data[0]).toMatchObject({
      unitName: '东县',
      diffAvg: rows.find(({ courseName }) => courseName === '总分')?.diffAvg,
      strongestRate: Math.max(...rates),
      weakestRate: Math.min(...rates),
    })
  })

  it('is everyone together for the bureau, without a place', async () => {
    const bureau = await test().user({ role: 'exam', permissions })
    const { data } = await bureau.get(LAST)
    expect(data).toEqual([expect.objectContaining({ unitName: '全体', diffAvg: null })])
  })

  it('is the exam that is asked for, where it is published', async () => {
    const bureau = await test().user({ role: 'exam', permissions })
    const newest = await bureau.get(LAST)
    expect((await bureau.get(LAST, { examId: EXAM })).data).toEqual(newest.data)
    expect((await bureau.get(LAST, { examId: '1002' })).data).toEqual([])
  })

  it('is nothing for a school that did not sit it, and before it is published', async () => {
    const stranger = await test().user({ role: 'school', schoolCode: 'S9', permissions })
    expect((await stranger.get(LAST)).data).toEqual([])
    const bureau = await test().user({ role: 'exam', permissions })
    const db = test().app.database.tenant(TENANT)
    await sql`update exam_info set exam_status = 6 where id = ${EXAM}`.execute(db)
    expect((await bureau.get(LAST)).data).toEqual([])
    await sql`update exam_info set exam_status = 7 where id = ${EXAM}`.execute(db)
  })
})
