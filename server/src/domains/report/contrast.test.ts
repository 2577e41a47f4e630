import { join } from 'node:path'
import { contrast } from '@xueheng/contract/domains/report/contrast.ts'
import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFixturePackage, factsBefore } from '../../../test/fixture-package.ts'
import { narrow } from '../../../test/fixtures/narrow.ts'
import { pick } from '../../../test/fixtures/report-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { openAnalytics } from '../../platform/analytics/duckdb.ts'
import { nextId } from '../../platform/db/id.ts'

const [MIDTERM, MOCK] = ['1000', '1002']
const BOTH = JSON.stringify([{ examId: MIDTERM }, { examId: MOCK, label: '二模' }])
const SCHOOLS = { S1: '990101', S2: '990101', S3: '990102', S4: '990103' }
const test = useTestApp()
const db = () => test().app.database.tenant(TENANT)

/** 期中 without 北县, and 二模; see `factsBefore` for the totals of 期中. */
beforeAll(async () => {
  const { dataDir } = test()
  const analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(dataDir, 'tmp') })
  const folder = (id: string) => join(dataDir, 'packages', TENANT, id)
  await buildFixturePackage(analytics, folder(MIDTERM), { facts: factsBefore() })
  await buildFixturePackage(analytics, folder(MOCK))
  analytics.close()
  for (const [id, name, day] of [
    [MIDTERM, '期中', '2025-11-05'],
    [MOCK, '四月模拟', '2026-04-10'],
  ]) {
    await sql`insert into exam_info (id, tenant_id, exam_name, exam_year, study_year, term, stage, grade_code, exam_type,
        exam_mode, arts_science, begin_date, end_date, area_codes, exam_status, data_version, package_version)
      values (${id}, ${TENANT}, ${name}, 2026, 2025, 1, '3', '12', '5', '1', '0', ${day}, ${day}, '[]', 7, 1, 1)`.execute(
      db(),
    )
    for (const [school, area] of Object.entries(SCHOOLS)) {
      if (id === MIDTERM && school === 'S4') continue
      await sql`insert into exam_school (tenant_id, exam_id, school_code, area_code)
        values (${TENANT}, ${id}, ${school}, ${area})`.execute(db())
    }
  }
})

const PERMISSIONS = [contrast.area.permission, contrast.school.permission]

async function ask(user: Client, input: object = {}) {
  const { status, data, msg } = await user.post(contrast.school.url, { examJson: BOTH, ...input })
  expect(status, msg).toBe(200)
  return data
}

