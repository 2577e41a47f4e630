import { join } from 'node:path'
import { type OthersTold, defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFixturePackage, factsBefore, fixtureFacts } from '../../../test/fixture-package.ts'
import { pick } from '../../../test/fixtures/report-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { openAnalytics } from '../../platform/analytics/duckdb.ts'

/* Two exams of one grade, and a third whose package is gone: what is told over all of them. */

const [FIRST, SECOND, BROKEN] = ['1001', '1002', '1005']
const SEARCH = '/api/bigdata-service/examscorestudent/queryStudentScore'
const OVER_ALL = '/api/bigdata-service/statistics/queryStudentScore'
const LAST = '/api/bigdata-service/statistics/lastExam'
const test = useTestApp()
let admin: Client

beforeAll(async () => {
  const { dataDir, app } = test()
  const analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(dataDir, 'tmp') })
  const folder = (examId: string) => join(dataDir, 'packages', TENANT, examId)
  const first = await buildFixturePackage(analytics, folder(FIRST))
  const previous = { examId: FIRST, examName: '一模', version: 1, folder: first.folder }
  await buildFixturePackage(analytics, folder(SECOND), { facts: factsBefore(), previous })
  analytics.close()
  const db = app.database.tenant(TENANT)
  for (const [id, name, day, grade] of [
    [FIRST, '一模', '2026-01-05', '12'],
    [SECOND, '二模', '2026-04-10', '11'],
    [BROKEN, '三模', '2026-05-10', '12'],
  ]) {
    await sql`insert into exam_info (id, tenant_id, exam_name, exam_year, study_year, term, stage, grade_code, exam_type,
        exam_mode, arts_science, begin_date, end_date, area_codes, exam_status, data_version, package_version)
      values (${id}, ${TENANT}, ${name}, 2026, 2025, 1, '3', ${grade}, '5', '1', '0', ${day}, ${day}, '[]', 7, 1, 1)`.execute(
      db,
    )
    await sql`insert into exam_school (tenant_id, exam_id, school_code, area_code)
      values (${TENANT}, ${id}, 'S1', '990101'), (${TENANT}, ${id}, 'S2', '990101')`.execute(db)
  }
  admin = await test().user({ role: 'administrator' })
})

const ask = async (path: string, query: object, user = admin) => (await user.get(path, { ...query })).data
const exams = ({ records }: { records: Record<string, unknown>[] }) => pick(records, 'examName', 'studentName')

describe.each([SEARCH, OVER_ALL])('%s', (path) => {
  it('has the newest exam first, and leaves out one whose package is gone', async () => {
    const found = await ask(path, { studentName: '赵' })
    expect([found.total, exams(found)]).toEqual([
      2,
      [
        ['二模', '赵一'],
        ['一模', '赵一'],
      ],
    ])
  })

  it('goes on with the next exam where a page is not full, and counts every exam', async () => {
    const page = (current: number, size: number) => ask(path, { studentNumber: '26009', current, size })
    for (const [current, name] of [
      [1, '二模'],
      [2, '一模'],
    ] as const) {
      const found = await page(current, 1)
      expect([found.total, exams(found)]).toEqual([2, [[name, '冯九']]])
    }
    expect((await page(3, 1)).records).toEqual([])
    expect(exams(await page(1, 2))).toEqual([
      ['二模', '冯九'],
      ['一模', '冯九'],
    ])
  })
})

it('a search is narrowed to the exams of a grade', async () => {
  const grades: string[] = (await ask(SEARCH, { studentName: '赵' })).records.map(
    (row: { examGrade: string }) => row.examGrade,
  )
  const found = await ask(SEARCH, { studentName: '赵', examGrade: grades[1] })
  expect([found.total, exams(found)]).toEqual([1, [['一模', '赵一']]])
})

it('a student is followed through the exams from the oldest on, or through those that are chosen', async () => {
  const path = '/api/bigdata-service/statistics/studentVerticalCompar'
  const follow = (query: object) => ask(path, { examId: SECOND, studentNumber: '26001', ...query })
  const all = await follow({})
  expect(pick(all.records, 'examName', 'score', 'allRank')).toEqual([
    ['一模', 273, 1],
    ['二模', 260, 2],
  ])
  expect(all.basis.join()).toContain('各次考试按各自统计口径和最新报表版本计算')
  expect(await follow({ studentNumber: '99999' })).toMatchObject({ total: 0, records: [] })
  const chosen = await follow({ examIds: FIRST })
  expect([chosen.total, pick(chosen.records, 'examName')]).toEqual([1, [['一模']]])
  expect(chosen.basis.join()).toContain('数据修订：1；报表版本：1')
})

describe('the exam before the last', () => {
  const read = (user: Client, query: object = {}) => ask(LAST, query, user)

  it('stands beside it with the place of the unit, for the newest exam and for one that is asked for', async () => {
    const school = await test().user({ role: 'school', schoolCode: 'S1' })
    const newest = await read(school)
    expect(newest).toMatchObject([{ examId: SECOND, unitName: '一中', avgRank: 2, rankPrev: 1, examPrev: '一模' }])
    expect(await read(school, { examId: SECOND })).toEqual(newest)
    expect(await read(school, { examId: FIRST })).toMatchObject([{ avgRank: 1, rankPrev: null, examPrev: null }])
  })

  it('gives each unit its own place, whatever their order', async () => {
    const area = await test().user({ role: 'area', areaCode: '990101' })
    expect(await read(area)).toMatchObject([{ unitName: '东县', avgRank: 2, rankPrev: 2, examPrev: '一模' }])
    const second = await test().user({ role: 'school', schoolCode: 'S2' })
    expect(await read(second)).toMatchObject([{ unitName: '二中', avgRank: 3, rankPrev: 4 }])
  })

  it('is none where it is no longer published', async () => {
    const bureau = await test().user({ role: 'exam' })
    const setStatus = (status: number) =>
      sql`update exam_info set exam_status = ${status} where id = ${FIRST}`.execute(bureau.db)
    expect(await read(bureau)).toMatchObject([{ unitName: '全体', examPrev: '一模' }])
    await setStatus(6)
    expect(await read(bureau)).toMatchObject([{ examId: SECOND, rankPrev: null, examPrev: null }])
    await setStatus(7)
  })
})

