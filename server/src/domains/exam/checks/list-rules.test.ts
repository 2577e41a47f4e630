import { idCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Pupil, classCode, named, spokenOf, storeExam } from '../../../../test/fixtures/stored-exam.ts'

const program = useTestApp()
let desk: Desk
beforeAll(async () => {
  desk = await openDesk(program())
})

test('S05: one name in two classes of a school; not in one class, not in two schools', async () => {
  const examId = await storeExam(
    desk,
    [
      { number: '01', name: '李明', classNo: 1 },
      { number: '02', name: '李明', classNo: 2 },
      { number: '03', name: '王芳', classNo: 1 },
      { number: '04', name: '王芳', classNo: 1 },
      { number: '05', name: '陈静', classNo: 1 },
      { number: '06', name: '陈静', classNo: 1, school: 2 },
      { number: '07', name: '李明明', classNo: 3 },
    ],
    [],
  )
  expect(await spokenOf(desk, examId, 'student', 'S05')).toEqual([
    { who: '01', text: '同校有 2 名「李明」' },
    { who: '02', text: '同校有 2 名「李明」' },
  ])
  expect(await named(desk, examId, 'student', 'S06')).toEqual(['03', '04'])
})

test('S07: the register knows the code under another name; a dot of another shape is the same name', async () => {
  const codes = [1, 2, 3, 4].map((i) => studentCode(i))
  await register(codes[0]!, '张一')
  await register(codes[1]!, '李二')
  await register(codes[2]!, '阿依古丽•买买提')
  const examId = await storeExam(
    desk,
    [
      { number: '01', name: '张一', code: codes[0]! },
      { number: '02', name: '李贰', code: codes[1]! },
      { number: '03', name: '阿依古丽·买买提', code: codes[2]! },
      { number: '04', name: '不在籍', code: codes[3]! },
      { number: '05', name: '没有学籍号' },
    ],
    [],
  )
  expect(await spokenOf(desk, examId, 'student', 'S07')).toEqual([
    { who: '02', text: '学籍库中该学籍号的姓名是「李二」' },
  ])
})

test('S09: more than a tenth off the base number, or off the last exam where there is none', async () => {
  await setBase(1, 100)
  expect(await named(desk, await storeExam(desk, pupils(90), []), 'student', 'S09')).toEqual([])
  expect(await named(desk, await storeExam(desk, pupils(110), []), 'student', 'S09')).toEqual([])
  expect(await spokenOf(desk, await storeExam(desk, pupils(89), []), 'student', 'S09')).toEqual([
    { who: '001', text: '该校报名 89 人，学生基数 100 人，相差超过 10%' },
  ])
  expect(await named(desk, await storeExam(desk, pupils(111), []), 'student', 'S09')).toEqual(['001'])

  const last = await storeExam(desk, [], [], { beginDate: '2025-11-01' })
  await archived(last, 20, 2)
  expect(await named(desk, await storeExam(desk, pupils(18, 2), []), 'student', 'S09')).toEqual([])
  expect(await spokenOf(desk, await storeExam(desk, pupils(17, 2), []), 'student', 'S09')).toEqual([
    { who: '001', text: '该校报名 17 人，上次考试 20 人，相差超过 10%' },
  ])
})

test.each([
  ['1', ['', '物化生'], ['2 选科「物化生」不符合考试模式']],
  ['2', ['物化生', '历政地', '物化地', ''], ['3 选科「物化地」不符合考试模式', '4 缺少科类']],
  [
    '3',
    ['物化生', '化生政', '物历化', ''],
    ['2 选科「化生政」不符合考试模式', '3 选科「物历化」不符合考试模式', '4 缺少选科组合'],
  ],
  ['4', ['物历化', '化生', ''], ['2 选科「化生」不符合考试模式', '3 缺少选科组合']],
  ['5', ['物化生', ''], ['1 选科「物化生」不符合考试模式']],
])('S10: exam mode %s and what a student may choose', async (examMode, choices, expected) => {
  const courses = ['语文', '物理', '历史', '化学'].map((courseName) => ({ courseName, examScore: 100 }))
  const pupilsOf = choices.map((combination, i) => ({ number: String(i + 1), name: `生${i}`, combination }))
  const examId = await storeExam(desk, pupilsOf, [], { courses, examMode })
  const spoken = await spokenOf(desk, examId, 'student', 'S10')
  expect(spoken.map(({ who, text }) => `${who} ${text}`)).toEqual(expected)
  const plain = await storeExam(desk, pupilsOf, [], { examMode })
  expect(await spokenOf(desk, plain, 'student', 'S10')).toEqual([])
})

