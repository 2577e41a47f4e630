import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'
import { wallTime } from '../../../platform/clock.ts'
import { nextId } from '../../../platform/db/id.ts'
import { own } from '../../../platform/db/table.ts'
import { examTaskReminder } from './tables.ts'

const program = useTestApp()
const BASE = '/api/bigdata-service'
const at = (days: number) => wallTime(new Date(Date.now() + days * 86_400_000))
const END = at(1)
const RIGHTS = [
  'examtask_view',
  'examtask_edit',
  'examtaskstudent_add',
  'examtaskstudent_edit',
  'examtaskteacher_add',
  'examtaskteacher_edit',
]

let desk: Desk
let taskId = ''
let clerk: Client
let other: Client

beforeAll(async () => {
  desk = await openDesk(program())
  for (const [i, { code, area }] of SCHOOLS.entries())
    await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage,
        enter_year, grade_code, class_name, enrol_status)
      values (${nextId()}, ${TENANT}, ${`S${i}`}, '甲', '1', ${area}, ${code}, '3', 2023, '12', '高三(1)班', '1')`.execute(
      desk.db,
    )
  const task = { taskName: '期末考务', taskType: 4, examYear: 2026, studyYear: 2025, examGrade: '12', artsScience: '0' }
  const times = { beginTime: at(-1), endTime: END }
  taskId = (await desk.post('examTask/submit', { ...task, ...times })).data.id
  clerk = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '', permissions: RIGHTS })
  other = await program().user({ role: 'school', schoolCode: SCHOOLS[1]?.code ?? '', permissions: RIGHTS })
})

const remind = async (body: object = {}) => desk.user.post(`${BASE}/examTask/remind`, { taskId, ...body })
const messages = async (user: Client) => (await user.get(`${BASE}/sysMessage/listTaskMessage`)).data.records
const results = (lines: { schoolName: string; result: string }[]) => lines.map((line) => [line.schoolName, line.result])

async function lineOf(schoolName: string): Promise<Record<string, unknown>> {
  const { data } = await desk.user.get(`${BASE}/client/exam-task-progress-in-school`, { taskId })
  return data.find((line: { schoolName: string }) => line.schoolName === schoolName)
}

describe('schools that have not reported', () => {
  test('are reminded of an open task alone, by the bureau alone', async () => {
    expect((await remind()).msg).toBe('当前状态为「草稿」，不能催报')
    await desk.post('examTask/open', { id: taskId })
    expect((await clerk.post(`${BASE}/examTask/remind`, { taskId })).status).toBe(403)
  })

  test('get a message each account that may report, and the bureau a result for each school', async () => {
    await clerk.post(`${BASE}/examTaskStudent/importStudentFromRegister`, { taskId })
    await clerk.post(`${BASE}/examTaskStudent/confirm`, { taskId })
    expect(results((await remind()).data)).toEqual([['第二中学', '已催报，1个账号收到']])
    expect(await messages(clerk)).toEqual([])
    expect((await messages(other)).map((message: { content: string }) => message.content)).toEqual([
      `应报1人，已报0人，已确认0人；任课教师应报0条，已确认0条。请在${END}前报齐并确认。`,
    ])
    expect(await lineOf('第二中学')).toMatchObject({ remindNum: 1, isDone: 0 })
  })

  test('are left in peace for an hour, and can be reminded again afterwards', async () => {
    const [line] = (await remind()).data
    expect(line.result).toMatch(/已催过，未重复催$/)
    expect(await messages(other)).toHaveLength(1)
    await sql`update ${own(examTaskReminder)} set remind_time = ${at(-0.1)}`.execute(desk.db)
    await remind({ schoolCode: SCHOOLS[1]?.code })
    expect(await lineOf('第二中学')).toMatchObject({ remindNum: 2 })
  })

  test('are not counted as reminded where nobody may report', async () => {
    await sql`update ${own(examTaskReminder)} set remind_time = ${at(-0.1)}`.execute(desk.db)
    const asTold = (isOn: number) =>
      sql`update sys_user set status = ${isOn} where id = ${other.userId}`.execute(desk.db)
    await asTold(0)
    const told = results((await remind()).data)
    await asTold(1)
    expect(told).toEqual([['第二中学', '学校没有可以上报的账号']])
    expect(await lineOf('第二中学')).toMatchObject({ remindNum: 2 })
  })

  test('are late with teachers as well, where the task asks for both', async () => {
    await sql`insert into basic_teacher_course (id, tenant_id, study_year, term, area_code, school_code, class_code,
        course_name, teacher_code, teacher_name, grade_code)
      values (${nextId()}, ${TENANT}, 2025, 1, ${SCHOOLS[0]?.area}, ${SCHOOLS[0]?.code}, 'C1', '语文', 'T1', '赵', '12')`.execute(
      desk.db,
    )
    const take = () => clerk.post(`${BASE}/examTaskTeacher/importTeacherFromRegister`, { taskId })
    expect((await take()).data).toEqual({ added: 1, skipped: 0 })
    expect((await take()).data).toEqual({ added: 0, skipped: 1 })
    expect(await lineOf('第一中学')).toMatchObject({ isDone: 0, teacherPlanNum: 1, teacherNum: 1, teacherAuditNum: 0 })
    expect((await clerk.post(`${BASE}/examTaskTeacher/confirm`, { taskId })).data).toEqual({ confirmed: 1 })
    expect(await lineOf('第一中学')).toMatchObject({ isDone: 1, teacherAuditNum: 1 })
  })

  test('are refused a reminder once everybody is through', async () => {
    await other.post(`${BASE}/examTaskStudent/importStudentFromRegister`, { taskId })
    await other.post(`${BASE}/examTaskStudent/confirm`, { taskId })
    expect((await remind()).msg).toBe('没有需要催报的学校')
  })
})
