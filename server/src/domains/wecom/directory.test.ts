import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker, type Row } from '../../../test/rows.ts'
import { decryptField } from '../../platform/secret.ts'

const app = useTestApp()
const BASE = '/api/blade-qyweixin'
const SECRET = 'secretOfTheApplication0000000000'
const KEY = 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C'

let admin: Client
let maker: RowMaker
let made = 0

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
})

async function send(path: string, body: object, user = admin): Promise<Row & { msg: string }> {
  const { data, msg } = await user.post<Row>(`${BASE}/${path}/submit`, body)
  return { ...data, msg }
}

async function keep(path: string, body: object): Promise<Row> {
  const { msg, ...row } = await send(path, body)
  expect(msg).toBe('操作成功')
  return row
}

/** A corp with a school directory: one grade and two classes of it. */
async function schoolCorp(change: object = {}) {
  made += 1
  const corpId = `ww${String(made).padStart(16, 'c')}`
  await keep('corp', { corpId, corpName: `学校${made}`, schoolMode: 1, ...change })
  const top = await keep('dept', { corpId, deptName: '学校', deptType: 5, deptId: 1 })
  const grade = await keep('dept', { corpId, deptName: '七年级', deptType: 2, parentId: top['id'], standardGrade: 7 })
  const one = await keep('dept', { corpId, deptName: '1班', deptType: 1, parentId: grade['id'] })
  const two = await keep('dept', { corpId, deptName: '2班', deptType: 1, parentId: grade['id'] })
  return { corpId, top, grade, one, two }
}

describe('corps', () => {
  test('keep their secrets to themselves', async () => {
    const corpId = 'ww00000000000000aa'
    const body = { corpId, corpName: '甲', secret: SECRET, contactSecret: SECRET, token: 'QDG6eK', encodingAesKey: KEY }
    const answer = await admin.post<Row>(`${BASE}/corp/submit`, body)
    const id = String(answer.data['id'])
    const texts = [
      answer.raw,
      (await admin.get(`${BASE}/corp/list`)).raw,
      (await admin.get(`${BASE}/corp/detail`, { id })).raw,
      (await admin.get(`${BASE}/corp/list`, { secret_like: 'v1', ascs: 'secret' })).raw,
    ].map(String)
    for (const text of texts) for (const secret of [SECRET, 'QDG6eK', KEY, 'v1.']) expect(text).not.toContain(secret)
    expect(answer.data).toMatchObject({ hasSecret: 1, hasContactSecret: 1, hasToken: 1, hasEncodingAesKey: 1 })
    const found = await sql<{ secret: string }>`select secret from wecom_corp where id = ${id}`.execute(
      app().app.database.tenant(TENANT),
    )
    const row = { id, secret: found.rows[0]?.secret ?? null }
    expect(decryptField(app().config.masterKey, wecomCorp, row, 'secret')).toBe(SECRET)
  })

  test('say what is wrong with what was typed', async () => {
    const ask = async (change: object) =>
      (await send('corp', { corpId: 'ww00000000000000bb', corpName: '乙', ...change })).msg
    expect(await ask({ corpId: 'abc' })).toBe('企业ID应以 ww 或 wx 开头')
    expect(await ask({ corpId: '' })).toBe('请输入企业ID')
    expect(await ask({ corpName: '' })).toBe('请输入企业名称')
    expect(await ask({ encodingAesKey: 'short' })).toBe('EncodingAESKey应为43位字母或数字')
    expect(await ask({ token: '中文' })).toBe('Token应为3到32位字母或数字')
    expect(await ask({ uscc: '123' })).toBe('统一社会信用代码格式不正确')
    expect(await ask({})).toBe('操作成功')
    expect(await ask({})).toBe('该企业ID已存在')
  })

  test('stay while they have departments', async () => {
    const { corpId } = await schoolCorp()
    const { data } = await admin.get(`${BASE}/corp/detail`, { corpId })
    const remove = (id: unknown) => admin.post(`${BASE}/corp/remove`, undefined, { ids: id })
    expect((await remove(data.id)).msg).toBe('企业下还有部门，不能删除')
    const empty = await keep('corp', { corpId: 'ww00000000000000cc', corpName: '空' })
    expect((await remove(empty['id'])).status).toBe(200)
  })
})

