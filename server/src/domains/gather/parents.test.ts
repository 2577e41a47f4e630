import { gatherTaskStates } from '@xueheng/contract/domains/gather/gather-task-states.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../test/harness.ts'
import { wallTime } from '../../platform/clock.ts'
import { nextId } from '../../platform/db/id.ts'
import type { Child, TellParents } from '../../platform/tell-parents.ts'
import { claim, pushJobOf } from './push-job.ts'

const program = useTestApp()
const BASE = '/api/yzl-gather'
const LINK = `${BASE}/gatherLink`
const MESSAGE = `${BASE}/gatherWeixinMsg`
const DAY = 86_400_000
const at = (days: number) => wallTime(new Date(Date.now() + days * DAY))
const END = at(3)

let desk: Desk
let bureau: Client
let teacher: Client
let school: Client
let other: Client
let taskId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  bureau = desk.user
  const items = ['gender', 'nation', 'guardianPhone', 'idCard']
  const { data } = await bureau.post(`${BASE}/gatherTask/submit`, {
    taskName: '家长核对',
    studyYear: 2025,
    gradeCodes: ['12'],
    askedFields: items,
    requiredFields: ['nation'],
    auditLevels: 2,
    beginTime: at(-1),
    endTime: END,
  })
  taskId = data.id
  await bureau.post(`${BASE}/gatherTask/open`, { id: taskId })
  for (const [i, name] of ['王小明', '李小红', '赵已审'].entries()) await student(0, i, name, i === 2 ? 1 : 0)
  await student(1, 3, '钱别校', 0)
  const [code = '', second = ''] = SCHOOLS.map((one) => one.code)
  teacher = await program().user({ role: 'teacher', schoolCode: code, classCodes: ['C1'] })
  school = await program().user({ role: 'school', schoolCode: code })
  other = await program().user({ role: 'school', schoolCode: second })
})

