import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { TENANT, waitForJob } from '../../../test/harness.ts'
import { useMessenger } from '../../../test/messenger.ts'
import type { Row } from '../../../test/rows.ts'

const BASE = '/api/blade-qyweixin'
const SECRET = 'secretOfTheDirectory000000000000'
const USER = '/cgi-bin/school/user'
const desk = useMessenger(SECRET)

/** A corp whose platform has the school alone, as it was read. */
beforeEach(async () => {
  desk.platform.departments.set(1, { id: 1, name: '学校', parentid: 0, type: 5 })
  await desk.open({ secret: SECRET })
  await desk.run('sync')
  desk.platform.asked.length = 0
})

const db = () => desk.app.app.database.tenant(TENANT)

async function rows(path: string): Promise<Row[]> {
  return (await desk.admin.get(`${BASE}/${path}/list`, { corpId: desk.corpId, size: 1000 })).data.records
}

async function row(path: string, field: string, value: unknown): Promise<Row> {
  const all =
    path === 'dept'
      ? (await desk.admin.get<Row[]>(`${BASE}/dept/tree`, { corpId: desk.corpId })).data
      : await rows(path)
  const found = all.find((one) => one[field] === value)
  return (await desk.admin.get(`${BASE}/${path}/detail`, { id: found?.['id'] })).data
}

/** A grade with two classes, a class teacher, a student in both and a parent. */
async function furnish(): Promise<Record<'grade' | 'one' | 'two' | 'head' | 'student' | 'parent', Row>> {
  const { rows: tops } = await sql<{ id: string }>`select id from wecom_dept where corp_id = ${desk.corpId}`.execute(
    db(),
  )
  const grade = await desk.keep('dept', {
    corpId: desk.corpId,
    deptName: '七年级',
    deptType: 2,
    parentId: tops[0]?.id,
    standardGrade: 7,
    registerYear: 2026,
    sort: 5,
  })
  const [one, two] = [
    await desk.keep('dept', { corpId: desk.corpId, deptName: '1班', deptType: 1, parentId: grade['id'] }),
    await desk.keep('dept', { corpId: desk.corpId, deptName: '2班', deptType: 1, parentId: grade['id'] }),
  ]
  const head = await desk.keep('deptadmins', {
    corpId: desk.corpId,
    department: one['id'],
    userId: 'Wang',
    adminType: 3,
    subject: '语文',
  })
  const departments = [one['id'], two['id']]
  const student = await desk.keep('student', { corpId: desk.corpId, studentUserid: 'S1', name: '张一', departments })
  const parent = await desk.keep('studentparents', {
    corpId: desk.corpId,
    parentUserid: 'P1',
    student: student['id'],
    relation: '妈妈',
    mobile: '13900000001',
  })
  return { grade, one, two, head, student, parent }
}

test('what was made here is there, departments first, and in step', async () => {
  const { grade, one, two } = await furnish()
  expect(await desk.run('push')).toBe('推送6条')
  const { id: gradeId } = { id: Number(grade['deptId']) }
  expect(desk.platform.departments.get(gradeId)).toMatchObject({
    name: '七年级',
    parentid: 1,
    type: 2,
    standard_grade: 7,
    register_year: 2026,
    order: 5,
  })
  const [first, second] = [Number(one['deptId']), Number(two['deptId'])]
  expect(desk.platform.departments.get(first)).toMatchObject({
    parentid: gradeId,
    department_admins: [{ userid: 'Wang', type: 3, subject: '语文' }],
  })
  expect(desk.platform.students.get('S1')).toMatchObject({
    name: '张一',
    department: [first, second],
    to_invite: false,
  })
  expect(desk.platform.parents.get('P1')).toMatchObject({
    mobile: '13900000001',
    to_invite: false,
    children: [{ student_userid: 'S1', relation: '妈妈' }],
  })
  for (const path of ['deptadmins', 'student', 'studentparents']) {
    expect(await rows(path)).toMatchObject([{ syncState: 1, syncError: null }])
  }
  expect(await desk.run('sync')).toBe('新增0条，更新0条')
  expect((await desk.admin.post(`${BASE}/corp/push`, { id: desk.corp['id'] })).msg).toBe('没有要推送的数据')
})