describe('departments', () => {
  test('open level by level, by row or by the number in the corp', async () => {
    const { corpId, top, grade, one, two } = await schoolCorp()
    await schoolCorp()
    const titles = async (query: object) =>
      (await admin.get<Row[]>(`${BASE}/dept/lazy-list`, { corpId, ...query })).data.map((row) => [
        row['deptName'],
        row['hasChildren'],
      ])
    expect(await titles({ parentId: '0' })).toEqual([['学校', true]])
    expect(await titles({ parentId: top['id'] })).toEqual([['七年级', true]])
    expect(await titles({ parentId: '1' })).toEqual([['七年级', true]])
    expect(await titles({ parentId: grade['id'] })).toEqual([
      ['1班', false],
      ['2班', false],
    ])
    expect(await titles({ parentId: '99' })).toEqual([])
    const nodes = await admin.get<Row[]>(`${BASE}/dept/lazy-tree`, { corpId, parentId: grade['id'] })
    expect(nodes.data).toMatchObject([
      { id: one['id'], parentId: grade['id'], title: '1班', key: one['id'], value: one['id'], hasChildren: false },
      { id: two['id'], title: '2班' },
    ])
    const roots = await admin.get<Row[]>(`${BASE}/dept/lazy-tree`, { corpId })
    expect(roots.data.map((node) => node['title'])).toEqual(['学校'])
    const tree = await admin.get(`${BASE}/dept/tree`, { corpId })
    expect(tree.data).toMatchObject([
      { title: '学校', children: [{ title: '七年级', children: [{ title: '1班' }, { title: '2班' }] }] },
    ])
    const list = await admin.get<Row[]>(`${BASE}/dept/list`, { corpId })
    expect(list.data).toMatchObject([{ deptName: '学校', children: [{ deptName: '七年级' }] }])
  })

  test('have the next number of their corp, and a parent by its number', async () => {
    const { corpId, grade } = await schoolCorp()
    expect(grade).toMatchObject({ deptId: 2, syncState: 0 })
    const named = await keep('dept', { corpId, deptName: '3班', deptType: 1, parentId: '2' })
    expect(named).toMatchObject({ parentId: grade['id'], deptId: 5 })
    expect((await send('dept', { corpId, deptName: '4班', deptType: 1, parentId: '2', deptId: 5 })).msg).toBe(
      '该企业部门编号已存在',
    )
  })

  test('form no circle, and take what is below with them', async () => {
    const { corpId, top, grade, one } = await schoolCorp()
    const move = async (id: unknown, parentId: unknown) => (await send('dept', { id, parentId })).msg
    expect(await move(top['id'], grade['id'])).toBe('父节点不可选择自身!')
    expect(await move(top['id'], top['id'])).toBe('父节点不可选择自身!')
    const campus = await keep('dept', { corpId, deptName: '东校区', deptType: 4, parentId: top['id'] })
    expect(await move(grade['id'], campus['id'])).toBe('操作成功')
    const { data } = await admin.get(`${BASE}/dept/detail`, { id: one['id'] })
    expect(data.ancestors).toBe(`0,${String(top['id'])},${String(campus['id'])},${String(grade['id'])}`)
    const other = await schoolCorp()
    expect(await move(grade['id'], other.top['id'])).toBe('部门不属于该企业')
  })

  test('stand where their type may', async () => {
    const { corpId, top, grade } = await schoolCorp()
    const ask = async (change: object) =>
      (await send('dept', { corpId, deptName: '某班', deptType: 1, parentId: grade['id'], ...change })).msg
    const { classCode } = await maker.create(registry.entity('schoolClasses'))
    expect(await ask({ classCode })).toBe('对应班级前请选择学校')
    expect(await ask({ classCode, deptType: 2, parentId: top['id'] })).toBe('只有班级可以对应班级')
    expect(await ask({ parentId: top['id'] })).toBe('班级的上级应为年级')
    expect(await ask({ parentId: '0' })).toBe('班级的上级应为年级')
    expect(await ask({ deptType: 0 })).toBe('家校通讯录的部门应为班级、年级、学段、校区或学校')
    expect(await ask({ deptName: '一班:甲' })).toBe('部门名称不能含有 \\ : * ? " < > |')
    expect(await ask({ deptName: '班'.repeat(33) })).toBe('家校通讯录的部门名称最多32个字')
    expect(await ask({ registerYear: 2026 })).toBe('只有年级填入学年份')
    expect(await ask({ standardGrade: 7 })).toBe('只有年级填标准年级')
    expect(await ask({ deptType: 2, openGroupChat: 1 })).toBe('只有班级可以开通班级群')
    expect(await ask({ sort: -1 })).toBe('排序不能小于0')
    expect((await send('dept', { id: grade['id'], deptType: 4, standardGrade: null })).msg).toBe(
      '年级下还有班级，不能改为其他类型',
    )
    const stage = await keep('dept', { corpId, deptName: '小学', deptType: 3, parentId: top['id'] })
    expect((await send('dept', { id: stage['id'], deptType: 4 })).msg).toBe('操作成功')
    expect(await ask({ deptName: '班'.repeat(32) })).toBe('操作成功')
    await keep('corp', { corpId: 'ww00000000000000dd', corpName: '局机关', schoolMode: 0 })
    const office = { corpId: 'ww00000000000000dd', deptName: '办'.repeat(33) }
    expect((await send('dept', { ...office, deptType: 2 })).msg).toBe('该企业不用家校通讯录，部门类型只能是部门')
    expect((await send('dept', { ...office, deptType: 0 })).msg).toBe('操作成功')
  })

  test('stay while something hangs on them', async () => {
    const { corpId, top, grade, one, two } = await schoolCorp()
    const remove = async (id: unknown) => (await admin.post(`${BASE}/dept/remove`, undefined, { ids: id })).msg
    await keep('student', { corpId, studentUserid: 'zhang', name: '张一', departments: [one['id']] })
    await keep('deptadmins', { corpId, department: two['id'], userId: 'wang', adminType: 3 })
    expect(await remove(grade['id'])).toBe('请先删除子节点!')
    expect(await remove(one['id'])).toBe('部门下还有学生，不能删除')
    expect(await remove(two['id'])).toBe('部门下还有管理员，请先删除管理员')
    const empty = await keep('dept', { corpId, deptName: '3班', deptType: 1, parentId: grade['id'] })
    expect(await remove(empty['id'])).toBe('操作成功')
    await keep('corp', { corpId: 'ww00000000000000ee', corpName: '空', schoolMode: 1 })
    const root = await keep('dept', { corpId: 'ww00000000000000ee', deptName: '学校', deptType: 5, deptId: 1 })
    expect(await remove(root['id'])).toBe('不能删除根部门')
    expect(await remove(top['id'])).toBe('请先删除子节点!')
  })
})

