import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { registry } from '@xueheng/contract'
import { TENANT, waitForJob } from '../../../test/harness.ts'
import { useMessenger } from '../../../test/messenger.ts'
import { type Row, RowMaker } from '../../../test/rows.ts'

const BASE = '/api/blade-qyweixin'
const SECRET = 'secretOfTheDirectory000000000000'
const desk = useMessenger(SECRET)

/** A grade of two classes with a class teacher, two students, and a parent of both. */
beforeEach(async () => {
  const { departments, students, parents } = desk.platform
  departments.set(1, { id: 1, name: '学校', parentid: 0, type: 5 })
  departments.set(2, { id: 2, name: '七年级', parentid: 1, type: 2 })
  departments.set(3, { id: 3, name: '1班', parentid: 2, type: 1, department_admins: [{ userid: 'Wang', type: 3 }] })
  departments.set(4, { id: 4, name: '2班', parentid: 2, type: 1 })
  students.set('S1', { student_userid: 'S1', name: '张一', department: [3] })
  students.set('S2', { student_userid: 'S2', name: '张二', department: [4] })
  const children = ['S1', 'S2'].map((student_userid) => ({ student_userid, relation: '妈妈' }))
  parents.set('P1', { parent_userid: 'P1', mobile: '13900000001', children })
  await desk.open({ secret: SECRET })
  await desk.run('sync')
  desk.platform.asked.length = 0
})

const rows = async (path: string): Promise<Row[]> =>
  (await desk.admin.get<any>(`${BASE}/${path}/list`, { corpId: desk.corpId, size: 100 })).data.records
const depts = async (): Promise<Row[]> => {
  const found = await sql<Row>`select id, dept_name from wecom_dept
    where corp_id = ${desk.corpId} and is_deleted = 0`.execute(desk.app.app.database.tenant(TENANT))
  return found.rows
}

async function remove(path: string, isIt: (row: Row) => boolean): Promise<void> {
  const ids = (await (path === 'dept' ? depts() : rows(path))).filter(isIt).map(({ id }) => id)
  const { status, msg } = await desk.admin.post(`${BASE}/${path}/remove`, undefined, { ids: ids.join() })
  expect([status, msg]).toEqual([200, '操作成功'])
}

const removed = async (by = desk.admin): Promise<Row[]> =>
  (await by.get<any>(`${BASE}/corp/removed`, { id: desk.corp['id'] })).data
const body = (all: Row[], corpName = '校') => ({
  id: desk.corp['id'],
  ids: all.map(({ rowId }) => rowId).join(),
  corpName,
})

async function erase(all: Row[]): Promise<string> {
  const { data, msg } = await desk.admin.post<any>(`${BASE}/corp/erase`, body(all))
  if (!data?.jobId) throw new Error(msg)
  return String((await waitForJob(desk.admin, data.jobId))['text'])
}

test('what is removed here stays there until somebody has it erased, who types the name of the corp', async () => {
  await remove('studentparents', () => true)
  await remove('student', ({ studentUserid }) => studentUserid === 'S1')
  await remove('deptadmins', () => true)
  await remove('dept', ({ deptName }) => deptName === '1班')
  const all = await removed()
  expect(all.map(({ kind, name }) => `${String(kind)} ${String(name)}`).toSorted()).toEqual([
    'dept 1班',
    'parent P1（S1）',
    'parent P1（S2）',
    'student 张一',
  ])
  expect(desk.platform.asked).toHaveLength(0)
  const wrong = await desk.admin.post(`${BASE}/corp/erase`, body(all, '别的'))
  expect(wrong.msg).toBe('企业名称不一致，请输入要删除数据的企业名称')
  const none = await desk.admin.post(`${BASE}/corp/erase`, { ...body(all), ids: ' , ' })
  expect([none.status, none.msg]).toEqual([400, '请选择至少一条数据'])
  expect(await erase(all)).toBe('删除4条')
  const { departments, students, parents } = desk.platform
  expect([...departments.keys()]).toEqual([1, 2, 4])
  expect([[...students.keys()], [...parents.keys()]]).toEqual([['S2'], []])
  expect(await removed()).toEqual([])
  expect((await desk.admin.post(`${BASE}/corp/erase`, body(all))).msg).toBe('选择的数据已不在平台上，请刷新')
})