test('what was changed here is changed there, and what was not is not told', async () => {
  const { grade, student, parent } = await furnish()
  await desk.run('push')
  desk.platform.asked.length = 0
  await desk.keep('dept', { id: grade['id'], deptName: '初一年级' })
  await desk.keep('student', { id: student['id'], name: '张易' })
  await desk.keep('studentparents', { id: parent['id'], relation: '母亲' })
  expect(await desk.run('push')).toBe('推送3条')
  expect(desk.platform.askedOf('/cgi-bin/school/department/update').map(({ body }) => body)).toEqual([
    { id: grade['deptId'], name: '初一年级' },
  ])
  expect(desk.platform.students.get('S1')).toMatchObject({ name: '张易' })
  expect(desk.platform.parents.get('P1')?.children).toEqual([{ student_userid: 'S1', relation: '母亲' }])
  expect(desk.platform.askedOf(`${USER}/batch_create_student`)).toHaveLength(0)
})

test('children the platform has stay, though they are not here', async () => {
  const { parent, one } = await furnish()
  await desk.run('push')
  desk.platform.students.set('S2', {
    student_userid: 'S2',
    name: '张二',
    department: [Number(one['deptId'])],
  })
  desk.platform.parents.get('P1')?.children.push({ student_userid: 'S2', relation: '妈妈' })
  await desk.run('sync')
  const second = (await rows('studentparents')).find((one) => one['studentUserid'] === 'S2')
  await desk.admin.post(`${BASE}/studentparents/remove`, undefined, { ids: second?.['id'] })
  await desk.keep('studentparents', { id: parent['id'], relation: '母亲' })
  await desk.run('push')
  expect(
    desk.platform.parents
      .get('P1')
      ?.children.map((one) => one.student_userid)
      .toSorted(),
  ).toEqual(['S1', 'S2'])
})

test('rows the platform refuses say why, the others go, and are tried again once they are mended', async () => {
  const { one } = await furnish()
  const other = await desk.keep('student', {
    corpId: desk.corpId,
    studentUserid: 'S2',
    name: '张二',
    departments: [one['id']],
  })
  await desk.keep('studentparents', { corpId: desk.corpId, parentUserid: 'P2', student: other['id'], relation: '爸爸' })
  await sql`update wecom_student set student_userid = '_S2' where id = ${other['id']}`.execute(db())
  await sql`update wecom_parent set student_userid = '_S2' where student = ${other['id']}`.execute(db())
  expect(await desk.run('push')).toBe('推送6条，未成功2条')
  expect(await row('student', 'studentUserid', '_S2')).toMatchObject({
    syncState: 3,
    syncError: '企业微信：参数不符合要求（40058）',
  })
  expect(await row('studentparents', 'parentUserid', 'P2')).toMatchObject({ syncState: 3, syncError: '请填写手机号' })
  await sql`update wecom_student set student_userid = 'S2' where id = ${other['id']}`.execute(db())
  await sql`update wecom_parent set student_userid = 'S2', mobile = '13900000002' where student = ${other['id']}`.execute(
    db(),
  )
  expect(await desk.run('push')).toBe('推送2条')
  expect(desk.platform.parents.get('P2')?.children).toEqual([{ student_userid: 'S2', relation: '爸爸' }])
})

