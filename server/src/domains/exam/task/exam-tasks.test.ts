import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'
import { into } from '../../../platform/access/doors.ts'
import { wallTime } from '../../../platform/clock.ts'
import { nextId } from '../../../platform/db/id.ts'
import { closeOverdue } from '../../school/index.ts'
import { EXAM_TASKS } from './open-task.ts'

const program = useTestApp()
const BASE = '/api/bigdata-service'
const DAY = 86_400_000
const at = (days: number) => wallTime(new Date(Date.now() + days * DAY))

let desk: Desk
let taskId = ''
let clerk: Client
let other: Client

beforeAll(async () => {
  desk = await openDesk(program())
  // Three of the grade in the first school, one of them left; two in the second.
  await register(0, ['甲', '乙', '丙'])
  await register(1, ['丁', '戊'])
  await sql`update basic_student set enrol_status = '3' where student_name = '丙'`.execute(desk.db)
  taskId = await addTask('期末考务')
  const permissions = ['view', 'add', 'edit', 'delete'].flatMap((action) => [
    `examtaskstudent_${action}`,
    `examtaskteacher_${action}`,
  ])
  const rights = ['examtask_view', 'examtask_edit', ...permissions]
  clerk = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '', permissions: rights })
  other = await program().user({ role: 'school', schoolCode: SCHOOLS[1]?.code ?? '', permissions: rights })
})

