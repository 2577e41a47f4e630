import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { narrow } from '../../../test/fixtures/narrow.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker, type Row } from '../../../test/rows.ts'
import { nextId } from '../../platform/db/id.ts'

const app = useTestApp({ ROLES: 'web' })
const AREAS = '/api/bigdata-service/statistics/summaryOperData'
const URL = '/api/bigdata-service/statistics/summaryOperDataArea'
const db = () => app().app.database.tenant(TENANT)

let admin: Client
let exam: Row
let area: string
/** One school whose data are whole, one with gaps, one of another area. */
const schools: Row[] = []

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const maker = new RowMaker(admin)
  exam = await maker.parent('examInfo')
  const first = await maker.parent('basicSchool')
  area = String(first['areaCode'])
  schools.push(first)
  schools.push(
    await maker.create(registry.entity('basicSchool'), { areaCode: area, linkMan: '王老师', phone: '13812345678' }),
  )
  const keys = await sql<{ key: string }>`select dict_key as key from dict_biz where code = 'exam_area'
    and dict_key <> ${area} and parent_id <> 0 limit 1`.execute(db())
  schools.push(await maker.create(registry.entity('basicSchool'), { areaCode: keys.rows[0]?.key }))
  for (const [at, school] of schools.entries()) await join(school, at)
  await addOthers(String(schools[1]?.['schoolCode']))
  await sql`insert into exam_import_check (tenant_id, exam_id, kind, error_num, warning_num, counts)
    values (${TENANT}, ${exam['id']}, 'score', 3, 0, ${JSON.stringify({ rows: 3, faults: [], matrix: schools.flatMap(cellsOf) })}::jsonb)`.execute(
    db(),
  )
})

/** Two are expected of each school; the second school has sent one of them. */
async function join(school: Row, at: number): Promise<void> {
  await sql`insert into exam_school (tenant_id, exam_id, school_code, school_name, area_code, is_join, is_in_report, plan_num, sort)
    values (${TENANT}, ${exam['id']}, ${school['schoolCode']}, ${school['schoolName']}, ${school['areaCode']}, 1, 1, 2, ${at})`.execute(
    db(),
  )
  for (let n = 0; n < (at === 1 ? 1 : 2); n += 1) {
    await sql`insert into exam_student_import (id, tenant_id, exam_id, student_number, student_name, exam_class, school_code, area_code)
      values (${nextId()}, ${TENANT}, ${exam['id']}, ${`${at}-${n}`}, '张三', '1班', ${school['schoolCode']}, ${school['areaCode']})`.execute(
      db(),
    )
  }
}

/** A student of the archive and a teacher of a school, and rows that do not count. */
async function addOthers(code: string): Promise<void> {
  await sql`insert into exam_score_student (tenant_id, exam_id, sid, student_number, student_name, area_code, area_name,
      area_sort, school_code, school_name, school_sort, exam_class, class_sort, is_count)
    select ${TENANT}, e.id, 1, '1-0', '张三', '', '', 1, ${code}, '', 1, '1班', 1, 1
    from (values (${exam['id']}::bigint), (1)) e (id)`.execute(db())
  for (const [examId, isDeleted] of [
    [exam['id'], 0],
    [exam['id'], 1],
    ['1', 0],
  ]) {
    await sql`insert into exam_teacher_course_import (id, tenant_id, exam_id, school_code, exam_class, course_name,
        teacher_name, is_deleted)
      values (${nextId()}, ${TENANT}, ${examId}, ${code}, '1班', '语文', '李老师', ${isDeleted})`.execute(db())
    if (isDeleted === 1 || examId === '1')
      await sql`insert into exam_student_import (id, tenant_id, exam_id, student_number, student_name, exam_class, school_code,
          area_code, is_deleted)
        values (${nextId()}, ${TENANT}, ${examId}, '9-9', '李四', '1班', ${code}, ${area}, ${isDeleted})`.execute(db())
  }
}

function cellsOf(school: Row, at: number) {
  const { schoolCode, schoolName, areaCode } = school
  const whole = {
    schoolCode,
    schoolName,
    areaCode,
    planned: 2,
    present: 2,
    absent: 0,
    missing: 0,
    errors: 0,
    warnings: 0,
  }
  return [
    { ...whole, courseName: '语文' },
    { ...whole, courseName: '数学', ...(at === 1 && { present: 1, missing: 1, errors: 3 }) },
  ]
}

const line = (row: Row) => [
  row['schoolName'],
  row['planNum'],
  row['importNum'],
  row['missingNum'],
  row['errorNum'],
  row['isWhole'],
]