describe('three schools of one area', () => {
  const EXAM = '1003'
  const BY_SCHOOL = '/api/bigdata-service/report/getOneScoreTwoRateSchoolList'
  const RANK = '/api/bigdata-service/report/getScoreRank'
  const permissions = ['onescoretworatebyschool_view', 'scorerank_view']

  beforeAll(async () => {
    const { dataDir } = test()
    const { roster, scores } = fixtureFacts()
    const facts = {
      roster: roster.map((row) => (row['school_code'] === 'S3' ? { ...row, area_code: '990101' } : row)),
      // The fifth of 一中 was there after all.
      scores: scores.map((row) =>
        row.sid === 5 && row.course_id === 1 ? { ...row, score: 70, score_status: 0 } : row,
      ),
    }
    const analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(dataDir, 'tmp') })
    await buildFixturePackage(analytics, join(dataDir, 'packages', TENANT, EXAM), { facts })
    analytics.close()
    await sql`insert into exam_info (id, tenant_id, exam_name, exam_year, study_year, term, stage, grade_code, exam_type,
        exam_mode, arts_science, begin_date, end_date, area_codes, exam_status, data_version, package_version)
      values (${EXAM}, ${TENANT}, '县考', 2025, 2025, 1, '3', '12', '5', '1', '0', '2025-09-05', '2025-09-05', '[]', 7, 1, 1)`.execute(
      admin.db,
    )
    await sql`insert into exam_school (tenant_id, exam_id, school_code, area_code)
      values (${TENANT}, ${EXAM}, 'S1', '990101'), (${TENANT}, ${EXAM}, 'S2', '990101'), (${TENANT}, ${EXAM}, 'S3', '990101')`.execute(
      admin.db,
    )
  })

  async function tell(otherUnitNames: OthersTold): Promise<void> {
    const policy = JSON.stringify({ ...defaultDisclosure('3'), otherUnitNames })
    await sql`update exam_info set disclosure_json = ${policy} where id = ${EXAM}`.execute(admin.db)
  }

  it('are told apart by letters that stay the same in every report, and by nothing else', async () => {
    await tell('anonymised')
    const school = await test().user({ role: 'school', schoolCode: 'S2', permissions })
    const read = async (courseName: string): Promise<Record<string, unknown>[]> =>
      (await ask(BY_SCHOOL, { examId: EXAM, courseName }, school)).records
    const chinese = await read('语文')
    const letters = new Map(chinese.map(({ avgScore, schoolName }) => [avgScore, schoolName]))
    expect(new Set(letters.values())).toEqual(new Set(['二中', '学校A', '学校B']))
    // 一中 90, 85, 60, 85 and 70, 三中 88, 75, 75, 60 and 66.
    expect(new Set([letters.get(78), letters.get(72.8)])).toEqual(new Set(['学校A', '学校B']))
    expect(chinese.filter(({ schoolCode }) => schoolCode !== 'S2').map((row) => row['studentNum'])).toEqual([
      null,
      null,
    ])
    const maths = (await read('数学')).filter(({ schoolCode }) => schoolCode !== 'S2')
    expect(pick(maths, 'schoolName', 'avgScore')).toEqual([[letters.get(78), 78.9]])
    const ranked: Record<string, unknown>[] = (await ask(RANK, { examId: EXAM }, school)).records
    const other = ranked.find(({ schoolName }) => schoolName === letters.get(78)) ?? {}
    const counts = Object.entries(other).filter(([key]) => /[nN]um$/.test(key))
    expect(counts.length).toBeGreaterThan(0)
    expect(counts.filter(([, value]) => value !== null)).toEqual([])
  })

  it('are named where the exam says so, with their numbers', async () => {
    await tell('shown')
    const school = await test().user({ role: 'school', schoolCode: 'S2', permissions })
    const { records } = await ask(BY_SCHOOL, { examId: EXAM, courseName: '语文' }, school)
    expect(pick(records, 'schoolName', 'studentNum', 'avgScore')).toEqual([
      ['一中', 5, 78],
      ['二中', 3, 54.83],
      ['三中', 5, 72.8],
    ])
  })
})

it('areas of a kind are those that the bureau has put together, while it is there', async () => {
  const path = '/api/bigdata-service/report/getOneScoreTwoRateAreaList'
  const put = (id: number, kind: string, areas: string[], isDeleted: number) =>
    sql`insert into area_type_param (id, tenant_id, area_type, area_type_name, area_codes, is_deleted)
      values (${id}, ${TENANT}, ${kind}, ${kind}, ${JSON.stringify(areas)}, ${isDeleted})`.execute(admin.db)
  await put(1, 'town', ['990101', '990103'], 0)
  await put(2, 'gone', ['990101'], 1)
  await put(3, 'county', ['990102'], 0)
  const names = async (areaType: string) =>
    pick((await ask(path, { examId: FIRST, courseName: '数学', areaType })).records, 'areaName')
  expect(await names('town')).toEqual([['东县'], ['北县']])
  expect(await names('county')).toEqual([['西县']])
})
