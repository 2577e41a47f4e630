import { overview } from '@xueheng/contract/domains/exam/overview.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { nextId } from '../../platform/db/id.ts'

const program = useTestApp({ ROLES: 'web' })
const [FIRST, SECOND] = SCHOOLS
let desk: Desk
let old = ''
let archived = ''
let draft = ''

beforeAll(async () => {
  desk = await openDesk(program())
  for (const [n, isDeleted] of [0, 0, 1].entries()) {
    await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage,
        enter_year, grade_code, class_name, enrol_status, is_deleted)
      values (${nextId()}, ${TENANT}, ${`S${n}`}, '甲', '1', ${FIRST?.area}, ${FIRST?.code}, '3', 2023, '12', '1班', '1',
        ${isDeleted})`.execute(desk.db)
    if (n > 0)
      await sql`insert into basic_teacher (id, tenant_id, teacher_code, teacher_name, gender, area_code, school_code, is_deleted)
        values (${nextId()}, ${TENANT}, ${`T${n}`}, '乙', '1', ${SECOND?.area}, ${SECOND?.code}, ${isDeleted})`.execute(
        desk.db,
      )
  }
  old = await desk.addExam('去年', { beginDate: '2025-03-01' })
  archived = await desk.addExam('已归档', { beginDate: '2026-03-01' })
  draft = await desk.addExam('草稿', { beginDate: '2026-03-01' })
  await sql`update exam_info set study_year = 2024, data_version = 2, student_num = 5, course_num = 2, exam_status = 7
    where id = ${old}`.execute(desk.db)
  await sql`update exam_info set data_version = 1, student_num = 10, course_num = 3, exam_status = 3
    where id = ${archived}`.execute(desk.db)
  await sql`update exam_info set data_version = 0, student_num = 100 where id = ${draft}`.execute(desk.db)
})

const read = async (query: Record<string, unknown> = {}, user: Client = desk.user) =>
  (await user.get(overview.path, query)).data
const idsOf = (exams: { examId: string }[]) => exams.map(({ examId }) => examId)

test('the overview counts what is there: areas with their schools and students, classes, teachers, exams and marks', async () => {
  const { exams, ...counts } = await read()
  expect(counts).toEqual({
    areaNum: 2,
    schoolNum: 2,
    classNum: 4,
    studentNum: 2,
    teacherNum: 1,
    examNum: 3,
    // 5 students of two courses, 10 of three; the draft has none that are archived.
    scoreNum: 40,
    areas: [
      { areaCode: FIRST?.area, areaName: expect.any(String), schoolNum: 1, studentNum: 2 },
      { areaCode: SECOND?.area, areaName: expect.any(String), schoolNum: 1, studentNum: 0 },
    ],
    statuses: [
      { examStatus: 0, num: 1 },
      { examStatus: 3, num: 1 },
      { examStatus: 7, num: 1 },
    ],
  })
  expect(idsOf(exams)).toEqual([draft, archived, old])
})

test('the overview of a school year counts its exams alone', async () => {
  const { exams, examNum, scoreNum, statuses, schoolNum } = await read({ studyYear: 2024 })
  expect([idsOf(exams), examNum, scoreNum, statuses]).toEqual([[old], 1, 10, [{ examStatus: 7, num: 1 }]])
  expect(schoolNum).toBe(2)
})

test('a school sees what is its own, and not how many marks there are', async () => {
  const school = await program().user({ role: 'school', schoolCode: FIRST?.code, permissions: ['examinfo_view'] })
  await sql`insert into exam_school (tenant_id, exam_id, school_code, is_join, is_in_report, sort)
    values (${TENANT}, ${old}, ${FIRST?.code}, 1, 1, 1)`.execute(desk.db)
  expect(await read({}, school)).toMatchObject({
    areaNum: 1,
    schoolNum: 1,
    classNum: 2,
    studentNum: 2,
    teacherNum: 0,
    examNum: 1,
    scoreNum: 0,
  })
})

test('the overview names the twelve newest exams and counts them all', async () => {
  for (let n = 0; n < 10; n += 1) await desk.addExam(`另一场${n}`, { beginDate: '2024-01-01' })
  const { exams, examNum } = await read()
  expect([exams.length, examNum]).toEqual([12, 13])
  expect(idsOf(exams).slice(0, 3)).toEqual([draft, archived, old])
})
