import { idCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../test/harness.ts'
import { into } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import { writeWorkbook } from '../../platform/sheet/write.ts'
import { nextId } from '../../platform/db/id.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { transitionAll } from '../../platform/states.ts'
import { STUDENTS, stateIn } from './collected.ts'
import { listUnsent } from './send.ts'
import { closeOverdue } from '../school/index.ts'
import { GATHER_TASKS } from './open-task.ts'

const program = useTestApp()
const BASE = '/api/yzl-gather'
const STUDENT = `${BASE}/gatherStudent`
const DAY = 86_400_000
const at = (days: number) => wallTime(new Date(Date.now() + days * DAY))

let desk: Desk
let taskId = ''
let clerk: Client
let other: Client
let bureau: Client

beforeAll(async () => {
  desk = await openDesk(program())
  bureau = desk.user
  // Two of the grade in the first school and one who left; one in the second.
  await register(0, ['甲', '乙', '丙'])
  await register(1, ['丁'])
  await sql`update basic_student set enrol_status = '3' where student_name = '丙'`.execute(desk.db)
  taskId = await addTask('秋季采集')
  clerk = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '' })
  other = await program().user({ role: 'school', schoolCode: SCHOOLS[1]?.code ?? '' })
})

async function register(school: number, names: string[]): Promise<void> {
  const { code, area } = SCHOOLS[school] ?? { code: '', area: '' }
  for (const [i, name] of names.entries())
    await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage,
        enter_year, grade_code, class_code, class_name, student_no, enrol_status)
      values (${nextId()}, ${TENANT}, ${`S${school}${i}`}, ${name}, '1', ${area}, ${code}, '3', 2023, '12', 'C1', '高三(1)班',
        ${`0${i}`}, '1')`.execute(desk.db)
}

function addTaskOf(change: object) {
  return bureau.post(`${BASE}/gatherTask/submit`, {
    studyYear: 2025,
    gradeCodes: ['12'],
    askedFields: ['gender', 'studentNo', 'nation', 'relation'],
    requiredFields: ['nation'],
    auditLevels: 2,
    beginTime: at(-1),
    endTime: at(1),
    taskName: '采集',
    ...change,
  })
}

async function addTask(taskName: string, change: object = {}): Promise<string> {
  const { data, msg } = await addTaskOf({ taskName, ...change })
  expect(msg).toBe('操作成功')
  return data.id
}

const openTask = (id: string) => bureau.post(`${BASE}/gatherTask/open`, { id })
const prefill = (user: Client, id = taskId) => user.post(`${STUDENT}/prefill`, { gatherTaskId: id })

async function rowsOf(user: Client, id = taskId): Promise<any[]> {
  return (await user.get(`${STUDENT}/list`, { gatherTaskId: id, size: 50 })).data.records
}

async function rowOf(name: string, id = taskId): Promise<any> {
  return (await rowsOf(bureau, id)).find((row) => row.studentName === name)
}

async function fill(user: Client, name: string, change: object, id = taskId) {
  const { id: rowId, updateTime } = await rowOf(name, id)
  return user.post(`${STUDENT}/submit`, { id: rowId, updateTime, ...change })
}

describe('a collection of students', () => {
  test('is seen by schools once it is open, and moved by the bureau alone', async () => {
    const seen = async () => (await clerk.get(`${BASE}/gatherTask/list`)).data.total
    expect(await seen()).toBe(0)
    expect((await prefill(clerk)).status).toBe(404)
    expect((await openTask(taskId)).msg).toBe('操作成功')
    expect(await seen()).toBe(1)
    expect((await clerk.post(`${BASE}/gatherTask/close`, { id: taskId })).status).toBe(403)
  })

  test('asks for required items among those it asks for', async () => {
    const body = { taskName: '错', studyYear: 2025, gradeCodes: ['12'], askedFields: ['nation'], auditLevels: 1 }
    const answer = await bureau.post(`${BASE}/gatherTask/submit`, {
      ...body,
      requiredFields: ['idCard'],
      beginTime: at(-1),
      endTime: at(1),
    })
    expect(answer.msg).toBe('必填项应在采集项之中')
  })

  test.each([
    ['taskType', { taskType: 4 }, '任务开放后不能改类型'],
    ['auditLevels', { auditLevels: 1 }, '任务开放后不能改审核级数'],
    ['gradeCodes', { gradeCodes: ['11'] }, '任务开放后只能增加年级'],
  ])('keeps what its rows are checked by once it is open: %s', async (field, change, said) => {
    const before = (await bureau.get(`${BASE}/gatherTask/detail`, { id: taskId })).data
    const answer = await bureau.post(`${BASE}/gatherTask/submit`, {
      id: taskId,
      updateTime: before.updateTime,
      ...change,
    })
    expect(answer).toMatchObject({ status: 400, msg: said, data: { problems: [{ field }] } })
    expect((await bureau.get(`${BASE}/gatherTask/detail`, { id: taskId })).data).toEqual(before)
  })

  test('takes no student of a grade it does not ask', async () => {
    const studentCode = `G11010120080101002${idCheckCharacter('11010120080101002')}`
    const student = { studentCode, studentName: '戊', classCode: 'C2', className: '高二(1)班', gradeCode: '11' }
    const schoolCode = SCHOOLS[0]?.code
    const body = { ...student, gatherTaskId: taskId, schoolCode }
    expect((await clerk.post(`${STUDENT}/submit`, body)).msg).toBe('采集任务不包括这个年级')
    expect(await rowOf('戊')).toBeUndefined()
  })

  test('stays while a draft of it has students', async () => {
    const draft = await addTask('有学生的草稿')
    const { area = '', code = '' } = SCHOOLS[0] ?? {}
    await sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code,
      grade_code, gather_status) values (${nextId()}, ${TENANT}, ${draft}, 'S8', '己', ${area}, ${code}, '12', 0)`.execute(
      desk.db,
    )
    const remove = () => bureau.post(`${BASE}/gatherTask/remove`, undefined, { ids: draft })
    expect(await remove()).toMatchObject({ status: 409, msg: '采集任务已有学生，请先删除' })
    await sql`delete from gather_student where gather_task_id = ${draft}`.execute(desk.db)
    expect((await remove()).msg).toBe('操作成功')
  })

  test('brings the enrolled of the own school in once, with the share of items that are known', async () => {
    // Of four items the register knows two: sex and number in school.
    expect((await prefill(clerk)).data).toEqual({ added: 2, skipped: 0, askedNum: 8, prefilledNum: 4, percent: 50 })
    expect((await prefill(clerk)).data).toMatchObject({ added: 0, skipped: 2, percent: null })
    const share = async (user: Client) => (await user.get(`${BASE}/gatherTask/prefilled`, { id: taskId })).data
    expect(await share(bureau)).toMatchObject({
      studentNum: 2,
      studentAskedNum: 8,
      studentPrefilledNum: 4,
      studentPercent: 50,
      teacherNum: 0,
      teacherPercent: null,
    })
    expect(await share(other)).toMatchObject({ studentNum: 0, studentPercent: null })
    expect((await rowsOf(clerk)).map((row) => [row.studentName, row.studentNo, row.gatherStatus])).toEqual([
      ['甲', '00', 0],
      ['乙', '01', 0],
    ])
    expect(await rowsOf(other)).toEqual([])
  })

  test('takes a row for audit only when it is complete, and no change while it is audited without being told', async () => {
    const { id } = await rowOf('甲')
    const early = await clerk.post(`${STUDENT}/send`, { ids: id })
    expect(early.msg).toBe('甲还没有填写民族')
    expect((await fill(clerk, '甲', { nation: '汉族', relation: '父子' })).msg).toBe('操作成功')
    await fill(clerk, '乙', { guardianName: '王某' })
    const ctx = await program().app.ctxOf(TENANT, clerk.userId)
    const next =
      ctx &&
      (await listUnsent<{ studentName: string }>(
        ctx,
        STUDENTS,
        { id: taskId, requiredFields: ['guardianName'] },
        sql`true`,
      ))
    expect(next?.map((one) => one.studentName)).toEqual(['乙'])
    const sent = await clerk.post(`${STUDENT}/sendAll`, { gatherTaskId: taskId })
    expect(sent.data).toEqual({ sent: 1, refused: 1, leftNum: 1, message: '乙还没有填写民族' })
    const late = await fill(clerk, '甲', { nation: '回族' })
    expect([late.status, late.msg, late.headers['x-confirm']]).toEqual([
      409,
      '甲正在审核（待初审），修改后从初审重新审核，请确认是否修改',
      'required',
    ])
    const removed = await clerk.post(`${STUDENT}/remove`, { ids: id })
    expect(removed.status).toBe(409)
  })

  test('counts everyone who is not complete, and tells of the first what is missing', async () => {
    const next = await addTask('不全的采集', { askedFields: ['guardianName'], requiredFields: ['guardianName'] })
    await openTask(next)
    await prefill(clerk, next)
    const sendAll = async () => (await clerk.post(`${STUDENT}/sendAll`, { gatherTaskId: next })).data
    expect(await sendAll()).toEqual({ sent: 0, refused: 2, leftNum: 2, message: '甲还没有填写监护人' })
    await fill(clerk, '乙', { guardianName: '王某' }, next)
    expect(await sendAll()).toEqual({ sent: 1, refused: 1, leftNum: 1, message: '甲还没有填写监护人' })
    await sql`delete from gather_student where gather_task_id = ${next}`.execute(desk.db)
  })

  test('is audited by the own school, then by the bureau, and goes back with a reason', async () => {
    const { id } = await rowOf('甲')
    expect((await other.post(`${STUDENT}/audit1`, { ids: id, status: 1 })).status).toBe(404)
    expect((await bureau.post(`${STUDENT}/audit2`, { ids: id, status: 1 })).status).toBe(409)
    expect((await clerk.post(`${STUDENT}/audit1`, { ids: id, status: 1 })).msg).toBe('操作成功')
    const second = await clerk.post(`${STUDENT}/audit1`, { ids: id, status: 1 })
    expect([second.status, second.msg]).toEqual([409, '当前状态为「待复审」，不能初审通过'])
    expect((await clerk.post(`${STUDENT}/audit2`, { ids: id, status: 1 })).status).toBe(403)
    const permissions = ['gatherstudent_view', 'gatherstudent_audit2']
    const deputy = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '', permissions })
    expect((await deputy.post(`${STUDENT}/audit2`, { ids: id, status: 1 })).status).toBe(403)
    expect((await bureau.post(`${STUDENT}/audit2`, { ids: id, status: 2 })).msg).toBe('请填写驳回原因')
    await bureau.post(`${STUDENT}/audit2`, { ids: id, status: 2, msg: '民族有误' })
    expect(await rowOf('甲')).toMatchObject({ gatherStatus: 12, rejectReason: '民族有误' })
    const inbox = await clerk.get(`${BASE}/gatherStudent/history`, { id })
    expect(inbox.data[0]).toMatchObject({ action: '复审驳回', opinion: '民族有误' })
  })

  test('answers each row of a bulk decision, and skips what is in another state', async () => {
    await fill(clerk, '甲', { nation: '回族' })
    await fill(clerk, '乙', { nation: '汉族' })
    const [first, second] = [await rowOf('甲'), await rowOf('乙')]
    await clerk.post(`${STUDENT}/sendAll`, { gatherTaskId: taskId })
    await clerk.post(`${STUDENT}/audit1Each`, { ids: `${first.id},${second.id}`, status: 1 })
    await bureau.post(`${STUDENT}/audit2`, { ids: first.id, status: 1 })
    const answer = await bureau.post(`${STUDENT}/collateStudents`, { ids: `${first.id},${second.id}`, status: 1 })
    expect(answer.data.map((one: any) => [one.isDone, one.message])).toEqual([
      [1, ''],
      [0, '当前状态为「待复审」，不能校对通过'],
    ])
    expect((await rowOf('甲')).gatherStatus).toBe(4)
  })

  test('counts what is expected and how far it is, by area, school, grade and class', async () => {
    const ask = async (user: Client, name: string, more: object = {}) =>
      (await user.get(`${STUDENT}/${name}`, { gatherTaskId: taskId, ...more })).data.map((line: any) =>
        ['name', 'planNum', 'filledNum', 'gatherNum', 'auditNum', 'collateNum', 'percent'].map((key) => line[key]),
      )
    expect(await ask(bureau, 'getStudentNumInSchool')).toEqual([
      ['第一中学', 2, 2, 2, 1, 1, 100],
      ['第二中学', 1, 0, 0, 0, 0, 0],
    ])
    expect(await ask(other, 'getStudentNumInSchool')).toEqual([['第二中学', 1, 0, 0, 0, 0, 0]])
    expect(await ask(clerk, 'getStudentNumInSchoolGrade', { schoolCode: SCHOOLS[0]?.code })).toEqual([
      ['高三', 2, 2, 2, 1, 1, 100],
    ])
    expect(await ask(clerk, 'getStudentNumInSchoolClass', { schoolCode: SCHOOLS[0]?.code })).toEqual([
      ['高三(1)班', 2, 2, 2, 1, 1, 100],
    ])
    expect((await ask(bureau, 'getStudentNumInArea')).map((line: unknown[]) => line[1])).toEqual([2, 1])
    expect((await bureau.get(`${STUDENT}/listClassesStudent`, { gatherTaskId: taskId })).data.total).toBe(2)
  })

  test('shows what the register will differ in, masked, and writes all of it or nothing', async () => {
    const next = await addTask('归档采集', { auditLevels: 0, requiredFields: [] })
    await openTask(next)
    await prefill(clerk, next)
    expect((await fill(clerk, '甲', { studentNo: '77', phone: '13900000077' }, next)).msg).toBe('操作成功')
    const fresh = { gatherTaskId: next, studentName: '戊', schoolCode: SCHOOLS[0]?.code, gradeCode: '12' }
    expect((await clerk.post(`${STUDENT}/submit`, { ...fresh, studentCode: 'L110101200801010011' })).msg).toBe(
      '操作成功',
    )
    await clerk.post(`${STUDENT}/sendAll`, { gatherTaskId: next })
    const ids = (await rowsOf(bureau, next)).map(({ id }) => id).join(',')
    await bureau.post(`${STUDENT}/collateStudents`, { ids, status: 1 })
    expect((await clerk.post(`${STUDENT}/archive`, { gatherTaskId: next })).status).toBe(403)
    const lines = (await bureau.get(`${STUDENT}/differences`, { gatherTaskId: next })).data
    expect(lines.map((line: any) => [line.studentName, line.isNew, line.changes, line.problem])).toEqual([
      ['戊', 1, '', '没有性别，不能新增到学籍'],
      ['甲', 0, '学号：00→77；联系电话：空→139****0077', ''],
    ])
    const refused = await bureau.post(`${STUDENT}/archive`, { gatherTaskId: next })
    expect([refused.status, refused.msg]).toEqual([409, '戊没有性别，不能新增到学籍，共1人有问题，没有归档'])
    expect((await rowOf('甲', next)).gatherStatus).toBe(4)
    await sql`update gather_student set gender = '2' where student_name = '戊'`.execute(desk.db)
    const { data } = await bureau.post(`${STUDENT}/archive`, { gatherTaskId: next })
    expect(data).toEqual({ archived: 3, added: 1, changed: 1 })
    const kept =
      await sql<any>`select student_name, stage, enter_year, student_no, phone, enrol_status from basic_student
      where student_name in ('甲', '戊') order by student_code`.execute(desk.db)
    expect(kept.rows).toEqual([
      { studentName: '戊', stage: '3', enterYear: 2023, studentNo: null, phone: null, enrolStatus: '1' },
      { studentName: '甲', stage: '3', enterYear: 2023, studentNo: '77', phone: '13900000077', enrolStatus: '1' },
    ])
    expect((await bureau.post(`${STUDENT}/archive`, { gatherTaskId: next })).msg).toBe('没有已校对的学生')
    await sql`delete from gather_student where gather_task_id = ${next}`.execute(desk.db)
    await sql`delete from basic_student where student_name = '戊'`.execute(desk.db)
    await sql`update basic_student set student_no = '00', phone = null where student_name = '甲'`.execute(desk.db)
  })

  test('is archived by the bureau alone, whatever rights a school was given', async () => {
    const permissions = ['gatherstudent_view', 'gatherstudent_archive']
    const eager = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '', permissions })
    const before = await rowsOf(bureau)
    expect((await eager.get(`${STUDENT}/differences`, { gatherTaskId: taskId })).status).toBe(403)
    expect((await eager.post(`${STUDENT}/archive`, { gatherTaskId: taskId })).status).toBe(403)
    expect(await rowsOf(bureau)).toEqual(before)
  })

  test('brings what the last collection knew into the next, and needs no audit where none is asked for', async () => {
    const next = await addTask('春季采集', { auditLevels: 0 })
    await openTask(next)
    // Of eight items six are known: both sexes, numbers, nations; and one relation.
    expect((await prefill(clerk, next)).data).toMatchObject({ askedNum: 8, prefilledNum: 7, percent: 87.5 })
    expect(await rowOf('甲', next)).toMatchObject({ nation: '回族', relation: '父子', prefilledNum: 4 })
    const { id } = await rowOf('甲', next)
    await clerk.post(`${STUDENT}/send`, { ids: id })
    expect((await rowOf('甲', next)).gatherStatus).toBe(3)
  })

  test('goes to its last state after the first audit where one is asked for', async () => {
    const next = await addTask('一审采集', { auditLevels: 1, requiredFields: [] })
    await openTask(next)
    await prefill(other, next)
    const { id } = await rowOf('丁', next)
    await other.post(`${STUDENT}/send`, { ids: id })
    expect((await other.post(`${STUDENT}/withdraw`, { ids: id })).msg).toBe('操作成功')
    await other.post(`${STUDENT}/send`, { ids: id })
    await other.post(`${STUDENT}/audit1`, { ids: id, status: 1 })
    expect((await rowOf('丁', next)).gatherStatus).toBe(3)
  })

  test('asks students for what is known of students, in a collection of teachers as well', async () => {
    const items = { askedFields: ['gender', 'nation', 'title'], requiredFields: ['gender', 'title'] }
    const both = await addTask('师生采集', { taskType: 4, auditLevels: 1, ...items })
    await openTask(both)
    // Of the two items the register knows the sex, the collection before this one the nation of one.
    const { data } = await prefill(clerk, both)
    expect([data.added, data.askedNum]).toEqual([2, 4])
    const sent = await clerk.post(`${STUDENT}/sendAll`, { gatherTaskId: both })
    expect(sent.data).toEqual({ sent: 2, refused: 0, leftNum: 0, message: null })
  })

  test('moves all of several rows or none', async () => {
    const ctx = await program().app.ctxOf(TENANT, bureau.userId)
    if (!ctx) throw new Error('the user of the bureau is gone')
    const id = await addTask('同进退')
    await openTask(id)
    await prefill(clerk, id)
    const rows = (await rowsOf(bureau, id)).map((row) => stateIn(STUDENTS, row.id))
    const [first] = rows
    if (!first || rows.length !== 2) throw new Error('two students are expected')
    const move = (some: typeof rows) =>
      inTransaction(ctx.db, (db) => transitionAll({ db }, gatherStates, some, 'submit'))
    await move([first])
    await expect(move(rows)).rejects.toThrow('当前状态为「待初审」，不能提交')
    expect(new Set((await rowsOf(bureau, id)).map((row) => row.gatherStatus))).toEqual(new Set([0, 1]))
    await expect(move([{ ...first, id: '1' }])).rejects.toThrow()
  })

  test('takes nothing before its time, and is not opened after it', async () => {
    const id = await addTask('定时采集', { beginTime: at(0.5), endTime: at(1) })
    await openTask(id)
    expect((await prefill(clerk, id)).msg).toMatch(/^采集任务从.*开始填报$/)
    expect(await rowsOf(bureau, id)).toEqual([])
    const late = await addTask('过期采集')
    await sql`update ${into(gatherTask)} set end_time = ${at(-0.5)} where id = ${late}`.execute(desk.db)
    expect(await openTask(late)).toMatchObject({ status: 409, msg: '截止时间已过，请先修改截止时间' })
    expect((await bureau.get(`${BASE}/gatherTask/detail`, { id: late })).data.taskStatus).toBe(0)
    expect((await addTaskOf({ beginTime: at(1), endTime: at(1) })).msg).toBe('截止时间应晚于开始时间')
  })

  test('closes at its time, and takes no more until it is reopened', async () => {
    await sql`update ${into(gatherTask)} set end_time = ${at(-0.5)} where id = ${taskId}`.execute(desk.db)
    expect((await prefill(other)).msg).toMatch(/^采集任务已于.*截止$/)
    const { database } = program().app
    expect(await closeOverdue({ database, tenantIds: () => Promise.resolve([TENANT]) }, GATHER_TASKS)).toBe(1)
    expect((await prefill(other)).msg).toBe('当前状态为「关闭」，不能填报')
    const reopen = (days: number) => bureau.post(`${BASE}/gatherTask/reopen`, { id: taskId, endTime: at(days) })
    expect((await reopen(-1)).msg).toBe('新的截止时间应晚于现在')
    expect((await reopen(2)).msg).toBe('操作成功')
    expect((await prefill(other)).data.added).toBe(1)
  })
})