async function register(school: number, names: string[]): Promise<void> {
  const { code, area } = SCHOOLS[school] ?? { code: '', area: '' }
  for (const [i, name] of names.entries())
    await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage,
        enter_year, grade_code, class_name, enrol_status)
      values (${nextId()}, ${TENANT}, ${`S${school}${i}`}, ${name}, '1', ${area}, ${code}, '3', 2023, '12', '高三(1)班', '1')`.execute(
      desk.db,
    )
}

async function addTask(taskName: string, change: object = {}): Promise<string> {
  const body = { taskName, taskType: 1, examYear: 2026, studyYear: 2025, examGrade: '12', artsScience: '0' }
  const { data, msg } = await desk.post('examTask/submit', { ...body, beginTime: at(-1), endTime: at(1), ...change })
  expect(msg).toBe('操作成功')
  return data.id
}

async function progress(user: Client): Promise<unknown[]> {
  const { data } = await user.get(`${BASE}/client/exam-task-progress-in-school`, { taskId })
  return data.map((line: Record<string, unknown>) =>
    ['schoolName', 'planNum', 'submitNum', 'auditNum', 'percent', 'isLate'].map((name) => line[name]),
  )
}

const take = (user: Client, body: object = {}) =>
  user.post(`${BASE}/examTaskStudent/importStudentFromRegister`, { taskId, ...body })

describe('an exam task', () => {
  test('in draft is seen by the bureau alone, and by its schools once it is open', async () => {
    const seen = async () => (await clerk.get(`${BASE}/examTask/list`)).data.total
    expect(await seen()).toBe(0)
    expect((await take(clerk)).status).toBe(404)
    expect((await desk.post('examTask/open', { id: taskId })).msg).toBe('操作成功')
    expect(await seen()).toBe(1)
    await addTask('别校考务', { schoolCodes: [SCHOOLS[1]?.code] }).then((id) => desk.post('examTask/open', { id }))
    expect(await seen()).toBe(1)
  })

  test('is moved by the bureau alone', async () => {
    expect((await clerk.post(`${BASE}/examTask/close`, { id: taskId })).status).toBe(403)
  })

  test('takes the enrolled students of its grade from the register once, of the own school alone', async () => {
    expect((await take(clerk)).data).toEqual({ added: 2, skipped: 0 })
    expect((await take(clerk)).data).toEqual({ added: 0, skipped: 2 })
    expect((await take(clerk, { schoolCode: SCHOOLS[1]?.code })).data).toEqual({ added: 0, skipped: 0 })
    expect(await progress(desk.user)).toEqual([
      ['第一中学', 2, 2, 0, 100, 0],
      ['第二中学', 2, 0, 0, 0, 0],
    ])
  })

  test('shows a school its own progress', async () => {
    expect(await progress(other)).toEqual([['第二中学', 2, 0, 0, 0, 0]])
  })

  test('counts what was confirmed, and asks again after a change', async () => {
    expect((await clerk.post(`${BASE}/examTaskStudent/confirm`, { taskId })).data).toEqual({ confirmed: 2 })
    const { data } = await clerk.get(`${BASE}/examTaskStudent/list`, { taskId })
    const [row] = data.records
    expect(row).toMatchObject({ examClass: '高三(1)班', examGrade: '高三', confirmStatus: 1 })
    const changed = { id: row.id, updateTime: row.updateTime, courseCombination: '物化生' }
    expect((await clerk.post(`${BASE}/examTaskStudent/submit`, changed)).msg).toBe('操作成功')
    expect((await progress(clerk))[0]).toEqual(['第一中学', 2, 2, 1, 100, 0])
    const areas = await desk.user.get(`${BASE}/client/exam-task-progress-in-area`, { taskId })
    expect(
      areas.data.map((line: Record<string, unknown>) => [line['schoolNum'], line['lateNum'], line['percent']]),
    ).toEqual([
      [1, 0, 100],
      [1, 0, 0],
    ])
    const none = { teacherPlanNum: 0, teacherNum: 0, teacherAuditNum: 0 }
    expect(areas.data).toMatchObject([
      { areaCode: SCHOOLS[0]?.area, planNum: 2, submitNum: 2, auditNum: 1, lastTime: expect.any(String), ...none },
      { areaCode: SCHOOLS[1]?.area, planNum: 2, submitNum: 0, auditNum: 0, lastTime: null, ...none },
    ])
    const query = { taskId, areaCode: SCHOOLS[1]?.area }
    const ofArea = await desk.user.get(`${BASE}/client/exam-task-progress-in-school`, query)
    expect(ofArea.data.map((line: Record<string, unknown>) => line['schoolName'])).toEqual(['第二中学'])
  })

  test('keeps its grade once schools know it, and confirms what waits alone', async () => {
    const before = (await desk.user.get(`${BASE}/examTask/detail`, { id: taskId })).data
    const moved = await desk.post('examTask/submit', { id: taskId, updateTime: before.updateTime, examGrade: '11' })
    expect([moved.status, moved.msg]).toEqual([400, '任务开始后不能改年级和科类'])
    expect((await desk.user.get(`${BASE}/examTask/detail`, { id: taskId })).data).toEqual(before)
    const confirm = async (name: string) => (await other.post(`${BASE}/${name}/confirm`, { taskId })).msg
    expect(await confirm('examTaskStudent')).toBe('没有待确认的考生')
    expect(await confirm('examTaskTeacher')).toBe('没有待确认的教师')
  })

  test('refuses a school it is not for, and a course it does not ask for', async () => {
    const id = await addTask('两校语文', { schoolCodes: [SCHOOLS[1]?.code], courseNames: ['语文'] })
    const teacher = { taskId: id, teacherCode: 'T1', teacherName: '赵', courseName: '数学' }
    const post = (change: object) => desk.post('examTaskTeacher/submit', { ...teacher, ...change })
    expect((await post({ schoolCode: SCHOOLS[0]?.code })).msg).toBe('考务任务不包括这所学校')
    expect((await post({ schoolCode: SCHOOLS[1]?.code })).msg).toBe('考务任务不收「数学」，只收语文')
    expect((await post({ schoolCode: SCHOOLS[1]?.code, courseName: '语文' })).msg).toBe('操作成功')
    expect((await desk.post('examTask/remove', { ids: id })).msg).toBe('考务任务已有考生或教师，请先删除')
  })

  test('takes teachers by workbook, and knows those it has', async () => {
    const lines = ['考务任务,教师编号,姓名,学校,科目', '期末考务,T7,赵,第一中学,语文', '期末考务,T7,赵,第一中学,数学']
    const body = Buffer.from(lines.join('\n'))
    const send = () => desk.user.upload(`${BASE}/examTaskTeacher/import-check`, {}, [{ name: 'teachers.csv', body }])
    const isKnown = (answer: Awaited<ReturnType<typeof send>>) =>
      answer.data.rows.map((row: { faults: object; isKnown: unknown }) => [row.faults, Number(row.isKnown)])
    expect(isKnown(await send())).toEqual([
      [{}, 0],
      [{}, 0],
    ])
    const teacher = { taskId, teacherCode: 'T7', teacherName: '赵', courseName: '语文', schoolCode: SCHOOLS[0]?.code }
    expect((await desk.post('examTaskTeacher/submit', teacher)).msg).toBe('操作成功')
    expect(isKnown(await send())).toEqual([
      [{}, 1],
      [{}, 0],
    ])
  })

  test('closes at its time, names the schools that are late, and takes no more until it is reopened', async () => {
    await sql`update ${into(examTask)} set end_time = ${at(-0.5)} where id = ${taskId}`.execute(desk.db)
    expect((await take(other)).msg).toMatch(/^考务任务已于.*截止$/)
    const { database } = program().app
    expect(await closeOverdue({ database, tenantIds: () => Promise.resolve([TENANT]) }, EXAM_TASKS)).toBe(1)
    expect((await progress(desk.user)).map((line) => (line as unknown[])[5])).toEqual([1, 1])
    expect((await take(other)).msg).toBe('当前状态为「已截止」，不能上报')
    expect((await desk.post('examTask/reopen', { id: taskId, endTime: at(-1) })).msg).toBe('新的截止时间应晚于现在')
    expect((await desk.post('examTask/reopen', { id: taskId, endTime: at(2) })).msg).toBe('操作成功')
    expect((await take(other)).data).toEqual({ added: 2, skipped: 0 })
  })

  test('ends after it begins', async () => {
    const body = { taskName: '倒置', taskType: 1, examYear: 2026, studyYear: 2025, examGrade: '12' }
    const answer = await desk.post('examTask/submit', { ...body, beginTime: at(1), endTime: at(-1) })
    expect(answer.msg).toBe('截止时间应晚于开始时间')
  })
})