test('checking again writes only the rows whose verdict changes', async () => {
  const examId = await storeExam(
    desk,
    [
      { number: '1', name: '甲' },
      { number: '2', name: '乙' },
      { number: '3', name: '乙' },
    ],
    [
      ['1', '语文', '99'],
      ['2', '语文', '151'],
      ['3', '语文', '90'],
    ],
  )
  async function versions(table: string): Promise<string[]> {
    const found = await sql<{
      version: string
    }>`select student_number || ' ' || check_status || ' ' || xmin::text as version
      from ${sql.table(table)} where exam_id = ${examId} order by student_number`.execute(desk.db)
    return found.rows.map((row) => row.version)
  }
  async function check(): Promise<string[]> {
    await desk.run('examscorestudentcourseimport/checkByExamId', { examId })
    return versions('exam_score_student_course_import')
  }
  const first = await check()
  expect(first.map((one) => one.slice(0, 3))).toEqual(['1 1', '2 2', '3 1'])
  const roster = await versions('exam_student_import')
  expect(await check()).toEqual(first)
  expect(await versions('exam_student_import')).toEqual(roster)
  await sql`update exam_score_student_course_import set score_text = '150', score = 150
    where exam_id = ${examId} and student_number = '2'`.execute(desk.db)
  const mended = await check()
  expect(mended.map((one) => one.slice(0, 3))).toEqual(['1 1', '2 1', '3 1'])
  expect([mended[0], mended[2]]).toEqual([first[0], first[2]])
})

test('T01: a class has takers of a course and nobody who teaches it', async () => {
  const courses = ['语文', '物理', '历史'].map((courseName) => ({ courseName, examScore: 100 }))
  const examId = await storeExam(
    desk,
    [
      { number: '01', classNo: 1, combination: '物化生' },
      { number: '02', classNo: 2, combination: '历政地' },
      { number: '03', classNo: 2, combination: '物化生' },
      { number: '04', classNo: 1, school: 2, combination: '物化生' },
    ],
    [],
    { courses, examMode: '3' },
  )
  for (const [classNo, courseName] of [
    [1, '语文'],
    [1, '物理'],
    [2, '语文'],
    [2, '历史'],
  ] as const)
    await addTeacher(examId, classNo, courseName)
  const answer = await desk.post('examteachercourseimport/checkByExamId', { examId })
  expect(answer.data).toEqual({
    checked: 4,
    warnings: 3,
    missing: [
      '第一中学高三(2)班的物理没有任课教师',
      '第二中学高三(1)班的语文没有任课教师',
      '第二中学高三(1)班的物理没有任课教师',
    ],
    unknown: [],
  })
})

test('T02: the register has teachers of the school, and not this one', async () => {
  const examId = await storeExam(desk, [{ number: '01', classNo: 1 }], [], {
    courses: [{ courseName: '语文', examScore: 100 }],
  })
  await addTeacher(examId, 1, '语文')
  const check = async () => (await desk.post('examteachercourseimport/checkByExamId', { examId })).data
  expect(await check()).toMatchObject({ warnings: 0, unknown: [] })
  const [school] = SCHOOLS
  const register = { teacherCode: 'J1', teacherName: '别人', schoolCode: school?.code }
  expect((await desk.post('basicteacher/submit', register)).code).toBe(200)
  expect(await check()).toMatchObject({
    warnings: 1,
    unknown: [expect.stringMatching(/^第一中学高三\(1\)班：教师.+不在/)],
  })
})

function studentCode(i: number): string {
  const first = `99000120080101${String(i).padStart(3, '0')}`
  return `G${first}${idCheckCharacter(first)}`
}

function pupils(count: number, school: 1 | 2 = 1): Pupil[] {
  return Array.from({ length: count }, (_one, i) => ({ number: String(i + 1).padStart(3, '0'), school }))
}

async function register(code: string, name: string): Promise<void> {
  await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, school_code, stage, enter_year)
    values (${nextId()}, ${TENANT}, ${code}, ${name}, '1', ${SCHOOLS[0]!.code}, '3', 2023)`.execute(desk.db)
}

async function setBase(school: 1 | 2, num: number): Promise<void> {
  await sql`insert into student_base_num (id, tenant_id, study_year, school_code, student_base_num)
    values (${nextId()}, ${TENANT}, 2025, ${SCHOOLS[school - 1]!.code}, ${num})`.execute(desk.db)
}

async function archived(examId: string, count: number, school: 1 | 2): Promise<void> {
  const { code, name, area } = SCHOOLS[school - 1]!
  await sql`insert into exam_score_student (tenant_id, exam_id, sid, student_number, student_name, area_code, area_name, school_code, school_name, exam_class)
    select ${TENANT}, ${examId}, n, n::text, n::text, ${area}, '', ${code}, ${name}, '' from generate_series(1, ${count}::int) n`.execute(
    desk.db,
  )
  await desk.setStatus(examId, 3)
}

async function addTeacher(examId: string, classNo: number, courseName: string): Promise<void> {
  await sql`insert into exam_teacher_course_import (id, tenant_id, exam_id, school_code, class_code, exam_class, course_name, teacher_name)
    values (${nextId()}, ${TENANT}, ${examId}, ${SCHOOLS[0]!.code}, ${classCode(classNo)}, ${`高三(${classNo})班`}, ${courseName}, '教师')`.execute(
    desk.db,
  )
}
