import { join } from 'node:path'
import { registry } from '@xueheng/contract'
import { comparesExams } from '@xueheng/contract/derive/report-call.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFixturePackage, fixtureFacts } from '../../../test/fixture-package.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { openAnalytics } from '../../platform/analytics/duckdb.ts'
import { nextId } from '../../platform/db/id.ts'
import { narrow } from '../../../test/fixtures/narrow.ts'
import { pick } from '../../../test/fixtures/report-fixture.ts'

const EXAM = '1001'
const test = useTestApp()
const db = () => test().app.database.tenant(TENANT)

beforeAll(async () => {
  const { dataDir } = test()
  const analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(dataDir, 'tmp') })
  await buildFixturePackage(analytics, join(dataDir, 'packages', TENANT, EXAM))
  analytics.close()
  await sql`insert into exam_info (id, tenant_id, exam_name, exam_year, study_year, term, stage, grade_code, exam_type,
      exam_mode, arts_science, begin_date, end_date, area_codes, exam_status, data_version, package_version)
    values (${EXAM}, ${TENANT}, '一模', 2026, 2025, 1, '3', '12', '5', '1', '0', '2026-01-05', '2026-01-06', '[]', 7, 1, 1)`.execute(
    db(),
  )
  await fillBasics()
})

/** The schools, classes and students of the exam as they are now. */
async function fillBasics(): Promise<void> {
  const { roster } = fixtureFacts()
  for (const [code, row] of new Map(roster.map((one) => [String(one['school_code']), one]))) {
    await sql`insert into basic_school (id, tenant_id, school_code, school_name, area_code, school_type, sort)
      values (${nextId()}, ${TENANT}, ${code}, ${row['school_name']}, ${row['area_code']}, '1', 1)`.execute(db())
  }
  for (const [code, row] of new Map(roster.map((one) => [String(one['class_code']), one]))) {
    await sql`insert into school_classes (id, tenant_id, school_code, class_code, study_year, stage, enter_year, grade_code, class_no)
      values (${nextId()}, ${TENANT}, ${row['school_code']}, ${code}, 2025, '3', 2023, '12', ${row['class_sort']})`.execute(
      db(),
    )
  }
  for (const row of roster) {
    await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, school_code, stage, enter_year)
      values (${nextId()}, ${TENANT}, ${row['student_code']}, ${row['student_name']}, '1', ${row['school_code']}, '3', 2023)`.execute(
      db(),
    )
  }
}

const PERMISSIONS = [...registry.reports.map((one) => one.permission), 'studentscore_view']

/** Somebody who sees the whole tenant but for one data scope. */
async function reader(entity: string, field: string, ...values: string[]): Promise<Client> {
  const user = await test().user({ role: 'exam', permissions: PERMISSIONS })
  await narrow(test(), user, entity, { field, operator: 'equal', values })
  return user
}

async function ask(user: Client, url: string, input: object = {}) {
  const { status, data, msg } = await user.get(url, { examId: EXAM, size: 100, ...input })
  expect(status, msg).toBe(200)
  return data
}

const STUDENTS = registry.report('scoreRankByStudent').url
const SCHOOLS = registry.report('scoreRank').url
const CLASSES = registry.report('scoreRankByClass').url
const AREAS = registry.report('scoreAreaRank').url

/** `contrast.test.ts` asks the others. */
const OF_ONE_EXAM = registry.reports.filter((one) => !comparesExams(one))

/** Who, and what must not appear for them anywhere in an answer. */
const READERS: [string, [string, string, ...string[]], RegExp][] = [
  ['schools', ['basicSchool', 'schoolName', '二中'], /西县|北县|一中|三中|四中|S1|S3|S4|赵一|冯九/],
  ['classes', ['schoolClasses', 'classCode', 'S1-3202301'], /西县|北县|二中|三中|四中|S2|S3|2班|李四|冯九/],
  ['students', ['basicStudent', 'studentName', '赵一', '吴六'], /西县|北县|三中|四中|S3|S4|2班|钱二|李四|郑七|冯九/],
  ['nothing', ['basicStudent', 'studentName', '无此人'], /东县|西县|北县|[一二三四]中|S\d|赵一/],
]

describe.each(READERS)('who sees only some %s', (_what, [entity, field, ...values], foreign) => {
  let user: Client
  beforeAll(async () => {
    user = await reader(entity, field, ...values)
  })

  it.each(OF_ONE_EXAM.map((one) => [one.name, one] as const))('%s names nothing else', async (_name, report) => {
    for (const input of [{}, { schoolCode: 'S3' }, { areaCode: '990102' }, { classCode: 'S3-3202301' }]) {
      const course = report.params.courseName?.required && { courseName: '数学' }
      const { status, raw } = await user.get(report.url, { examId: EXAM, size: 100, ...course, ...input })
      expect(status).toBeLessThan(500)
      expect(raw.toString()).not.toMatch(foreign)
    }
  })

  it('the search for students neither', async () => {
    const { raw } = await user.get('/api/bigdata-service/examscorestudent/queryStudentScore', {
      studentNumber: '26009',
    })
    expect(raw.toString()).not.toMatch(/冯九/)
  })
})

describe('data scopes', () => {
  it('leave exactly the students in sight, with the numbers they have among all', async () => {
    const user = await reader('basicStudent', 'studentName', '赵一', '吴六')
    expect(pick((await ask(user, STUDENTS)).records, 'studentName', 'allRank')).toEqual([
      ['赵一', 1],
      ['吴六', 7],
    ])
    expect((await ask(user, STUDENTS)).total).toBe(2)
    expect(pick((await ask(user, CLASSES)).records, 'schoolName', 'className')).toEqual([
      ['一中', '1班'],
      ['二中', '1班'],
    ])
    expect(pick((await ask(user, SCHOOLS)).records, 'schoolName')).toEqual([['一中'], ['二中']])
    expect(pick((await ask(user, AREAS)).records, 'areaName')).toEqual([['东县']])
    const { data } = await user.get('/api/bigdata-service/examscorestudent/queryStudentScore', { studentName: '一' })
    expect(pick(data.records, 'studentName')).toEqual([['赵一']])
  })

  it('of several kinds cut one another', async () => {
    const user = await reader('basicStudent', 'studentName', '赵一', '吴六')
    const other = await reader('basicSchool', 'schoolName', '二中')
    await sql`insert into role_data_scope (tenant_id, role_id, data_scope_id)
      select ${TENANT}, u.role_ids[1], g.data_scope_id from sys_user u, sys_user o join role_data_scope g on g.role_id = o.role_ids[1]
      where u.id = ${user.userId} and o.id = ${other.userId}`.execute(db())
    expect(pick((await ask(user, STUDENTS)).records, 'studentName')).toEqual([['吴六']])
    expect(pick((await ask(user, SCHOOLS)).records, 'schoolName')).toEqual([['二中']])
  })

  it('of exams keep the others shut', async () => {
    const user = await reader('examInfo', 'examName', '二模')
    for (const { url } of registry.reports) {
      const { raw } = await user.get(url, { examId: EXAM, studentName: '赵' })
      expect(raw.toString()).not.toMatch(/赵一|一中|联考"/)
    }
  })

  it('do not hold for administrators', async () => {
    const admin = await test().user({ role: 'administrator' })
    expect((await ask(admin, STUDENTS)).total).toBe(16)
  })
})
