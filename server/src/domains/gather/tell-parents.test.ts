import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { nextId } from '../../platform/db/id.ts'
import { pushJobOf } from './push-job.ts'
import { tellClassTeachers } from './tell-class-teachers.ts'

/* Who passes on what parents are to know, and what stays of a push that broke off. */

const program = useTestApp({ ROLES: 'web' })
const MESSAGE = '/api/yzl-gather/gatherWeixinMsg'
const TASK = nextId()
const [FIRST, SECOND] = SCHOOLS

let desk: Desk
let clerk: Client
let teacher: Client

beforeAll(async () => {
  desk = await openDesk(program())
  await sql`insert into gather_task (id, tenant_id, task_name, study_year, grade_codes, asked_fields, audit_levels,
      begin_time, end_time, task_status)
    values (${TASK}, ${TENANT}, '秋季采集', 2025, '["12"]', '["nation"]', 2, '2026-01-01', '2099-01-01', 1)`.execute(
    desk.db,
  )
  clerk = await program().user({ role: 'school', schoolCode: FIRST?.code ?? '' })
  teacher = await program().user({ role: 'teacher', schoolCode: FIRST?.code ?? '', classCodes: ['C1'] })
})

async function context() {
  const ctx = await program().app.ctxOf(TENANT, desk.user.userId)
  if (!ctx) throw new Error('the user of the bureau is gone')
  return ctx
}

async function accountOf({ userId }: Client): Promise<string> {
  const { rows } = await sql<{ account: string }>`select account from sys_user where id = ${userId}`.execute(desk.db)
  return rows[0]?.account ?? ''
}

test('the class teacher passes it on, else the school; where nobody can, it says so', async () => {
  const child = (studentName: string, schoolCode = '', classCode: string | null = null) => ({
    studentCode: studentName,
    studentName,
    schoolCode,
    classCode,
  })
  const children = [
    child('甲', FIRST?.code, 'C1'),
    child('乙', FIRST?.code, 'C2'),
    child('丙', FIRST?.code),
    child('丁', SECOND?.code, 'C1'),
  ]
  const news = { key: '1', title: '请核对', text: '周五前', templateId: null }
  const told = await tellClassTeachers.tell(await context(), news, children)
  const [own, school] = [await accountOf(teacher), await accountOf(clerk)]
  expect(told).toEqual([
    { isTold: true, text: `已通知${own}转告` },
    { isTold: true, text: `已通知${school}转告` },
    { isTold: true, text: `已通知${school}转告` },
    { isTold: false, text: '班级和学校都没有可以通知的账号' },
  ])
  const inbox = async (user: Client) =>
    (await user.get('/api/bigdata-service/sysMessage/top', { size: 20 })).data.records.map(
      ({ title, content }: Record<string, string>) => [title, content],
    )
  expect(await inbox(teacher)).toEqual([['请核对', '周五前\n请转告甲的家长。']])
  expect(await inbox(clerk)).toEqual([['请核对', '周五前\n请转告乙、丙的家长。']])
})

test('of many children sixty are named, and how many there are', async () => {
  const children = Array.from({ length: 61 }, (_none, at) => ({
    studentCode: String(at),
    studentName: `生${at}`,
    schoolCode: FIRST?.code ?? '',
    classCode: 'C1',
  }))
  const tell = (num: number) => async () =>
    tellClassTeachers.tell(
      await context(),
      { key: '2', title: `共${num}`, text: '请看', templateId: null },
      children.slice(0, num),
    )
  await tell(60)()
  await tell(61)()
  const { rows } = await sql<{ title: string; content: string }>`select title, content from sys_message
    where title in ('共60', '共61') order by title`.execute(desk.db)
  const names = (num: number) => children.slice(0, num).map(({ studentName }) => studentName)
  expect(rows).toEqual([
    { title: '共60', content: `请看\n请转告${names(60).join('、')}的家长。` },
    { title: '共61', content: `请看\n请转告${names(60).join('、')}等61人的家长。` },
  ])
})

test('a push that broke off has failed, counts who was told, and is taken up again', async () => {
  const body = { gatherTaskId: TASK, title: '中断的', content: '请核对', targetType: 1 }
  const { id } = (await desk.user.post(`${MESSAGE}/submit`, body)).data
  const push = (name: string, state: number) =>
    sql`insert into gather_push (id, tenant_id, message_id, student_id, student_code, student_name, school_code, push_state, text)
      values (${nextId()}, ${TENANT}, ${id}, ${nextId()}, ${name}, ${name}, ${FIRST?.code}, ${state}, '')`.execute(
      desk.db,
    )
  await push('甲', 2)
  await push('乙', 3)
  await push('丙', 0)
  await sql`update gather_weixin_msg set push_status = 1 where id = ${id}`.execute(desk.db)
  const job = pushJobOf(tellClassTeachers)
  await job.onFailure?.(await context(), { messageId: id }, '程序中断')
  const row = async () => (await desk.user.get(`${MESSAGE}/detail`, { id })).data
  expect(await row()).toMatchObject({ pushStatus: 3, targetNum: 3, successNum: 1, failNum: 2 })
  const again = await desk.user.post(`${MESSAGE}/pushWxMsg`, { ids: id })
  expect([again.msg, again.data.started]).toEqual(['操作成功', 1])
  expect(await row()).toMatchObject({ pushStatus: 1 })
  const { rows } = await sql<{ name: string; state: number }>`select student_name as name, push_state as state
    from gather_push where message_id = ${id} order by id`.execute(desk.db)
  expect(rows.map(({ name, state }) => [name, state])).toEqual([
    ['甲', 2],
    ['乙', 0],
    ['丙', 0],
  ])
})
