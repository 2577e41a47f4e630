import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { nextId } from '../../platform/db/id.ts'

const program = useTestApp()
const BASE = '/api/yzl-gather/teacherPortfolio'
const [PLACE] = SCHOOLS
const TASK = nextId()

let desk: Desk
let teacher: Client
let colleague: Client
let account = ''

beforeAll(async () => {
  desk = await openDesk(program())
  teacher = await program().user({ role: 'teacher', schoolCode: PLACE?.code ?? '' })
  colleague = await program().user({ role: 'teacher', schoolCode: PLACE?.code ?? '' })
  const found = await sql<{ account: string }>`select account from sys_user where id = ${teacher.userId}`.execute(
    desk.db,
  )
  account = found.rows[0]?.account ?? ''
  await sql`insert into gather_task (id, tenant_id, task_name, task_type, study_year, grade_codes, asked_fields, audit_levels,
      begin_time, end_time, task_status)
    values (${TASK}, ${TENANT}, '教师采集', 2, 2025, '["12"]', '["title"]', 2, '2026-01-01', '2099-01-01', 1)`.execute(
    desk.db,
  )
})

async function collect(className: string, state: number, isLeader = 0): Promise<void> {
  await sql`insert into gather_teacher (id, tenant_id, gather_task_id, teacher_code, teacher_name, area_code, school_code,
      grade_code, class_code, class_name, course_name, is_class_leader, title, gather_status)
    values (${nextId()}, ${TENANT}, ${TASK}, ${account}, '张一', ${PLACE?.area}, ${PLACE?.code}, '12', ${className}, ${className},
      '语文', ${isLeader}, '高级教师', ${state})`.execute(desk.db)
}

const offered = async (user: Client): Promise<any[]> => (await user.get(`${BASE}/collected`)).data

test('a teacher is offered what a collection knows once it passed its audits, and only what the portfolio lacks', async () => {
  await collect('高三(1)班', 2, 1)
  expect(await offered(teacher)).toEqual([])
  await collect('高三(2)班', 3)
  await sql`update gather_teacher set gather_status = 5 where class_name = '高三(1)班'`.execute(desk.db)
  const offers = await offered(teacher)
  const memo = '第一中学：高三(1)班语文（班主任）、高三(2)班语文'
  expect(offers).toEqual([
    { portfolioType: 4, taskName: '教师采集', said: '高级教师', held: null, dutyCredentials: '2', memo: null },
    { portfolioType: 6, taskName: '教师采集', said: memo, held: null, dutyCredentials: null, memo },
  ])
  expect(await offered(colleague)).toEqual([])

  // Another title is there: both are shown, nothing is changed by itself.
  const add = (body: object) => teacher.post(`${BASE}/submit`, { ...body, auditStatus: 0 })
  await sql`insert into teacher_portfolio (id, tenant_id, portfolio_type, teacher_code, teacher_id, teacher_name, school_code,
      duty_credentials, audit_status)
    values (${nextId()}, ${TENANT}, 4, ${account}, ${teacher.userId}, '张一', ${PLACE?.code}, '3', 5)`.execute(desk.db)
  expect((await offered(teacher))[0]).toMatchObject({ said: '高级教师', held: '一级教师' })
  const taken = await add({ portfolioType: 6, memo, certBeginDate: '2025-09-01 00:00:00', isToNow: 1 })
  expect(taken.msg).toBe('操作成功')
  expect((await offered(teacher)).map(({ portfolioType }) => portfolioType)).toEqual([4])
})

test('the newest collection speaks of the classes, the newest with a title of the title, and what is gone of neither', async () => {
  const { rows } = await sql<{ account: string }>`select account from sys_user where id = ${colleague.userId}`.execute(
    desk.db,
  )
  async function tell(year: number, className: string, title: string | null, gone: { task?: 1; row?: 1 } = {}) {
    const task = nextId()
    await sql`insert into gather_task (id, tenant_id, task_name, task_type, study_year, grade_codes, asked_fields,
        audit_levels, begin_time, end_time, task_status, is_deleted)
      values (${task}, ${TENANT}, ${`${year}年采集`}, 2, ${year}, '["12"]', '["title"]', 2, '2026-01-01', '2099-01-01', 1,
        ${gone.task ?? 0})`.execute(desk.db)
    await sql`insert into gather_teacher (id, tenant_id, gather_task_id, teacher_code, teacher_name, area_code, school_code,
        grade_code, class_code, class_name, course_name, title, gather_status, is_deleted)
      values (${nextId()}, ${TENANT}, ${task}, ${rows[0]?.account}, '李二', ${PLACE?.area}, ${PLACE?.code}, '12',
        ${className}, ${className}, '语文', ${title}, 3, ${gone.row ?? 0})`.execute(desk.db)
  }
  await tell(2021, '高一(1)班', '一级教师')
  await tell(2023, '高三(3)班', '高级教师')
  await tell(2024, '高二(2)班', null)
  await tell(2026, '高三(8)班', '一级教师', { task: 1 })
  await tell(2027, '高三(9)班', '一级教师', { row: 1 })
  expect(await offered(colleague)).toMatchObject([
    { portfolioType: 4, taskName: '2023年采集', said: '高级教师' },
    { portfolioType: 6, taskName: '2024年采集', said: '第一中学：高二(2)班语文' },
  ])
})