test('a request the platform took without an answer is no second row, and what is there otherwise waits for a decision', async () => {
  const { one } = await furnish()
  desk.platform.hangUpNext({ path: `${USER}/batch_create_student` })
  await desk.run('push')
  expect(desk.platform.askedOf(`${USER}/batch_create_student`)).toHaveLength(2)
  expect(await row('student', 'studentUserid', 'S1')).toMatchObject({ syncState: 1 })
  desk.platform.students.set('S9', { student_userid: 'S9', name: '平台', department: [Number(one['deptId'])] })
  await desk.keep('student', { corpId: desk.corpId, studentUserid: 'S9', name: '本地', departments: [one['id']] })
  await desk.run('push')
  expect(desk.platform.students.get('S9')?.name).toBe('平台')
  expect(await row('student', 'studentUserid', 'S9')).toMatchObject({ name: '本地', syncState: 4 })
})

test('what is about the corp ends the push, and the rest goes the next time', async () => {
  await furnish()
  desk.platform.failNext(60_011, { path: `${USER}/batch_create_student` })
  const { data } = await desk.admin.post(`${BASE}/corp/push`, { id: desk.corp['id'] })
  await expect(waitForJob(desk.admin, data.jobId)).rejects.toThrow(
    '企业微信：应用无权管理该部门或成员，请在企业微信后台授权（60011）',
  )
  expect(await row('student', 'studentUserid', 'S1')).toMatchObject({ syncState: 0 })
  expect(await desk.run('push')).toBe('推送2条')
})

test('what is changed while it is pushed is pushed the next time', async () => {
  const { student } = await furnish()
  const path = `${USER}/batch_create_student`
  desk.platform.slowDown(1500, path)
  const pushing = desk.run('push')
  await vi.waitFor(() => expect(desk.platform.askedOf(path)).toHaveLength(1), { timeout: 30_000 })
  await desk.keep('student', { id: student['id'], name: '张易' })
  await pushing
  desk.platform.slowDown(0, path)
  expect(desk.platform.students.get('S1')?.name).toBe('张一')
  expect(await row('student', 'studentUserid', 'S1')).toMatchObject({ name: '张易', syncState: 0 })
  expect(await desk.run('push')).toBe('推送1条')
  expect(desk.platform.students.get('S1')?.name).toBe('张易')
})

test('a reading that began before a push does not undo it', async () => {
  await furnish()
  await desk.run('push')
  const { department = [] } = desk.platform.students.get('S1') ?? {}
  desk.platform.students.set('S1', { student_userid: 'S1', name: '旧名', department })
  // As if it were pushed while the reading is under way.
  await sql`update wecom_upstream set push_time = now() + interval '1 hour' where corp_id = ${desk.corpId}`.execute(
    db(),
  )
  await desk.run('sync')
  expect(await row('student', 'studentUserid', 'S1')).toMatchObject({ name: '张一', syncState: 1 })
  await sql`update wecom_upstream set push_time = now() - interval '1 hour' where corp_id = ${desk.corpId}`.execute(
    db(),
  )
  await desk.run('sync')
  expect(await row('student', 'studentUserid', 'S1')).toMatchObject({ name: '旧名', syncState: 1 })
})

/** How a department stands. */
async function refusalOf({ id }: Row): Promise<unknown> {
  const found = await sql`select sync_state, sync_error from wecom_dept where id = ${id}`.execute(db())
  return found.rows[0]
}

test('what the platform sets itself is not pushed, and says where it is set', async () => {
  const { grade, one } = await furnish()
  await desk.run('push')
  desk.platform.asked.length = 0
  await desk.keep('dept', { id: one['id'], openGroupChat: 1 })
  expect(await desk.run('push')).toBe('推送0条，未成功1条')
  expect(await refusalOf(one)).toEqual({ syncState: 3, syncError: '班级群只能在企业微信里开通' })
  const top = await desk.keep('dept', { corpId: desk.corpId, deptName: '另一所', deptType: 5, parentId: '0' })
  await desk.run('push')
  expect(await refusalOf(top)).toEqual({ syncState: 3, syncError: '请先选择上级部门' })
  expect(desk.platform.departments.has(Number(top['deptId']))).toBe(false)
  await desk.keep('dept', { id: one['id'], openGroupChat: 0 })
  await desk.keep('dept', { id: grade['id'], standardGrade: '', sort: 0 })
  await desk.run('push')
  const told = desk.platform.askedOf('/cgi-bin/school/department/update').map(({ body }) => body)
  expect(told).toEqual([{ id: grade['deptId'], standard_grade: 0, order: 0 }])
})