describe('a workbook of collected students', () => {
  const name = '工作簿采集'
  const code = `G11010120080101001${idCheckCharacter('11010120080101001')}`
  let id = ''

  async function importNation(nation: string): Promise<string> {
    const titles = ['采集任务', '学籍号', '姓名', '学校', '年级', '民族']
    const cells = [name, code, '甲', SCHOOLS[0]?.code ?? '', '高三', nation]
    const header = titles.map((title) => ({ title, key: title }))
    const rows = [Object.fromEntries(titles.map((title, i) => [title, cells[i] ?? '']))]
    const files = [{ name: '采集.xlsx', body: await writeWorkbook([{ name: '数据', header, rows }]) }]
    const { data } = await bureau.upload(`${STUDENT}/import-check`, {}, files)
    expect(data.rows.map((row: { faults: object }) => row.faults)).toEqual([{}])
    const started = await bureau.post(`${STUDENT}/import-commit`, { fileId: data.fileId })
    await waitForJob(bureau, started.data.jobId)
    return (await bureau.get(`${STUDENT}/import-history`)).data[0].id
  }

  const undo = async (importId: string) => {
    const answer = await bureau.post(`${STUDENT}/import-undo`, { id: importId })
    return answer.data?.jobId ? waitForJob(bureau, answer.data.jobId) : answer
  }

  test('is taken back while the collection is open, and leaves every row as it was', async () => {
    id = await addTask(name)
    await openTask(id)
    await prefill(bureau, id)
    await sql`update gather_student set student_code = ${code} where gather_task_id = ${id} and student_name = '甲'`.execute(
      desk.db,
    )
    const before = await rowOf('甲', id)
    await undo(await importNation('苗族'))
    const { updateTime: _then, updateUser: _who, ...kept } = before
    expect(await rowOf('甲', id)).toMatchObject(kept)
  })

  test('is not taken back once the collection is closed', async () => {
    const importId = await importNation('仡佬族')
    await bureau.post(`${BASE}/gatherTask/close`, { id })
    await expect(undo(importId)).rejects.toThrow(/关闭/)
    expect((await rowOf('甲', id)).nation).toBe('仡佬族')
    expect((await bureau.get(`${STUDENT}/import-history`)).data[0].isUndone).toBe(0)
  })

  test('is taken back but for rows that were handed in since', async () => {
    await bureau.post(`${BASE}/gatherTask/reopen`, { id, endTime: at(1) })
    const importId = await importNation('壮族')
    const { id: rowId } = await rowOf('甲', id)
    expect((await bureau.post(`${STUDENT}/send`, { id: rowId })).msg).toBe('操作成功')
    expect(await undo(importId)).toMatchObject({ status: 409, msg: '导入的行都已被修改或删除，没有可撤销的行' })
    expect((await rowOf('甲', id)).nation).toBe('壮族')
  })
})