describe('the data of the schools of an area', () => {
  test('say what is there, what is missing, and whom to ask', async () => {
    const { data, status, msg } = await admin.get<Row[]>(URL, { examId: exam['id'], areaCode: area })
    expect(status, msg).toBe(200)
    expect(data.map(line)).toEqual([
      [schools[0]?.['schoolName'], 2, 2, 0, 0, 1],
      [schools[1]?.['schoolName'], 2, 1, 1, 3, 0],
    ])
    expect(data[1]).toMatchObject({ linkMan: '王老师', phone: '138****5678', archivedNum: 1, teacherNum: 1 })
    const courses = (data[1]?.['courses'] ?? []) as Row[]
    expect(courses.map((one) => [one['courseName'], one['missing']])).toEqual([
      ['语文', 0],
      ['数学', 1],
    ])
    expect(data[0]?.['lastTime']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('are those of the own school for a school, and of the schools in sight for a data scope', async () => {
    const permissions = ['examinfo_view', 'examinfo_edit']
    const school = await app().user({ role: 'school', schoolCode: String(schools[1]?.['schoolCode']), permissions })
    const own = await school.get<Row[]>(URL, { examId: exam['id'], areaCode: area })
    expect(own.data.map((row) => row['schoolCode'])).toEqual([schools[1]?.['schoolCode']])
    const reader = await app().user({ role: 'exam', permissions })
    const values = [String(schools[0]?.['schoolCode'])]
    await narrow(app(), reader, 'basicSchool', { field: 'schoolCode', operator: 'equal', values })
    const seen = await reader.get<Row[]>(URL, { examId: exam['id'], areaCode: area })
    expect(seen.data.map((row) => row['schoolCode'])).toEqual([schools[0]?.['schoolCode']])
    const areas = await reader.get<Row[]>(AREAS, { examId: exam['id'] })
    expect(areas.data.map((row) => [row['areaCode'], row['schoolNum'], row['wholeNum']])).toEqual([[area, 1, 1]])
    const whole = await reader.get('/api/bigdata-service/examinfo/findCompleteness', { examId: exam['id'] })
    expect(new Set(whole.data.matrix.map((cell: Row) => cell['schoolCode']))).toEqual(
      new Set([schools[0]?.['schoolCode']]),
    )
    const joined = await reader.get<Row[]>('/api/bigdata-service/examinfo/findSchoolByExamId', { examId: exam['id'] })
    expect(joined.data.map((row) => row['schoolCode'])).toEqual([schools[0]?.['schoolCode']])
  })

  test('are summed by area, with the newest change and each course', async () => {
    const { data, status, msg } = await admin.get<Row[]>(AREAS, { examId: exam['id'] })
    expect(status, msg).toBe(200)
    expect(data.map(({ areaCode }) => areaCode)).toEqual([area, String(schools[2]?.['areaCode'])].toSorted())
    const own = data.find(({ areaCode }) => areaCode === area)
    expect(own).toMatchObject({
      schoolNum: 2,
      wholeNum: 1,
      planNum: 4,
      importNum: 3,
      archivedNum: 1,
      teacherNum: 1,
      missingNum: 1,
      errorNum: 3,
      isWhole: 0,
      courses: [
        { courseName: '语文', planned: 4, present: 4, absent: 0, missing: 0, errors: 0, warnings: 0 },
        { courseName: '数学', planned: 4, present: 3, absent: 0, missing: 1, errors: 3, warnings: 0 },
      ],
    })
    const { data: lines } = await admin.get<Row[]>(URL, { examId: exam['id'], areaCode: area })
    expect(own?.['lastTime']).toBe(
      lines
        .map((line) => String(line['lastTime']))
        .toSorted()
        .at(-1),
    )
    expect(data.find(({ areaCode }) => areaCode !== area)).toMatchObject({ schoolNum: 1, wholeNum: 1, isWhole: 1 })
  })

  test('are asked for by area', async () => {
    expect((await admin.get(URL, { examId: exam['id'] })).msg).toBe('请选择县区')
  })
})

describe('the exams that wait for schools', () => {
  const WAITING = '/api/bigdata-service/statistics/waitingExams'

  test('name the schools that are late, and why', async () => {
    const { data, status, msg } = await admin.get<Row[]>(WAITING)
    expect(status, msg).toBe(200)
    const waiting = data.find((one) => one['examId'] === exam['id'])
    expect([waiting?.['schoolNum'], waiting?.['lateNum']]).toEqual([3, 1])
    expect(waiting?.['schools']).toEqual([
      expect.objectContaining({ schoolCode: schools[1]?.['schoolCode'], reason: 'short', num: 1 }),
    ])
  })

  test('name the first thing a school has to do', async () => {
    const code = String(schools[1]?.['schoolCode'])
    const first = async () => {
      const { data } = await admin.get(WAITING)
      const waiting = data.find((one: Row) => one['examId'] === exam['id'])
      return waiting.schools.map(({ schoolCode, reason, num }: Row) => [schoolCode, reason, num])
    }
    const plan = (num: number) =>
      sql`update exam_school set plan_num = ${num} where exam_id = ${exam['id']} and school_code = ${code}`.execute(
        db(),
      )
    await plan(1)
    expect(await first()).toEqual([[code, 'error', 3]])
    await sql`update exam_import_check set counts = jsonb_set(counts, '{matrix}', ${JSON.stringify(
      schools.flatMap(cellsOf).map((cell) => ({ ...cell, errors: 0 })),
    )}::jsonb) where exam_id = ${exam['id']}`.execute(db())
    expect(await first()).toEqual([[code, 'missing', 1]])
    await plan(3)
    expect(await first()).toEqual([[code, 'short', 2]])
    await sql`update exam_student_import set is_deleted = 1 where school_code = ${code}`.execute(db())
    await sql`delete from exam_score_student where school_code = ${code}`.execute(db())
    expect(await first()).toEqual([[code, 'roster', 0]])
  })

  test('tell a school of itself alone, and nobody after the archive', async () => {
    const school = await app().user({
      role: 'school',
      schoolCode: String(schools[0]?.['schoolCode']),
      permissions: ['examinfo_view', 'examinfo_edit'],
    })
    const own = (await school.get<Row[]>(WAITING)).data.find((one) => one['examId'] === exam['id'])
    expect([own?.['schoolNum'], own?.['lateNum'], own?.['schools']]).toEqual([1, 0, []])
    await sql`update exam_info set exam_status = 3 where id = ${String(exam['id'])}`.execute(db())
    expect((await admin.get<Row[]>(WAITING)).data.map((one) => one['examId'])).not.toContain(exam['id'])
  })
})