test('the root of a corp is told its name and not where it stands', async () => {
  const { rows: tops } = await sql<{ id: string }>`select id from wecom_dept where corp_id = ${desk.corpId}`.execute(
    db(),
  )
  await desk.keep('dept', { id: tops[0]?.id, deptName: '新校名', deptType: 4 })
  await desk.run('push')
  const told = desk.platform.askedOf('/cgi-bin/school/department/update').map(({ body }) => body)
  expect(told).toEqual([{ id: 1, name: '新校名' }])
})

test('an administrator the platform does not take says why, and a leader is set there', async () => {
  const { one, head } = await furnish()
  // Of a grade, though it is a class.
  await sql`update wecom_dept_admin set admin_type = 2 where id = ${head['id']}`.execute(db())
  await sql`insert into wecom_dept_admin (id, tenant_id, corp_id, department, user_id, admin_type, sync_state)
    values (${Number(desk.made)} + 8000000000000000, ${TENANT}, ${desk.corpId}, ${one['id']}, 'Zhao', 0, 0)`.execute(
    db(),
  )
  await desk.run('push')
  expect(await row('deptadmins', 'userId', 'Wang')).toMatchObject({
    syncState: 3,
    syncError: '企业微信：参数不符合要求（40058）',
  })
  expect(await row('deptadmins', 'userId', 'Zhao')).toMatchObject({
    syncState: 3,
    syncError: '部门负责人请在企业微信后台设置',
  })
  expect(desk.platform.departments.get(Number(one['deptId']))?.department_admins ?? []).toEqual([])
})

test('a batch the platform refuses as a whole says why at each of its rows', async () => {
  await furnish()
  desk.platform.failNext(40_032, { path: `${USER}/batch_create_student` })
  expect(await desk.run('push')).toMatch(/^推送4条，未成功[12]条$/)
  expect(await row('student', 'studentUserid', 'S1')).toMatchObject({
    syncState: 3,
    syncError: '企业微信：账号列表过长（40032）',
  })
})

test('many go a hundred at a time', async () => {
  const { one } = await furnish()
  await sql`insert into wecom_student (id, tenant_id, corp_id, student_userid, name, departments, sync_state)
    select 7000000000000000 + n, ${TENANT}, ${desk.corpId}, 'M' || n, '学生' || n, jsonb_build_array(${one['id']}::text), 0
    from generate_series(${desk.made * 1000}::int, ${desk.made * 1000 + 249}::int) n`.execute(db())
  await desk.run('push')
  const batches = desk.platform.askedOf(`${USER}/batch_create_student`).map(({ body }) => body['students'] as unknown[])
  expect(batches.map(({ length }) => length)).toEqual([100, 100, 51])
  expect(desk.platform.students.size).toBe(251)
})

test('of a plain corp departments alone go', async () => {
  await desk.keep('corp', { id: desk.corp['id'], schoolMode: 0 })
  const { rows: tops } = await sql<{ id: string }>`select id from wecom_dept where corp_id = ${desk.corpId}`.execute(
    db(),
  )
  const dept = await desk.keep('dept', { corpId: desk.corpId, deptName: '办公室', deptType: 0, parentId: tops[0]?.id })
  expect(await desk.run('push')).toBe('推送1条')
  expect(desk.platform.askedOf('/cgi-bin/department/create').map(({ body }) => body)).toEqual([
    { id: dept['deptId'], name: '办公室', parentid: 1, order: 0 },
  ])
})

test('is for those with the right', async () => {
  await furnish()
  const reader = await desk.app.user({ role: 'exam', permissions: ['wecomcorp_view', 'wecomcorp_sync'] })
  expect((await reader.post(`${BASE}/corp/push`, { id: desk.corp['id'] })).status).toBe(403)
})
