import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { wallTime } from '../../platform/clock.ts'
import { nextId } from '../../platform/db/id.ts'

const program = useTestApp()
const BASE = '/api/yzl-gather'
const TEACHER = `${BASE}/gatherTeacher`
const DAY = 86_400_000
const at = (days: number) => wallTime(new Date(Date.now() + days * DAY))
const CLASSES = ['T1', 'T2'] as const

let desk: Desk
let bureau: Client
let clerk: Client
let other: Client
let taskId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  bureau = desk.user
  clerk = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '' })
  other = await program().user({ role: 'school', schoolCode: SCHOOLS[1]?.code ?? '' })
  for (const [i, code] of CLASSES.entries()) await addClass(i, code)
  await addTeacher('A', '张一', '13900000001')
  await addTeacher('B', '李二', null)
  await addCourse('A', '张一', '语文', 2024, 1)
  await addCourse('A', '张一', '语文', 2025, 1)
  await addCourse('B', '李二', '数学', 2025, 0)
  taskId = await addTask('教师采集', {})
  await bureau.post(`${BASE}/gatherTask/open`, { id: taskId })
})

async function addClass(school: number, code: string): Promise<void> {
  const { code: schoolCode, area } = SCHOOLS[school] ?? { code: '', area: '' }
  await sql`insert into school_classes (id, tenant_id, area_code, school_code, study_year, stage, enter_year, grade_code, class_no,
      class_code, class_name) values (${nextId()}, ${TENANT}, ${area}, ${schoolCode}, 2025, '3', 2023, '12', 91, ${code}, '高三(91)班')`.execute(
    desk.db,
  )
}

async function addTeacher(code: string, name: string, phone: string | null): Promise<void> {
  const { code: schoolCode, area } = SCHOOLS[0] ?? { code: '', area: '' }
  await sql`insert into basic_teacher (id, tenant_id, teacher_code, teacher_name, area_code, school_code, gender, phone, can_mark)
    values (${nextId()}, ${TENANT}, ${code}, ${name}, ${area}, ${schoolCode}, '1', ${phone}, 1)`.execute(desk.db)
}

async function addCourse(code: string, name: string, course: string, year: number, leads: number): Promise<void> {
  const { code: schoolCode, area } = SCHOOLS[0] ?? { code: '', area: '' }
  await sql`insert into basic_teacher_course (id, tenant_id, study_year, term, area_code, school_code, class_code, class_name,
      grade_code, course_name, teacher_code, teacher_name, is_class_leader)
    values (${nextId()}, ${TENANT}, ${year}, 1, ${area}, ${schoolCode}, 'T1', '高三(91)班', '12', ${course}, ${code}, ${name},
      ${leads})`.execute(desk.db)
}

async function addTask(taskName: string, change: object): Promise<string> {
  const { data, msg } = await bureau.post(`${BASE}/gatherTask/submit`, {
    taskName,
    taskType: 2,
    studyYear: 2025,
    gradeCodes: ['12'],
    askedFields: ['gender', 'phone', 'title'],
    requiredFields: ['phone', 'title'],
    auditLevels: 2,
    beginTime: at(-1),
    endTime: at(1),
    ...change,
  })
  expect(msg).toBe('操作成功')
  return data.id
}

async function rowsOf(user: Client, id = taskId): Promise<any[]> {
  return (await user.get(`${TEACHER}/list`, { gatherTaskId: id, size: 50 })).data.records
}

async function rowOf(name: string): Promise<any> {
  return (await rowsOf(bureau)).find((row) => row.teacherName === name)
}

async function fill(name: string, change: object) {
  const { id, updateTime } = await rowOf(name)
  return clerk.post(`${TEACHER}/submit`, { id, updateTime, ...change })
}