async function student(at: number, i: number, name: string, status: number): Promise<void> {
  const { code, area } = SCHOOLS[at] ?? { code: '', area: '' }
  await sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code,
      grade_code, class_code, class_name, gender, guardian_phone, id_card, gather_status)
    values (${nextId()}, ${TENANT}, ${taskId}, ${`S0${i}`}, ${name}, ${area}, ${code}, '12', 'C1', '高三(1)班', '1',
      '13800001234', '11010519491231002X', ${status})`.execute(desk.db)
}

async function rowOf(name: string): Promise<any> {
  return (await bureau.get(`${BASE}/gatherStudent/list`, { gatherTaskId: taskId, studentName: name })).data.records[0]
}

const make = (user: Client, body: object = {}) => user.post(`${LINK}/make`, { gatherTaskId: taskId, ...body })
const open = (token: string) => program().anonymous.post(`${LINK}/open`, { token })
const answer = async (token: string, values: object, seen?: string) => {
  const updateTime = seen ?? (await open(token)).data?.updateTime ?? '2026-01-01 08:00:00'
  return program().anonymous.post(`${LINK}/answer`, { token, updateTime, values })
}
const linkOf = async (name: string) =>
  (await teacher.get(`${LINK}/list`, { gatherTaskId: taskId })).data.records.find(
    (one: any) => one.studentName === name,
  )

async function tokenOf(name: string): Promise<string> {
  const { data } = await make(teacher, { ids: (await rowOf(name)).id })
  return data[0].path.slice('/p#'.length)
}

describe('links for parents', () => {
  test('are made for the own class, of those who have not been handed in', async () => {
    const { data } = await make(teacher)
    expect(data.map((one: any) => [one.studentName, one.className])).toEqual([
      ['王小明', '高三(1)班'],
      ['李小红', '高三(1)班'],
    ])
    expect(data[0].path).toMatch(/^\/p#[\w-]{43}$/)
    // No longer than the collection.
    const long = (await make(teacher, { days: 60 })).data[0]
    expect(long.expireTime).toBe(END)
    expect((await make(other)).data.map((one: any) => one.studentName)).toEqual(['钱别校'])
    expect((await make(teacher, { ids: (await rowOf('钱别校')).id })).status).toBe(400)
    expect((await program().anonymous.post(`${LINK}/make`, { gatherTaskId: taskId })).status).toBe(401)
  })

  test('show the one child alone, with masked values, and nothing that leads further', async () => {
    const { data } = await open(await tokenOf('王小明'))
    expect(data).toMatchObject({
      studentName: '王**',
      schoolName: '第一中学',
      className: '高三(1)班',
      taskName: '家长核对',
    })
    const items = Object.fromEntries(data.items.map((one: any) => [one.name, one]))
    expect(Object.keys(items).toSorted()).toEqual(['gender', 'guardianPhone', 'idCard', 'nation'])
    expect([items.guardianPhone.value, items.idCard.value]).toEqual(['138****1234', '110105********002X'])
    expect(items.gender.words.map((one: any) => one.label)).toContain('女')
    expect(items.nation).toMatchObject({ isRequired: true, value: '' })
    expect(JSON.stringify(data)).not.toMatch(/13800001234|11010519491231002X|S00/)
  })

  test('take what is corrected, checked as by the school, and not what was not asked for', async () => {
    const token = await tokenOf('王小明')
    expect((await answer(token, { guardianPhone: '123' })).status).toBe(400)
    expect((await answer(token, { gender: '9' })).status).toBe(400)
    const values = {
      nation: '回族',
      guardianPhone: '138****1234',
      idCard: '110105********002X',
      studentName: '改名',
      relation: '母',
    }
    expect((await answer(token, values)).data).toEqual({ changed: 1 })
    const { id } = await rowOf('王小明')
    const kept = await sql<any>`select student_name, nation, guardian_phone, id_card, relation, gather_status
      from gather_student where id = ${id}`.execute(desk.db)
    expect(kept.rows).toEqual([
      {
        studentName: '王小明',
        nation: '回族',
        guardianPhone: '13800001234',
        idCard: '11010519491231002X',
        relation: null,
        gatherStatus: 0,
      },
    ])
    expect(await linkOf('王小明')).toMatchObject({ linkStatus: 2, answerTime: expect.any(String) })
    const log =
      await sql<any>`select account, new_values from operation_log where row_id = ${id} and account = '家长链接'`.execute(
        desk.db,
      )
    expect(log.rows[0]).toMatchObject({ newValues: { nation: '回族' } })
  })

  test('do not overwrite what the school changed since they were opened, nor the school what they told', async () => {
    const token = await tokenOf('李小红')
    const seen = (await open(token)).data.updateTime
    const row = await rowOf('李小红')
    expect((await teacher.post(`${BASE}/gatherStudent/submit`, { ...row, nation: '壮族' })).status).toBe(200)
    const late = await answer(token, { nation: '满族' }, seen)
    expect([late.status, late.msg]).toEqual([409, '打开之后学校修改过，您填写的没有保存；请刷新页面，核对后再提交'])
    expect((await answer(token, { nation: '满族' })).data).toEqual({ changed: 1 })
    const blind = await teacher.post(`${BASE}/gatherStudent/submit`, { id: row.id, nation: '藏族' })
    expect(blind.status).toBe(409)
    expect(blind.msg).toContain('家长链接已于')
    expect((await sql<any>`select nation from gather_student where id = ${row.id}`.execute(desk.db)).rows).toEqual([
      { nation: '满族' },
    ])
  })

  test('are over where they are revoked, replaced, run out, or the child was handed in; each says so', async () => {
    const first = await tokenOf('李小红')
    const second = await tokenOf('李小红')
    expect((await open(first)).msg).toBe('链接已失效：请向班主任要新的链接')
    expect((await open(second)).status).toBe(200)
    const { id } = await linkOf('李小红')
    expect((await other.post(`${LINK}/revoke`, { ids: id })).status).toBe(404)
    expect((await open(second)).status).toBe(200)
    expect((await teacher.post(`${LINK}/revoke`, { ids: id })).data).toEqual({ revoked: 1 })
    expect((await open(second)).status).toBe(404)
    expect((await answer(second, { nation: '满族' })).status).toBe(404)
    const third = await tokenOf('李小红')
    await sql`update gather_link set expire_time = ${at(-0.1)} where revoke_time is null
      and student_id = ${(await rowOf('李小红')).id}`.execute(desk.db)
    expect((await open(third)).msg).toBe('链接已失效：请向班主任要新的链接')
    const fourth = await tokenOf('李小红')
    await sql`update gather_student set gather_status = 1 where student_name = '李小红'`.execute(desk.db)
    expect((await open(fourth)).msg).toBe('信息已由学校送审，不能再修改；有误请联系班主任')
    expect((await answer(fourth, { nation: '满族' })).status).toBe(409)
    await sql`update gather_student set gather_status = 11, reject_reason = '民族有误' where student_name = '李小红'`.execute(
      desk.db,
    )
    expect((await open(fourth)).data).toMatchObject({ rejectReason: '民族有误' })
    await sql`update gather_student set gather_status = 0 where student_name = '李小红'`.execute(desk.db)
  })

  test('are of no use before the collection begins, once it is over or closed, or when the child is gone', async () => {
    const token = await tokenOf('李小红')
    const { id } = await rowOf('李小红')
    const OVER = '采集已经截止，不能再修改；有误请联系班主任'
    const move = (change: { beginTime?: string; endTime?: string; status?: number }) =>
      sql`update gather_task set begin_time = ${change.beginTime ?? at(-1)}, end_time = ${change.endTime ?? END},
        task_status = ${change.status ?? gatherTaskStates.states.open.value} where id = ${taskId}`.execute(desk.db)
    const said = async () => {
      const tried = [await open(token), await answer(token, { nation: '满族' }, at(0))]
      expect(tried[0]?.msg).toBe(tried[1]?.msg)
      return [tried[0]?.status, tried[0]?.msg]
    }
    await move({ beginTime: at(1) })
    expect(await said()).toEqual([409, expect.stringMatching(/^采集从.*开始$/)])
    await move({ endTime: at(-0.5) })
    expect(await said()).toEqual([409, OVER])
    await move({ status: gatherTaskStates.states.closed.value })
    expect(await said()).toEqual([409, OVER])
    await move({})
    const { nation } = await rowOf('李小红')
    await sql`update gather_student set is_deleted = 1 where id = ${id}`.execute(desk.db)
    expect(await said()).toEqual([404, '链接已失效：请向班主任要新的链接'])
    await sql`update gather_student set is_deleted = 0 where id = ${id}`.execute(desk.db)
    expect((await rowOf('李小红')).nation).toBe(nation)
  })

  test('cannot be guessed: no token is kept, a wrong one tells nothing, and trying is soon held up', async () => {
    const token = await tokenOf('王小明')
    const stored =
      await sql<any>`select k.*, l.* from gather_link_token k join gather_link l on l.id = k.link_id`.execute(desk.db)
    expect(JSON.stringify(stored.rows)).not.toContain(token)
    const letters = [...token]
    const near = letters.map((letter, i) => letters.with(i, letter === 'A' ? 'B' : 'A').join(''))
    const answers = []
    for (const wrong of [...near, '', token.slice(1), `${token}A`, "' or 1=1 --", 'x'.repeat(64)])
      answers.push(await open(wrong))
    expect(answers.every(({ status }) => [400, 404, 429].includes(status))).toBe(true)
    expect(new Set(answers.map(({ status, msg }) => (status === 404 ? msg : '')))).toEqual(
      new Set(['链接已失效：请向班主任要新的链接', '']),
    )
    const more = await Promise.all(Array.from({ length: 40 }, (_one, i) => open(`guess-${i}`)))
    expect(more.some(({ status }) => status === 429)).toBe(true)
    // The right one still opens: who guesses holds up nobody else.
    expect((await open(token)).status).toBe(200)
    const tries = await Promise.all(Array.from({ length: 40 }, () => open(token)))
    expect(tries.some(({ status }) => status === 429)).toBe(true)
  })
})

describe('a message for parents', () => {
  const write = (user: Client, body: object) =>
    user.post(`${MESSAGE}/submit`, { gatherTaskId: taskId, title: '请核对', content: '请在周五前核对', ...body })

  test('names whom it is for before it is pushed, and pushes each once', async () => {
    const { id } = (await write(bureau, { targetType: 1 })).data
    const { data } = await bureau.get(`${MESSAGE}/preview`, { id })
    expect(data).toMatchObject({
      targetNum: 3,
      channel: '公众号模板消息，没有收到的用站内通知（班主任转告）',
      schools: [
        { schoolName: '第一中学', num: 2 },
        { schoolName: '第二中学', num: 1 },
      ],
    })
    const started = await bureau.post(`${MESSAGE}/pushWxMsg`, { ids: id })
    expect(started.data.started).toBe(1)
    await waitForJob(bureau, started.data.jobId)
    const inbox =
      await sql<any>`select content, count(*)::int as num from sys_message where title = '请核对' group by 1`.execute(
        desk.db,
      )
    expect(new Set(inbox.rows.map(({ content }) => content))).toEqual(
      new Set(['请在周五前核对\n请转告王小明、李小红的家长。', '请在周五前核对\n请转告钱别校的家长。']),
    )
    expect(inbox.rows.every(({ num }) => num === 1)).toBe(true)
    const row = (await bureau.get(`${MESSAGE}/detail`, { id })).data
    expect(row).toMatchObject({ pushStatus: 2, targetNum: 3, successNum: 3, failNum: 0 })
    expect((await bureau.post(`${MESSAGE}/pushWxMsg`, { ids: id })).msg).toBe('没有未送达的学生')
    expect((await bureau.post(`${MESSAGE}/submit`, { id, updateTime: row.updateTime, title: '改' })).status).toBe(409)
    const results = (await bureau.get(`${MESSAGE}/results`, { id })).data.records
    expect(results.map((one: any) => [one.studentName, one.pushState])).toEqual(
      expect.arrayContaining([
        ['王小明', 2],
        ['钱别校', 2],
      ]),
    )
  })

  test('of a school reaches its own students, and other schools do not see it', async () => {
    const { id } = (await write(school, { targetType: 1 })).data
    expect((await school.get(`${MESSAGE}/preview`, { id })).data.targetNum).toBe(2)
    expect((await other.get(`${MESSAGE}/detail`, { id })).data).toEqual({})
    for (const [targetType, what] of [
      [3, '学校'],
      [4, '学生'],
    ] as const) {
      const made = (await write(bureau, { targetType })).data
      expect((await bureau.post(`${MESSAGE}/pushWxMsg`, { ids: made.id })).msg).toBe(`请先在消息里选择${what}`)
    }
  })

  test('is taken up again without telling anybody twice, and says who is in doubt', async () => {
    const { id } = (await write(bureau, { targetType: 1 })).data
    const ctx = await program().app.ctxOf(TENANT, bureau.userId)
    if (!ctx) throw new Error('the user of the bureau is gone')
    const told: string[] = []
    const broken: TellParents = { title: '', tell: () => Promise.reject(new Error('gone')) }
    const parents: TellParents = {
      title: '',
      async tell(_ctx: unknown, _news: unknown, children: Child[]) {
        told.push(...children.map(({ studentName }) => studentName))
        return children.map(({ studentName }) => ({ isTold: studentName !== '李小红', text: '' }))
      },
    }
    await sql`update gather_weixin_msg set push_status = 1, target_num = 3 where id = ${id}`.execute(desk.db)
    for (const name of ['王小明', '李小红', '钱别校']) {
      const row = await rowOf(name)
      await sql`insert into gather_push (id, tenant_id, message_id, student_id, student_code, student_name, school_code, push_state, text)
        values (${nextId()}, ${TENANT}, ${id}, ${row.id}, 'x', ${name}, ${row.schoolCode}, ${name === '钱别校' ? 0 : 0}, '')`.execute(
        desk.db,
      )
    }
    // A run that ended after it had claimed one.
    await sql`update gather_push set push_state = 1 where message_id = ${id} and student_name = '钱别校'`.execute(
      desk.db,
    )
    const progress = { report: async () => {}, finish: (work: any) => work(ctx), signal: new AbortController().signal }
    await pushJobOf(parents).run(ctx, { messageId: id }, progress)
    expect(told.toSorted()).toEqual(['李小红', '王小明'])
    const states = async () =>
      (
        await sql<any>`select student_name, push_state from gather_push where message_id = ${id} order by student_code, student_name`.execute(
          desk.db,
        )
      ).rows
        .map((row) => `${row.studentName}${row.pushState}`)
        .toSorted()
    expect(await states()).toEqual(['李小红3', '王小明2', '钱别校4'])
    await sql`update gather_weixin_msg set push_status = 1 where id = ${id}`.execute(desk.db)
    await sql`update gather_push set push_state = 0 where message_id = ${id} and push_state = 3`.execute(desk.db)
    await pushJobOf(broken).run(ctx, { messageId: id }, progress)
    expect(await states()).toEqual(['李小红3', '王小明2', '钱别校4'])
    expect(await claim(ctx, id)).toEqual([])
  })
})

describe('a reminder', () => {
  const remind = (user: Client, body: object = {}) =>
    user.post(`${BASE}/gatherStudent/remind`, { gatherTaskId: taskId, ...body })
  const [first, second] = SCHOOLS

  beforeAll(async () => {
    const register = [
      ['S00', 0],
      ['S01', 0],
      ['S02', 0],
      ['S03', 1],
      // At school, and not brought in.
      ['S09', 0],
    ] as const
    for (const [code, at] of register) {
      const place = SCHOOLS[at] ?? { code: '', area: '' }
      await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage,
          enter_year, grade_code, class_code, enrol_status)
        values (${nextId()}, ${TENANT}, ${code}, ${code}, '1', ${place.area}, ${place.code}, '3', 2023, '12', 'C1', '1')`.execute(
        desk.db,
      )
    }
  })

  test('goes to those of a school who have not been handed in, and to the school about who is not brought in', async () => {
    const lines = (await bureau.get(`${BASE}/gatherStudent/getStudentNumInSchool`, { gatherTaskId: taskId })).data
    const line = lines.find((one: any) => one.code === first?.code)
    expect([line.planNum, line.filledNum, line.gatherNum]).toEqual([4, 3, 1])
    const { status, data } = await remind(bureau, { schoolCode: first?.code })
    expect([status, data.schoolNum, data.studentNum]).toEqual([200, 1, 2])
    expect(data.toldNum).toBeGreaterThan(0)
    const sent = await sql<any>`select m.title, m.target_num, array(select p.student_name::text from gather_push p
        where p.message_id = m.id order by 1) as names from gather_weixin_msg m order by m.id desc limit 1`.execute(
      desk.db,
    )
    expect(sent.rows).toEqual([{ title: '催办：家长核对', targetNum: 2, names: ['李小红', '王小明'] }])
    const told =
      await sql<any>`select content from sys_message where title = '催办：家长核对' and content like '还有%'`.execute(
        desk.db,
      )
    expect(told.rows[0].content).toMatch(/^还有1名在籍学生没有采集/)
  })

  test('reaches a class alone where a class is meant, and no school but the own', async () => {
    const { data } = await remind(school, { schoolCode: first?.code, gradeCode: '12', classCode: 'C1' })
    expect(data.studentNum).toBe(2)
    expect((await remind(school, { schoolCode: first?.code, gradeCode: '12', classCode: 'C9' })).data.studentNum).toBe(
      0,
    )
    expect((await remind(bureau, { classCode: 'C1' })).msg).toBe('请先选择学校')
    const foreign = await remind(other, { schoolCode: first?.code })
    expect([foreign.status, foreign.msg]).toEqual([409, '已经全部提交，不用催办'])
    await sql`update gather_student set gather_status = 1 where school_code = ${second?.code ?? ''}`.execute(desk.db)
    expect((await remind(other)).msg).toBe('已经全部提交，不用催办')
    expect((await program().anonymous.post(`${BASE}/gatherStudent/remind`, { gatherTaskId: taskId })).status).toBe(401)
  })
})
