import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { TENANT, waitForJob } from '../../../test/harness.ts'
import { useMessenger } from '../../../test/messenger.ts'
import type { Row } from '../../../test/rows.ts'
import { levelsOf } from './pull-job.ts'
import { WORDS, isStopping } from './provider.ts'

const BASE = '/api/blade-qyweixin'
const SECRET = 'secretOfTheDirectory000000000000'
const desk = useMessenger(SECRET)

/** A corp whose platform has a school, a grade and two classes, out of order. */
beforeEach(async () => {
  const class1 = { id: 3, name: '1班', parentid: 2, type: 1, order: 100_000_000_000 }
  desk.platform.departments.set(3, { ...class1, department_admins: [{ userid: 'Wang', type: 3, subject: '语文' }] })
  desk.platform.departments.set(4, { id: 4, name: '2班', parentid: 2, type: 1 })
  desk.platform.departments.set(2, {
    id: 2,
    name: '七年级',
    parentid: 1,
    type: 2,
    standard_grade: 7,
    register_year: 2026,
  })
  desk.platform.departments.set(1, { id: 1, name: '学校', parentid: 0, type: 5 })
  desk.platform.students.set('s1', { student_userid: 's1', name: '张一', department: [3, 4], mobile: '13800000001' })
  desk.platform.students.set('s2', { student_userid: 's2', name: '张二', department: [4] })
  const children = ['s1', 's2'].map((student_userid) => ({ student_userid, relation: '妈妈' }))
  const parent = { parent_userid: 'p1', mobile: '13900000001', is_subscribe: 1, external_userid: 'wm1' }
  desk.platform.parents.set('p1', { ...parent, children })
  desk.platform.contacts.set('wm1', { external_userid: 'wm1', name: '张妈妈', type: 1, gender: 2, of: ['Wang', 'Li'] })
  desk.platform.asked.length = 0
  await desk.open({ secret: SECRET })
})

const pull = () => desk.run('sync')

async function rows(path: string, query: object = {}): Promise<Row[]> {
  return (await desk.admin.get(`${BASE}/${path}/list`, { corpId: desk.corpId, size: 1000, ...query })).data.records
}

async function row(path: string, field: string, value: string): Promise<Row> {
  const found = (await rows(path)).find((one) => one[field] === value)
  if (!found) throw new Error(`no ${path} ${value}`)
  return found
}

async function depts(): Promise<Row[]> {
  return (await desk.admin.get<Row[]>(`${BASE}/dept/lazy-list`, { corpId: desk.corpId })).data
}

test('a department that moved takes along all below it', async () => {
  await pull()
  desk.platform.departments.set(5, { id: 5, name: '东校区', parentid: 1, type: 4 })
  desk.platform.departments.set(2, { ...desk.platform.departments.get(2)!, parentid: 5 })
  await pull()
  const found = await depts()
  const of = (deptId: number) => found.find((one) => one['deptId'] === deptId)
  const path = [0, of(1)?.['id'], of(5)?.['id'], of(2)?.['id']].join(',')
  expect([of(3)?.['ancestors'], of(4)?.['ancestors']]).toEqual([path, path])
})