describe('people', () => {
  test('administrators suit their department', async () => {
    const { corpId, grade, one } = await schoolCorp()
    const ask = async (change: object) =>
      (await send('deptadmins', { corpId, department: one['id'], userId: 'li.1', adminType: 4, ...change })).msg
    expect(await ask({ adminType: 2 })).toBe('该职责只能用于年级')
    expect(await ask({ department: grade['id'] })).toBe('该职责只能用于班级')
    expect(await ask({ department: grade['id'], adminType: 2, subject: '语文' })).toBe('只有班主任和任课教师填科目')
    expect(await ask({ subject: '语文、数学' })).toBe('科目只填一个')
    expect(await ask({ userId: '李' })).toBe('账号只能由字母、数字和_-@.组成，以字母或数字开头')
    expect(await ask({ subject: '语文' })).toBe('操作成功')
    expect(await ask({})).toBe('该企业部门成员账号职责已存在')
  })

  test('students are in classes of their corp, at most twenty', async () => {
    const { corpId, grade, one } = await schoolCorp()
    const other = await schoolCorp()
    const ask = async (change: object) =>
      (await send('student', { corpId, studentUserid: 'Zhang', name: '张一', departments: [one['id']], ...change })).msg
    expect(await ask({ departments: [] })).toBe('请选择班级部门')
    expect(await ask({ departments: [grade['id']] })).toBe('「七年级」不是班级，学生只能在班级里')
    expect(await ask({ departments: [other.one['id']] })).toBe('部门不属于该企业')
    expect(await ask({ studentUserid: '.zhang' })).toBe('账号只能由字母、数字和_-@.组成，以字母或数字开头')
    expect(await ask({ mobile: '123' })).toBe('手机号码长度不为11位')
    expect(await ask({})).toBe('操作成功')
    expect(await ask({})).toBe('该企业学生账号已存在')
    expect(await ask({ studentUserid: 'zhang' })).toBe('该学生账号已存在，账号不分大小写')
    const classes = []
    for (let i = 0; i < 20; i += 1) {
      classes.push((await keep('dept', { corpId, deptName: `兴趣${i}`, deptType: 1, parentId: grade['id'] }))['id'])
    }
    expect(await ask({ studentUserid: 'li', departments: [one['id'], ...classes] })).toBe('一名学生最多在20个班级')
    expect(await ask({ studentUserid: 'li', departments: classes })).toBe('操作成功')
  })

  test('parents belong to a child, with one number and at most ten of them', async () => {
    const { corpId, one } = await schoolCorp()
    const other = await schoolCorp()
    const child = (n: number, of = corpId, dept = one) =>
      keep('student', { corpId: of, studentUserid: `s${n}`, name: `学生${n}`, departments: [dept['id']] })
    const children = []
    for (let n = 0; n < 11; n += 1) children.push(await child(n))
    const foreign = await child(1, other.corpId, other.one)
    const body = { corpId, parentUserid: 'p1', relation: '爸爸', mobile: '13812345678' }
    expect((await send('studentparents', { ...body, student: foreign['id'] })).msg).toBe('学生不属于该企业')
    const first = await keep('studentparents', { ...body, student: children[0]?.['id'] })
    expect(first).toMatchObject({ studentUserid: 's0', mobile: '138****5678' })
    const second = await keep('studentparents', { ...body, student: children[1]?.['id'], mobile: '13912345678' })
    const phones = sql<{ mobile: string }>`select distinct mobile from wecom_parent where parent_userid = 'p1'`
    expect((await phones.execute(app().app.database.tenant(TENANT))).rows).toEqual([{ mobile: '13912345678' }])
    for (const { id } of children.slice(2, 10)) await keep('studentparents', { ...body, student: id })
    const last = await send('studentparents', { ...body, student: children[10]?.['id'] })
    expect(last.msg).toBe('一位家长最多有10个孩子')
    const removal = await admin.post(`${BASE}/student/remove`, undefined, { ids: children[1]?.['id'] })
    expect(removal.msg).toBe('学生还有家长，请先删除家长')
    await admin.post(`${BASE}/studentparents/remove`, undefined, { ids: second['id'] })
    const again = await admin.post(`${BASE}/student/remove`, undefined, { ids: children[1]?.['id'] })
    expect(again.msg).toBe('操作成功')
  })
})

