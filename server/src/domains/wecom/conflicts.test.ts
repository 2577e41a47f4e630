import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { TENANT } from '../../../test/harness.ts'
import { useMessenger } from '../../../test/messenger.ts'
import type { Row } from '../../../test/rows.ts'

const BASE = '/api/blade-qyweixin'
const SECRET = 'secretOfTheDirectory000000000000'
const desk = useMessenger(SECRET)

/** A class, a student and a parent, changed on both sides; a second student changed here and removed there. */
beforeEach(async () => {
  desk.platform.departments.set(1, { id: 1, name: '学校', parentid: 0, type: 5 })
  desk.platform.departments.set(2, { id: 2, name: '七年级', parentid: 1, type: 2 })
  desk.platform.departments.set(3, { id: 3, name: '1班', parentid: 2, type: 1 })
  desk.platform.departments.set(4, { id: 4, name: '2班', parentid: 2, type: 1 })
  desk.platform.students.set('s1', { student_userid: 's1', name: '张一', department: [3] })
  desk.platform.students.set('s2', { student_userid: 's2', name: '张二', department: [3] })
  const children = [{ student_userid: 's1', relation: '妈妈' }]
  desk.platform.parents.set('p1', { parent_userid: 'p1', mobile: '13900000001', children })
  await desk.open({ secret: SECRET })
  await desk.run('sync')
  await change('wecom_dept', 'dept', 'dept_id', '3', { deptName: '一班' })
  await change('wecom_student', 'student', 'student_userid', 's1', { name: '张甲' })
  await change('wecom_student', 'student', 'student_userid', 's2', { name: '张乙' })
  await change('wecom_parent', 'studentparents', 'parent_userid', 'p1', { mobile: '13900000002' })
  desk.platform.departments.set(3, { id: 3, name: '七(1)班', parentid: 2, type: 1 })
  desk.platform.students.set('s1', { student_userid: 's1', name: '张易', department: [4] })
  desk.platform.students.delete('s2')
  desk.platform.parents.set('p1', { parent_userid: 'p1', mobile: '13900001111', children })
  await desk.run('sync')
})

async function change(table: string, path: string, column: string, value: string, body: object): Promise<void> {
  const found = await sql<{ id: string }>`select id from ${sql.table(table)}
    where corp_id = ${desk.corpId} and ${sql.ref(column)}::text = ${value}`.execute(
    desk.app.app.database.tenant(TENANT),
  )
  const { msg } = await desk.admin.post(`${BASE}/${path}/submit`, { id: found.rows[0]?.id, ...body })
  expect(msg).toBe('操作成功')
}

const conflicts = async () => (await desk.admin.get<Row[]>(`${BASE}/corp/conflicts`, { id: desk.corp['id'] })).data
const decide = (side: number, rowId?: unknown) =>
  desk.admin.post<any>(`${BASE}/corp/decide`, { id: desk.corp['id'], side, ...(rowId ? { rowId } : {}) })
const students = async () =>
  (await desk.admin.get(`${BASE}/student/list`, { corpId: desk.corpId, size: 100, ascs: 'studentUserid' })).data
    .records as Row[]

test('both sides are told, names for numbers, telephones masked', async () => {
  expect(await conflicts()).toMatchObject([
    { kind: 'dept', name: '一班', isGone: 0, sides: [{ label: '部门名称', ours: '一班', theirs: '七(1)班' }] },
    {
      kind: 'student',
      name: '张甲',
      isGone: 0,
      sides: [
        { label: '姓名', ours: '张甲', theirs: '张易' },
        { label: '班级部门', ours: '一班', theirs: '2班' },
      ],
    },
    { kind: 'student', name: '张乙', isGone: 1, sides: [] },
    { kind: 'parent', name: 'p1', sides: [{ label: '手机号', ours: '139****0002', theirs: '139****1111' }] },
  ])
})