describe('a collection of teachers', () => {
  test('asks for what is known of teachers, and takes no students', async () => {
    const wrong = await bureau.post(`${BASE}/gatherTask/submit`, {
      taskName: '错',
      taskType: 2,
      studyYear: 2025,
      gradeCodes: ['12'],
      askedFields: ['nation'],
      auditLevels: 1,
      beginTime: at(-1),
      endTime: at(1),
    })
    expect(wrong.msg).toBe('采集项中有这类任务不采集的项')
    const students = await clerk.post(`${BASE}/gatherStudent/prefill`, { gatherTaskId: taskId })
    expect(students.msg).toBe('这个采集任务不采集学生')
  })

  test('brings in who teaches this year, once, with what is known of them', async () => {
    // Of two teachers and three items: both sexes and one phone.
    const prefill = () => clerk.post(`${TEACHER}/prefill`, { gatherTaskId: taskId })
    expect((await prefill()).data).toEqual({ added: 2, skipped: 0, askedNum: 6, prefilledNum: 3, percent: 50 })
    expect((await prefill()).data).toMatchObject({ added: 0, skipped: 2 })
    expect(await rowOf('张一')).toMatchObject({ classCode: 'T1', courseName: '语文', isClassLeader: 1, canMark: 1 })
    expect(await rowsOf(other)).toEqual([])
    const lists = await Promise.all(
      ['listClassesTeacher', 'listClassesLeader'].map((name) =>
        clerk.get(`${TEACHER}/${name}`, { gatherTaskId: taskId }),
      ),
    )
    expect(lists.map(({ data }) => data.total)).toEqual([2, 1])
  })

  test('takes a new row of a class the school sees, and lies where the class lies', async () => {
    const body = {
      gatherTaskId: taskId,
      teacherCode: 'N',
      teacherName: '王新',
      courseName: '数学',
      phone: '13900000003',
    }
    expect((await clerk.post(`${TEACHER}/submit`, { ...body, classCode: 'T2' })).code).not.toBe(200)
    await sql`update school_classes set grade_code = '11' where class_code = 'T1'`.execute(desk.db)
    const younger = await clerk.post(`${TEACHER}/submit`, { ...body, classCode: 'T1' })
    expect(younger.msg).toBe('采集任务不包括这个班的年级')
    await sql`update school_classes set grade_code = '12' where class_code = 'T1'`.execute(desk.db)
    expect(await rowOf('王新')).toBeUndefined()
    const added = await clerk.post(`${TEACHER}/submit`, { ...body, classCode: 'T1', title: '一级教师' })
    expect(added.msg).toBe('操作成功')
    expect(await rowOf('王新')).toMatchObject({ schoolCode: SCHOOLS[0]?.code, gradeCode: '12', gatherStatus: 0 })
  })

  test('keeps a row of a class that is gone as it is', async () => {
    const setDeleted = (isDeleted: number) =>
      sql`update school_classes set is_deleted = ${isDeleted} where class_code = 'T1'`.execute(desk.db)
    await setDeleted(1)
    const refused = await fill('张一', { title: '高级教师' })
    await setDeleted(0)
    const message = '高三(91)班已不在，请删除此行，填到现有的班级'
    expect([refused.status, refused.msg]).toEqual([400, message])
    expect(refused.data).toMatchObject({ problems: [{ field: 'classCode', message }] })
    expect(await rowOf('张一')).toMatchObject({ title: null, classCode: 'T1' })
  })

  test('is handed in when complete, audited twice and collated', async () => {
    await fill('张一', { title: '高级教师', phone: '13900000009' })
    const sent = await clerk.post(`${TEACHER}/sendAll`, { gatherTaskId: taskId })
    expect(sent.data).toEqual({ sent: 2, refused: 1, leftNum: 1, message: '李二还没有填写联系电话、职称' })
    expect((await fill('张一', { title: '无' })).msg).toMatch(/^张一正在审核（待初审）/)
    const ids = [(await rowOf('张一')).id, (await rowOf('王新')).id].join(',')
    expect((await clerk.post(`${TEACHER}/audit2`, { ids, status: 1 })).status).toBe(403)
    expect((await clerk.post(`${TEACHER}/audit1`, { ids, status: 1 })).msg).toBe('操作成功')
    expect((await bureau.post(`${TEACHER}/audit2`, { ids, status: 2 })).msg).toBe('请填写驳回原因')
    expect((await bureau.post(`${TEACHER}/audit2`, { ids, status: 1 })).msg).toBe('操作成功')
    const collated = await bureau.post(`${TEACHER}/collateTeachers`, { ids, status: 1 })
    expect(collated.data.map((one: any) => one.isDone)).toEqual([1, 1])
  })

  test('is archived by the bureau alone, whatever rights a school was given', async () => {
    const permissions = ['gatherteacher_view', 'gatherteacher_archive']
    const eager = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '', permissions })
    const before = await rowsOf(bureau)
    expect((await eager.get(`${TEACHER}/differences`, { gatherTaskId: taskId })).status).toBe(403)
    expect((await eager.post(`${TEACHER}/archive`, { gatherTaskId: taskId })).status).toBe(403)
    expect(await rowsOf(bureau)).toEqual(before)
  })

  test('shows what the register will differ in, masked, and writes it in one go', async () => {
    expect((await clerk.post(`${TEACHER}/archive`, { gatherTaskId: taskId })).status).toBe(403)
    const lines = (await bureau.get(`${TEACHER}/differences`, { gatherTaskId: taskId })).data
    expect(lines.find((line: any) => line.teacherCode === 'N')).toEqual({
      teacherCode: 'N',
      teacherName: '王新',
      isNew: 1,
      changes: '',
      courses: '高三(91)班数学',
    })
    expect(lines.find((line: any) => line.teacherCode === 'A')).toMatchObject({
      changes: '联系电话：139****0001→139****0009；职称：空→高级教师',
      courses: '',
    })
    const { data } = await bureau.post(`${TEACHER}/archive`, { gatherTaskId: taskId })
    expect(data).toEqual({ archived: 2, addedTeachers: 1, changedTeachers: 1, addedCourses: 1, changedCourses: 0 })
    const kept =
      await sql<any>`select teacher_code, phone, title, school_code from basic_teacher where teacher_code in ('A', 'N')
      order by teacher_code`.execute(desk.db)
    expect(kept.rows.map((row) => [row.teacherCode, row.phone, row.title])).toEqual([
      ['A', '13900000009', '高级教师'],
      ['N', '13900000003', '一级教师'],
    ])
    expect((await rowOf('张一')).gatherStatus).toBe(5)
    expect((await bureau.post(`${TEACHER}/archive`, { gatherTaskId: taskId })).msg).toBe('没有已校对的教师')
  })

  test('knows in the next collection what the last one told', async () => {
    await fill('李二', { phone: '13900000005', title: '二级教师' })
    await clerk.post(`${TEACHER}/sendAll`, { gatherTaskId: taskId })
    const next = await addTask('下次采集', { auditLevels: 0 })
    await bureau.post(`${BASE}/gatherTask/open`, { id: next })
    // Three teachers and three items; the new one has no sex yet.
    expect((await clerk.post(`${TEACHER}/prefill`, { gatherTaskId: next })).data).toMatchObject({
      added: 3,
      askedNum: 9,
      prefilledNum: 8,
    })
  })

  test('is offered the titles of the portfolios with what differs, and takes those that are chosen', async () => {
    const entry = (code: string, key: string, state: number, day: string) =>
      sql`insert into teacher_portfolio (id, tenant_id, portfolio_type, teacher_code, teacher_name, area_code, school_code,
          duty_credentials, cert_date, audit_status)
        values (${nextId()}, ${TENANT}, 4, ${code}, '某', ${SCHOOLS[0]?.area}, ${SCHOOLS[0]?.code}, ${key}, ${day}, ${state})`.execute(
        desk.db,
      )
    await entry('B', '4', 5, '2015-07-01')
    await entry('B', '2', 5, '2024-07-01')
    // Not passed yet; and the same as collected.
    await entry('B', '1', 1, '2026-07-01')
    await entry('A', '2', 5, '2020-07-01')
    const { rows } = await sql<{ id: string }>`select id from gather_task where task_name = '下次采集'`.execute(desk.db)
    const gatherTaskId = rows[0]?.id ?? ''
    const offered = async (user: Client) => (await user.get(`${TEACHER}/portfolioTitles`, { gatherTaskId })).data
    const titleOf = async () =>
      (await clerk.get(`${TEACHER}/list`, { gatherTaskId, teacherCode: 'B' })).data.records[0].title
    const lines = await offered(clerk)
    expect(lines).toEqual([
      expect.objectContaining({
        teacherCode: 'B',
        title: '二级教师',
        portfolioTitle: '高级教师',
        certDate: '2024-07-01',
      }),
    ])
    expect(await titleOf()).toBe('二级教师')
    const take = async (user: Client) =>
      (await user.post(`${TEACHER}/takePortfolioTitles`, { gatherTaskId, ids: lines[0].id })).data
    expect(await take(other)).toEqual([expect.objectContaining({ id: lines[0].id, isDone: 0 })])
    expect(await titleOf()).toBe('二级教师')
    expect(await take(clerk)).toEqual([{ id: lines[0].id, isDone: 1, message: '' }])
    expect(await titleOf()).toBe('高级教师')
    expect(await offered(clerk)).toEqual([])
    expect(await take(clerk)).toEqual([
      { id: lines[0].id, isDone: 0, message: '已不能采用：已提交审核，或与教师档案相同' },
    ])
  })
})