describe('a directory', () => {
  test('comes in whole: departments, administrators, students, parents, contacts', async () => {
    // 4 departments, 1 administrator, 2 students, 2 pairs, 1 contact.
    expect(await pull()).toBe('新增10条，更新0条')
    const found = await depts()
    expect(found.map((one) => [one['deptId'], one['deptName'], one['deptType'], one['syncState']])).toEqual([
      [3, '1班', 1, 1],
      [1, '学校', 5, 1],
      [2, '七年级', 2, 1],
      [4, '2班', 1, 1],
    ])
    const [klass, top, grade] = found
    expect(klass).toMatchObject({ parentId: grade?.['id'], sort: 2_147_483_647 })
    expect(klass?.['ancestors']).toBe(`0,${String(top?.['id'])},${String(grade?.['id'])}`)
    expect(await rows('deptadmins')).toMatchObject([
      { userId: 'Wang', adminType: 3, subject: '语文', department: klass?.['id'] },
    ])
    expect(await row('student', 'studentUserid', 's1')).toMatchObject({ name: '张一', mobile: '138****0001' })
    expect((await row('student', 'studentUserid', 's1'))['departments']).toHaveLength(2)
    expect(
      (await rows('studentparents')).map((one) => [
        one['parentUserid'],
        one['studentUserid'],
        one['relation'],
        one['isSubscribe'],
      ]),
    ).toEqual([
      ['p1', 's1', '妈妈', 1],
      ['p1', 's2', '妈妈', 1],
    ])
    const [contact] = await rows('externalcontact')
    expect(contact).toMatchObject({ externalUserid: 'wm1', name: '张妈妈', gender: 2, contactType: 1 })
    const detail = await desk.admin.get(`${BASE}/externalcontact/detail`, { id: contact?.['id'] })
    expect(detail.raw.toString()).not.toContain('13800000000')
  })

  test('read again changes nothing, and takes over what changed there', async () => {
    await pull()
    expect(await pull()).toBe('新增0条，更新0条')
    desk.platform.students.set('s2', { student_userid: 's2', name: '张二改', department: [3] })
    desk.platform.departments.set(4, { id: 4, name: '二班', parentid: 2, type: 1 })
    expect(await pull()).toBe('新增0条，更新2条')
    expect(await row('student', 'studentUserid', 's2')).toMatchObject({ name: '张二改', syncState: 1 })
    expect((await depts()).map((one) => one['deptName'])).toContain('二班')
  })

  test('tells of what was changed on both sides, and keeps what was changed here', async () => {
    await pull()
    const [s1, s2] = [await row('student', 'studentUserid', 's1'), await row('student', 'studentUserid', 's2')]
    await desk.admin.post(`${BASE}/student/submit`, { id: s1['id'], name: '张一本地' })
    await desk.admin.post(`${BASE}/student/submit`, { id: s2['id'], name: '张二本地' })
    expect((await row('student', 'studentUserid', 's1'))['syncState']).toBe(2)
    desk.platform.students.set('s1', { student_userid: 's1', name: '张一平台', department: [3, 4] })
    expect(await pull()).toBe('新增0条，更新1条，两边都改过1条')
    expect(await row('student', 'studentUserid', 's1')).toMatchObject({
      name: '张一本地',
      syncState: 4,
      syncError: '平台上也改过：姓名',
    })
    expect(await row('student', 'studentUserid', 's2')).toMatchObject({ name: '张二本地', syncState: 2 })
    expect(await pull()).toBe('新增0条，更新0条，两边都改过1条')
  })

  test('keeps what the platform has no longer, and says so', async () => {
    await pull()
    desk.platform.students.delete('s2')
    desk.platform.parents.get('p1')?.children.pop()
    desk.platform.contacts.clear()
    await pull()
    expect(await row('student', 'studentUserid', 's2')).toMatchObject({
      syncState: 5,
      syncError: '平台上已没有这条数据',
    })
    expect(await row('student', 'studentUserid', 's1')).toMatchObject({ syncState: 1 })
    expect((await rows('studentparents')).map((one) => one['syncState'])).toEqual([1, 5])
    expect((await rows('externalcontact'))[0]).toMatchObject({ syncState: 5 })
    desk.platform.students.set('s2', { student_userid: 's2', name: '张二', department: [4] })
    await pull()
    expect(await row('student', 'studentUserid', 's2')).toMatchObject({ syncState: 1, syncError: null })
  })

  test('goes on after a fault where it stopped', async () => {
    desk.platform.failNext(60_011, { path: '/cgi-bin/school/user/list_parent' })
    await expect(pull()).rejects.toThrow('企业微信：应用无权管理该部门或成员，请在企业微信后台授权（60011）')
    expect(await rows('student')).toHaveLength(2)
    const kept = await sql<{
      step: string
      position: string
      runId: string
    }>`select step, position, run_id from wecom_pull
      where corp_id = ${desk.corpId}`.execute(desk.app.app.database.tenant(TENANT))
    expect(kept.rows[0]).toMatchObject({ step: 'parent', position: '' })
    expect(await pull()).toMatch(/^新增3条/)
  })

  test('comes in page by page, however many contacts there are', async () => {
    for (let n = 0; n < 250; n += 1) {
      desk.platform.contacts.set(`wm${n}`, { external_userid: `wm${n}`, name: `家长${n}`, of: [`t${n % 130}`] })
    }
    await pull()
    expect(await rows('externalcontact')).toHaveLength(250)
    expect(desk.platform.askedOf('/cgi-bin/externalcontact/batch/get_by_user').length).toBeGreaterThanOrEqual(3)
  })

  test('comes in without contacts where the application may not see them, and none of those known is lost', async () => {
    await pull()
    desk.platform.failNext(84_074, { path: '/cgi-bin/externalcontact/get_follow_user_list' })
    expect(await pull()).toContain('；外部联系人未同步：没有外部联系人的权限，请在企业微信后台授权（84074）')
    expect((await rows('externalcontact'))[0]).toMatchObject({ syncState: 1 })
    desk.platform.failNext(48_002, { path: '/cgi-bin/externalcontact/batch/get_by_user' })
    expect(await pull()).toContain('；外部联系人未同步：')
    expect((await rows('externalcontact'))[0]).toMatchObject({ syncState: 1 })
  })

  test('comes in though some members have no contacts', async () => {
    for (let n = 0; n < 150; n += 1) {
      desk.platform.contacts.set(`wn${n}`, {
        external_userid: `wn${n}`,
        name: `家长${n}`,
        of: [`t${String(n).padStart(3, '0')}`],
      })
    }
    desk.platform.failNext(84_061, { path: '/cgi-bin/externalcontact/batch/get_by_user' })
    expect(await pull()).not.toContain('未同步')
    const names = (await rows('externalcontact')).map((one) => one['externalUserid'])
    expect(names.length).toBeGreaterThan(0)
    expect(names).not.toContain('wm1')
  })

  test('comes in without contacts where the corp has a secret for the directory alone', async () => {
    await pull()
    await desk.keep('corp', { id: desk.corp['id'], hasSecret: 0, contactSecret: SECRET })
    desk.platform.contacts.clear()
    desk.platform.asked.length = 0
    await pull()
    expect(desk.platform.askedOf('/cgi-bin/externalcontact/get_follow_user_list')).toEqual([])
    expect(desk.platform.askedOf('/cgi-bin/school/department/list')).toHaveLength(1)
  })

  test('leaves out a child it does not know, and says how often', async () => {
    await pull()
    desk.platform.parents.get('p1')?.children.push({ student_userid: 's9', relation: '妈妈' })
    // The parent stands in both classes.
    expect(await pull()).toBe('新增0条，更新0条，缺少所属部门或学生2条')
    expect((await rows('studentparents')).map((one) => one['studentUserid'])).toEqual(['s1', 's2'])
  })

  test('of a plain corp has departments with their leaders', async () => {
    await desk.admin.post(`${BASE}/corp/submit`, { id: desk.corp['id'], schoolMode: 0 })
    desk.platform.departments.set(1, { id: 1, name: '局', parentid: 0, type: 5, department_leader: ['Zhao'] })
    await pull()
    expect((await depts()).map((one) => one['deptType'])).toEqual([0, 0, 0, 0])
    expect(await rows('deptadmins')).toMatchObject([{ userId: 'Zhao', adminType: 0 }])
    expect(await rows('student')).toEqual([])
  })

  test('takes another token once when the old one is refused, and one token for all calls', async () => {
    await pull()
    expect(desk.platform.askedOf('/cgi-bin/gettoken')).toHaveLength(1)
    desk.platform.revoke()
    await pull()
    expect(desk.platform.askedOf('/cgi-bin/gettoken')).toHaveLength(2)
  })

  test('is slow, and answers in between with codes that mean later', async () => {
    desk.platform.slowDown(200, '/cgi-bin/school/department/list')
    desk.platform.failNext(-1, { path: '/cgi-bin/school/department/list' })
    expect(await pull()).toBe('新增10条，更新0条')
    desk.platform.slowDown(0, '/cgi-bin/school/department/list')
  })
})