test('one by one: theirs is written down, ours is pushed', async () => {
  const [dept, first, second] = await conflicts()
  expect((await decide(2, first?.['rowId'])).data).toEqual({ count: 1 })
  expect((await decide(2, second?.['rowId'])).data).toEqual({ count: 1 })
  expect((await decide(1, dept?.['rowId'])).data).toEqual({ count: 1 })
  expect(await conflicts()).toHaveLength(1)
  const [one, two] = await students()
  expect(one).toMatchObject({ name: '张易', syncState: 1, syncError: null })
  expect(two).toMatchObject({ name: '张乙', syncState: 5 })
  await desk.run('push')
  expect(desk.platform.departments.get(3)?.name).toBe('一班')
  expect(desk.platform.students.has('s2')).toBe(false)
  expect((await decide(1, first?.['rowId'])).msg).toBe('没有两边都改过的数据')
})

test('all at once, ours: the platform has them after a push, also what it had removed', async () => {
  expect((await decide(1)).data).toEqual({ count: 4 })
  expect(await conflicts()).toEqual([])
  await desk.run('sync')
  expect(await conflicts()).toEqual([])
  await desk.run('push')
  expect(desk.platform.departments.get(3)?.name).toBe('一班')
  expect(desk.platform.students.get('s1')).toMatchObject({ name: '张甲', department: [3] })
  expect(desk.platform.students.get('s2')).toMatchObject({ name: '张乙' })
  expect(desk.platform.parents.get('p1')?.mobile).toBe('13900000002')
})

test('all at once, theirs: nothing is left to push', async () => {
  expect((await decide(2)).data).toEqual({ count: 4 })
  expect(await students()).toMatchObject([{ name: '张易', syncState: 1 }, { syncState: 5 }])
  expect((await desk.admin.post(`${BASE}/corp/push`, { id: desk.corp['id'] })).msg).toBe('没有要推送的数据')
})

test('departments are told by the words of what they are and where they stand', async () => {
  desk.platform.departments.set(5, { id: 5, name: '八年级', parentid: 1, type: 2, standard_grade: 8 })
  desk.platform.departments.set(6, { id: 6, name: '分部', parentid: 1, type: 4 })
  await desk.run('sync')
  await change('wecom_dept', 'dept', 'dept_id', '5', { standardGrade: 9, sort: 3 })
  await change('wecom_dept', 'dept', 'dept_id', '6', { deptType: 3 })
  desk.platform.departments.set(5, { id: 5, name: '八年级', parentid: 6, type: 2, standard_grade: 7, order: 4 })
  desk.platform.departments.set(6, { id: 6, name: '分部', parentid: 1, type: 5 })
  await desk.run('sync')
  const told = (await conflicts()).filter(({ kind, name }) => kind === 'dept' && name !== '一班')
  expect(told).toMatchObject([
    {
      name: '八年级',
      sides: [
        { label: '上级部门', ours: '学校', theirs: '分部' },
        { label: '标准年级', ours: '初中三年级', theirs: '初中一年级' },
        { label: '排序', ours: '3', theirs: '4' },
      ],
    },
    { name: '分部', sides: [{ label: '部门类型', ours: '学段', theirs: '学校' }] },
  ])
})

test('what is decided is written down', async () => {
  await decide(2)
  const found = await sql<{ rowId: string; newValues: object }>`select row_id, new_values from operation_log
    where call = 'wecomCorp.decide' and row_id = ${desk.corp['id']}`.execute(desk.app.app.database.tenant(TENANT))
  expect(found.rows).toEqual([{ rowId: desk.corp['id'], newValues: { side: '平台', count: 4 } }])
})

test('is for those with the right, and for rows in sight', async () => {
  const reader = await desk.app.user({ role: 'exam', permissions: ['wecomcorp_view'] })
  expect((await reader.post(`${BASE}/corp/decide`, { id: desk.corp['id'], side: 1 })).status).toBe(403)
  expect((await decide(3)).status).toBe(400)
  const school = await desk.app.user({
    role: 'school',
    schoolCode: 'S00000001',
    permissions: ['wecomcorp_decide', 'wecomcorp_view'],
  })
  expect((await school.post(`${BASE}/corp/decide`, { id: desk.corp['id'], side: 1 })).status).toBe(404)
})