describe('指标对比', () => {
  it('sets the mean, its distance from everyone and the rank of each exam side by side, with what changed', async () => {
    const { records, totals, headers } = await ask(await test().user({ role: 'administrator' }))
    // 期中: 829.5 ÷ 4, 389.5 ÷ 3, 833 ÷ 4, all 2052 ÷ 11 = 186.55
    const first = ['avgScore-0.mark', 'avgScore-0.diff', 'avgScore-0.rank']
    const last = ['avgScore-1.mark', 'avgScore-1.diff', 'avgScore-1.rank']
    const change = ['avgScore-change.gain', 'avgScore-change.rankChange']
    expect(pick(records, 'schoolName', ...first, ...last, ...change)).toEqual([
      ['一中', 207.38, 20.83, 2, 233.13, 42.13, 1, 21.3, 1],
      ['二中', 129.83, -56.72, 3, 129.83, -61.17, 4, -4.45, -1],
      ['三中', 208.25, 21.7, 1, 205, 14, 2, -7.7, -1],
      // was not in the exam before
      ['四中', undefined, undefined, undefined, 150, -41, 3, null, null],
    ])
    expect(pick(totals, 'unitGrain', 'avgScore-0.mark', 'avgScore-1.mark', 'avgScore-1.diff')).toEqual([
      ['all', 186.55, 191, null],
    ])
    const [item] = headers.slice(-1)
    expect([item.title, item.children.map((group: { title: string }) => group.title)]).toEqual([
      '平均分',
      ['期中', '二模', '末次−首次'],
    ])
    expect(leavesOf(headers)).toHaveLength(2 + 3 + 3 + 2)
  })

  it('gives the items in their order, with the better rank for a lower rate where less is better', async () => {
    const admin = await test().user({ role: 'administrator' })
    const { records, headers } = await ask(admin, { itemCodes: 'lowRate,studentNum,passRate' })
    const items = headers.flatMap((head: { key: string; title: string }) =>
      head.key.startsWith('over.') ? [head.title] : [],
    )
    expect(items).toEqual(['及格率', '低分率', '实考人数'])
    // 郑七 alone is below 40 % of the full mark
    expect(pick(records, 'schoolName', 'lowRate-1.share', 'lowRate-1.rank', 'studentNum-1.count')).toEqual([
      ['一中', 0, 1, 4],
      ['二中', 33.33, 4, 3],
      ['三中', 0, 1, 4],
      ['四中', 0, 1, 1],
    ])
  })

  it('leaves out what an exam without the course cannot tell', async () => {
    const admin = await test().user({ role: 'administrator' })
    const { records } = await ask(admin, { courseName: '化学' })
    expect(records).toEqual([])
  })

  it.each([
    ['no list', '1,2', '比较的考试应为考试列表'],
    ['one exam', JSON.stringify([{ examId: MOCK }]), '请选择 2 至 8 次考试'],
    ['an exam twice', JSON.stringify([{ examId: MOCK }, { examId: MOCK }]), '同一次考试只能选一次'],
    ['an entry that is no exam', '[null, 3]', '同一次考试只能选一次'],
  ])('refuses %s', async (_what, examJson, message) => {
    const admin = await test().user({ role: 'administrator' })
    expect(await admin.post(contrast.area.url, { examJson })).toMatchObject({ status: 400, msg: message })
  })

  it('refuses an item that cannot be compared', async () => {
    const admin = await test().user({ role: 'administrator' })
    const asked = { examJson: BOTH, itemCodes: 'avgScore,ONLINE' }
    expect(await admin.post(contrast.area.url, asked)).toMatchObject({ status: 400, msg: '没有对比指标「ONLINE」' })
    const none = { examJson: BOTH, itemCodes: ' ,，' }
    expect(await admin.post(contrast.area.url, none)).toMatchObject({ status: 400, msg: '请选择对比指标' })
  })

  it('shows a school itself and everyone, but no area that would tell of fewer than five others', async () => {
    const school = await test().user({ role: 'school', schoolCode: 'S2', permissions: PERMISSIONS })
    const { records, totals } = await ask(school)
    expect(pick(records, 'schoolName', 'avgScore-1.mark')).toEqual([['二中', 129.83]])
    expect(pick(totals, 'areaName', 'avgScore-1.mark')).toEqual([
      // seven of whom the school knows its own three
      ['东县', null],
      ['联考', 191],
    ])
    expect(JSON.stringify([records, totals])).not.toMatch(/西县|北县|[一三四]中|S1|S3|S4/)
    const third = await test().user({ role: 'school', schoolCode: 'S3', permissions: PERMISSIONS })
    // 西县 is 三中 alone, four with a total
    expect(pick((await ask(third)).totals, 'areaName', 'avgScore-0.mark', 'avgScore-1.mark')).toEqual([
      ['西县', null, null],
      ['联考', 186.55, 191],
    ])
  })

  it('is refused where the reader had no part in one of the exams, or has no right', async () => {
    const fourth = await test().user({ role: 'school', schoolCode: 'S4', permissions: PERMISSIONS })
    const there = await fourth.post(contrast.school.url, { examJson: BOTH })
    expect([there.status, there.raw.toString()]).toEqual([404, expect.not.stringMatching(/期中|一中/)])
    const areaOnly = await test().user({ role: 'school', schoolCode: 'S2', permissions: [contrast.area.permission] })
    expect((await areaOnly.post(contrast.school.url, { examJson: BOTH })).status).toBe(403)
  })

  it('shows who sees only some schools by a data scope those alone', async () => {
    const user = await test().user({ role: 'exam', permissions: PERMISSIONS })
    for (const [code, area] of Object.entries(SCHOOLS)) {
      await sql`insert into basic_school (id, tenant_id, school_code, school_name, area_code, school_type, sort)
        values (${nextId()}, ${TENANT}, ${code}, ${`学校${code}`}, ${area}, '1', 1)`.execute(db())
    }
    await narrow(test(), user, 'basicSchool', { field: 'schoolCode', operator: 'equal', values: ['S2'] })
    for (const input of [{}, { schoolCode: 'S3' }, { areaCode: '990102' }]) {
      const { raw } = await user.post(contrast.school.url, { examJson: BOTH, ...input })
      expect(raw.toString()).not.toMatch(/西县|北县|[一三四]中|S1|S3|S4/)
    }
    expect(pick((await ask(user)).records, 'schoolName')).toEqual([['二中']])
  })

  it('is sent as a workbook, the exams in its name', async () => {
    const admin = await test().user({ role: 'administrator' })
    const { raw, headers } = await admin.post(contrast.school.url, { examJson: BOTH, format: 'xlsx' })
    expect(raw.subarray(0, 2).toString()).toBe('PK')
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
      /期中、二模_指标对比（学校）_全体_\d{8}\.xlsx/,
    )
  })
})