test('of a parent one child goes and the others stay', async () => {
  await remove('studentparents', ({ studentUserid }) => studentUserid === 'S1')
  expect(await erase(await removed())).toBe('删除1条')
  expect(desk.platform.parents.get('P1')?.children).toEqual([{ student_userid: 'S2', relation: '妈妈' }])
})

test('an administrator of a department that stays is taken from it', async () => {
  await remove('deptadmins', () => true)
  expect(await erase(await removed())).toBe('删除1条')
  expect(desk.platform.departments.get(3)?.department_admins).toEqual([])
})

test('what the platform keeps says why, and what it has no longer is as good as erased', async () => {
  await remove('studentparents', () => true)
  await remove('student', () => true)
  await remove('deptadmins', () => true)
  await remove('dept', ({ deptName }) => deptName === '1班')
  const all = await removed()
  // A class that still has a student there, as only some are erased; a parent that somebody removed there.
  desk.platform.parents.clear()
  const some = all.filter(({ name }) => name !== '张一')
  expect(await erase(some)).toBe('删除3条，未成功1条')
  expect((await removed()).map(({ name, text }) => [name, text])).toEqual([
    ['1班', '企业微信：部门下还有成员（60005）'],
    ['张一', ''],
  ])
  expect(await erase(await removed())).toBe('删除2条')
})

test('a row that was taken back from removal is not erased, nor one that was read anew', async () => {
  await remove('deptadmins', () => true)
  const all = await removed()
  await desk.admin.post(`${BASE}/deptadmins/restore`, { ids: all[0]?.['rowId'] })
  expect(await removed()).toEqual([])
  expect((await desk.admin.post(`${BASE}/corp/erase`, body(all))).msg).toBe('选择的数据已不在平台上，请刷新')
  await remove('deptadmins', () => true)
  await desk.run('sync')
  expect(await removed()).toEqual([])
  expect(desk.platform.departments.get(3)?.department_admins).toHaveLength(1)
})

test('more rows than are shown at once are not erased at once', async () => {
  await remove('studentparents', () => true)
  const many = Array.from({ length: 501 }, (_none, at) => ({ rowId: at + 1 }))
  const { status, msg } = await desk.admin.post(`${BASE}/corp/erase`, body([...(await removed()), ...many.slice(1)]))
  expect([status, msg]).toEqual([400, '一次最多删除500条'])
  expect(await removed()).toHaveLength(2)
})

test('a code about the corp ends it, and what was not asked stays', async () => {
  await remove('studentparents', () => true)
  desk.platform.failNext(48_002, { path: '/cgi-bin/school/user/batch_delete_parent' })
  await expect(erase(await removed())).rejects.toThrow('48002')
  expect(await removed()).toHaveLength(2)
  expect(desk.platform.parents.size).toBe(1)
})

test('nobody erases without the right, nor what he does not see', async () => {
  await remove('studentparents', () => true)
  const all = await removed()
  const reader = await desk.app.user({ role: 'exam', permissions: ['wecomcorp_view'] })
  expect((await reader.post(`${BASE}/corp/erase`, body(all))).status).toBe(403)
  const school = await new RowMaker(desk.admin).create(registry.entity('basicSchool'))
  await desk.keep('corp', { id: desk.corp['id'], uscc: school['schoolCode'] })
  const schoolCode = String(school['schoolCode'])
  const permissions = ['wecomcorp_view', 'wecomcorp_erase']
  const teacher = await desk.app.user({ role: 'teacher', schoolCode, classCodes: ['none'], permissions })
  const seen = await teacher.get<any>(`${BASE}/corp/removed`, { id: desk.corp['id'] })
  expect(seen.data ?? []).toEqual([])
  expect((await teacher.post(`${BASE}/corp/erase`, body(all))).status).not.toBe(200)
})