test('a corp that is gone when its turn comes is not read', async () => {
  const ctx = await desk.app.app.ctxOf(TENANT, desk.admin.userId)
  const job = { name: 'wecom.pull-directory', title: '从企业微信同步' }
  const jobId = await ctx?.jobs.start(ctx, job, { corpId: 'wwgone0000', runId: '1' })
  await expect(waitForJob(desk.admin, String(jobId))).rejects.toThrow('企业不存在')
})

test('a corp without a secret, and a reader without the right', async () => {
  const { data } = await desk.admin.post(`${BASE}/corp/submit`, { corpId: 'wwempty0000', corpName: '空' })
  expect((await desk.admin.post(`${BASE}/corp/sync`, { id: data.id })).msg).toBe('请先在企业管理中填写Secret')
  const reader = await desk.app.user({ role: 'exam', permissions: ['wecomcorp_view'] })
  expect((await reader.post(`${BASE}/corp/sync`, { id: desk.corp['id'] })).status).toBe(403)
})

test('departments come level by level; what hangs on nothing is at the top', () => {
  const row = (id: number, parentid: number) => ({ id, parentid, name: '' })
  const levels = levelsOf([row(5, 4), row(4, 1), row(9, 77), row(1, 0), row(8, 8)])
  expect(levels.map((level) => level.map(({ id }) => id))).toEqual([[9, 1, 8], [4], [5]])
})

/** Codes of the reference, and whether the whole work stops at them. */
const CODES: [number, boolean][] = [
  ...[-1, 40_001, 40_091, 40_013, 2_000_002, 40_014, 42_001, 41_001].map((code): [number, boolean] => [code, true]),
  ...[40_003, 46_004, 60_111, 40_031, 40_032, 40_035, 40_058, 40_063, 40_066, 40_068].map((code): [number, boolean] => [
    code,
    false,
  ]),
  ...[40_056, 301_002, 45_009, 45_033, 45_024, 48_002, 60_011, 84_074, 60_020].map((code): [number, boolean] => [
    code,
    true,
  ]),
  ...[60_003, 60_004, 60_123, 60_124, 60_005, 60_006, 60_007, 60_008, 60_009, 60_010, 60_125].map(
    (code): [number, boolean] => [code, false],
  ),
  ...[60_102, 60_103, 60_104, 60_129, 81_013, 82_001, 84_061].map((code): [number, boolean] => [code, false]),
]

test.each(CODES)('code %i has its words', (code, stops) => {
  expect(WORDS[code]).toMatch(/[\u4e00-\u9fff]/)
  expect(isStopping(code)).toBe(stops)
})

test.each([40_001, 40_013, 40_056, 45_009, 48_002, 60_020, 84_074])(
  'the platform answers %i, and people are told',
  async (code) => {
    desk.platform.failNext(code, { path: '/cgi-bin/school/department/list', times: code === 45_009 ? 3 : 1 })
    await expect(pull()).rejects.toThrow(`企业微信：${WORDS[code] ?? ''}（${code}）`)
  },
)