describe('who sees what', () => {
  test('a school its own, a teacher the own class, the bureau all, another tenant nothing', async () => {
    const school = await maker.create(registry.entity('basicSchool'))
    const other = await maker.create(registry.entity('basicSchool'))
    const klass = await maker.create(registry.entity('schoolClasses'), { schoolCode: school['schoolCode'] })
    const { corpId, top, grade, one, two } = await schoolCorp()
    await keep('dept', { id: grade['id'], schoolCode: school['schoolCode'] })
    await keep('dept', { id: one['id'], classCode: klass['classCode'] })
    const grade2 = { corpId, deptName: '八年级', deptType: 2, parentId: top['id'], schoolCode: other['schoolCode'] }
    const three = await keep('dept', {
      corpId,
      deptName: '3班',
      deptType: 1,
      parentId: (await keep('dept', grade2))['id'],
    })
    const student = (n: number, dept: Row) =>
      keep('student', { corpId, studentUserid: `s${n}`, name: `学生${n}`, departments: [dept['id']] })
    const [a, b, c] = [await student(1, one), await student(2, two), await student(3, three)]
    for (const [n, child] of [a, b, c].entries()) {
      await keep('studentparents', { corpId, parentUserid: `p${n + 1}`, student: child['id'], mobile: '13812345678' })
    }
    expect(a).toMatchObject({ schoolCode: school['schoolCode'], classCode: klass['classCode'] })
    expect(c).toMatchObject({ schoolCode: other['schoolCode'], classCode: null })
    const codes = ['wecomdept_view', 'wecomstudent_view', 'wecomparent_view', 'wecomparent_reveal', 'wecomstudent_edit']
    const schoolCode = String(school['schoolCode'])
    const head = await app().user({ role: 'school', schoolCode, permissions: codes })
    const classCodes = [String(klass['classCode'])]
    const teacher = await app().user({ role: 'teacher', schoolCode, classCodes, permissions: codes })
    const stranger = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    const seen = async (user: Client, path: string, name: string) =>
      (await user.get(`${BASE}/${path}/list`, { corpId, ascs: name })).data.records.map((row: Row) => row[name])
    expect(await seen(admin, 'student', 'studentUserid')).toEqual(['s1', 's2', 's3'])
    expect(await seen(head, 'student', 'studentUserid')).toEqual(['s1', 's2'])
    expect(await seen(teacher, 'student', 'studentUserid')).toEqual(['s1'])
    expect(await seen(head, 'studentparents', 'parentUserid')).toEqual(['p1', 'p2'])
    expect(await seen(teacher, 'studentparents', 'parentUserid')).toEqual(['p1'])
    expect(await seen(stranger, 'student', 'studentUserid')).toEqual([])
    const depts = await head.get<Row[]>(`${BASE}/dept/lazy-list`, { corpId, parentId: '0' })
    expect(depts.data.map((row) => row['deptName'])).toEqual(['七年级'])
    expect((await teacher.get(`${BASE}/student/detail`, { id: b['id'] })).data).toEqual({})
    const foreign = await head.post(`${BASE}/student/submit`, { id: c['id'], remark: 'x' })
    expect(foreign.status).toBe(404)
    const moved = await head.post(`${BASE}/student/submit`, { id: b['id'], departments: [three['id']] })
    expect(moved.status).not.toBe(200)
  })

  test('the register says where a student is, and a class that changes school takes its people along', async () => {
    const [school, other] = [
      await maker.create(registry.entity('basicSchool')),
      await maker.create(registry.entity('basicSchool')),
    ]
    const { corpId, grade, one } = await schoolCorp({ uscc: school['schoolCode'] })
    expect(one).toMatchObject({ schoolCode: school['schoolCode'], areaCode: school['areaCode'] })
    const known = await maker.create(registry.entity('basicStudent'), { schoolCode: other['schoolCode'] })
    const code = (
      await sql<{ code: string }>`select student_code as code from basic_student where id = ${known['id']}`.execute(
        app().app.database.tenant(TENANT),
      )
    ).rows[0]?.code
    const body = { corpId, studentUserid: 's1', name: '甲', departments: [one['id']] }
    expect((await send('student', { ...body, studentCode: 'L000000000000000009' })).msg).toBe('学生信息里没有该学籍号')
    const linked = await keep('student', { ...body, studentCode: code })
    expect(linked).toMatchObject({ schoolCode: other['schoolCode'] })
    const plain = await keep('student', { ...body, studentUserid: 's2' })
    await keep('studentparents', { corpId, parentUserid: 'p1', student: plain['id'], mobile: '13812345678' })
    await keep('deptadmins', { corpId, department: one['id'], userId: 'wang', adminType: 3 })
    await keep('dept', { id: grade['id'], schoolCode: other['schoolCode'] })
    for (const path of ['student', 'studentparents', 'deptadmins']) {
      const { data } = await admin.get(`${BASE}/${path}/list`, { corpId })
      expect(data.records.map((row: Row) => row['schoolCode'])).toEqual(data.records.map(() => other['schoolCode']))
    }
  })
})
