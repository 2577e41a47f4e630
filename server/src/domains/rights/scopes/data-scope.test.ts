import { sql } from 'kysely'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'
import { readSheets } from '../../../platform/sheet/read.ts'

const app = useTestApp()
const SCOPE = '/api/blade-system/data-scope'
const POST = '/api/blade-system/post'
const POST_RIGHTS = ['post_view', 'post_add', 'post_edit', 'post_delete']

interface Row {
  id: string
  postCode: string
  postName: string
  updateTime: string
}

let admin: Client
let menuId: string
/** A bureau with an office below it, and another department beside. */
const depts = { bureau: '', office: '', other: '' }

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  depts.bureau = await makeDept('教育局', '0')
  depts.office = await makeDept('考试科', depts.bureau)
  depts.other = await makeDept('体育局', '0')
  menuId = await menuOf('post')
})

async function makeDept(deptName: string, parentId: string): Promise<string> {
  const body = { deptName, fullName: deptName, parentId, deptCategory: 1, sort: 1 }
  const { data, msg } = await admin.post<Row>('/api/blade-system/dept/submit', body)
  expect(msg).toBe('操作成功')
  return data.id
}

async function menuOf(code: string): Promise<string> {
  const found = await sql<{ id: string }>`select id from menu where code = ${code}`.execute(app().app.database.open)
  return found.rows[0]?.id ?? ''
}

/** A user of a role of its own in a department, signed in, with the given rights. */
async function worker(deptId: string, permissions = POST_RIGHTS): Promise<Client & { roleId: string }> {
  const user = await app().user({ role: 'exam', permissions })
  const db = app().app.database.tenant(TENANT)
  const found = await sql<{ id: string }>`update sys_user set dept_id = ${deptId}, dept_ids = array[${deptId}::bigint]
    where id = ${user.userId} returning role_ids[1]::text as id`.execute(db)
  return { ...user, roleId: found.rows[0]?.id ?? '' }
}

async function makeScope(change: object): Promise<string> {
  const body = { menuId, scopeName: `范围${nextId()}`, ...change }
  const { data, msg } = await admin.post<Row>(`${SCOPE}/submit`, body)
  expect(msg).toBe('操作成功')
  return data.id
}

async function grant(roleId: string, dataScopeIds: string[]): Promise<void> {
  const { data } = await admin.get('/api/blade-system/menu/role-tree-keys', { roleIds: roleId })
  const body = { roleIds: [roleId], menuIds: data.menu, dataScopeIds, apiScopeIds: [] }
  expect((await admin.post('/api/blade-system/role/grant', body)).msg).toBe('操作成功')
}

async function makePost(user: Client, postName: string): Promise<Row> {
  const body = { category: 1, postCode: `P${nextId()}`, postName, sort: 1 }
  const { data, msg } = await user.post<Row>(`${POST}/submit`, body)
  expect(msg).toBe('操作成功')
  return data
}

async function namesSeen(user: Client): Promise<string[]> {
  const { data } = await user.get(`${POST}/list`, { size: 200 })
  return data.records.map((row: Row) => row.postName).toSorted()
}

async function exported(user: Client): Promise<string> {
  const answer = await user.get(`${POST}/export`)
  const path = join(app().dataDir, `${nextId()}.xlsx`)
  writeFileSync(path, answer.raw)
  const cells: string[] = []
  for await (const row of readSheets({ path, name: 'a.xlsx' })) cells.push(...row.cells)
  return cells.join('\n')
}

describe('a data scope', () => {
  test('of the own department keeps rows of others from list, detail, picker, export, change and removal', async () => {
    const [mine, theirs] = [await worker(depts.office), await worker(depts.other)]
    const own = await makePost(mine, '本科岗位')
    const foreign = await makePost(theirs, '他局岗位')
    expect(await namesSeen(mine)).toEqual(expect.arrayContaining(['他局岗位', '本科岗位']))
    await grant(mine.roleId, [await makeScope({ scopeType: 3 })])
    expect(await namesSeen(mine)).toEqual(['本科岗位'])
    expect((await mine.get(`${POST}/select`)).data.map((row: Row) => row.id)).toEqual([own.id])
    expect((await mine.get(`${POST}/detail`, { id: foreign.id })).data).toEqual({})
    expect(await exported(mine)).toContain('本科岗位')
    expect(await exported(mine)).not.toContain('他局岗位')
    expect((await mine.post(`${POST}/submit`, { id: foreign.id, postName: '改' })).status).toBe(404)
    expect((await mine.post(`${POST}/remove`, undefined, { ids: foreign.id })).status).toBe(404)
    expect((await theirs.get(`${POST}/detail`, { id: foreign.id })).data.postName).toBe('他局岗位')
    expect((await mine.post(`${POST}/submit`, { id: own.id, postName: '新名' })).status).toBe(200)
    expect((await mine.post(`${POST}/remove`, undefined, { ids: own.id })).status).toBe(200)
  })

  test('of the own rows, and of departments below, show exactly those', async () => {
    const chief = await worker(depts.bureau)
    const clerk = await worker(depts.office)
    const athlete = await worker(depts.other)
    await makePost(chief, '一号')
    await makePost(clerk, '二号')
    await makePost(athlete, '三号')
    const below = await makeScope({ scopeType: 4 })
    const own = await makeScope({ scopeType: 2 })
    await grant(chief.roleId, [below])
    await grant(clerk.roleId, [own])
    expect(await namesSeen(chief)).toEqual(expect.arrayContaining(['一号', '二号']))
    expect(await namesSeen(chief)).not.toContain('三号')
    expect(await namesSeen(clerk)).toEqual(['二号'])
    await grant(clerk.roleId, [own, await makeScope({ scopeType: 1 })])
    expect(await namesSeen(clerk)).toContain('三号')
  })

  test('of several roles add up', async () => {
    const clerk = await worker(depts.office)
    const second = await worker(depts.other)
    await makePost(clerk, '甲岗')
    await makePost(second, '乙岗')
    await makePost(admin, '丙岗')
    await grant(clerk.roleId, [await makeScope({ scopeType: 2 })])
    expect(await namesSeen(clerk)).toEqual(['甲岗'])
    const named = { scopeType: 5, scopeValue: [{ field: 'postName', operator: 'equal', values: ['乙岗'] }] }
    await grant(second.roleId, [await makeScope(named)])
    await admin.post('/api/blade-user/grant', {
      userIds: clerk.userId,
      roleIds: [clerk.roleId, second.roleId].join(),
    })
    const again = { ...clerk }
    expect(await namesSeen(again)).toEqual(['乙岗', '甲岗'].toSorted())
    expect(await namesSeen(second)).toEqual(['乙岗'])
  })

  test('neither lets a row be made nor moved beyond it', async () => {
    const clerk = await worker(depts.office)
    const custom = [{ field: 'category', operator: 'equal', values: ['1'] }]
    await grant(clerk.roleId, [await makeScope({ scopeType: 5, scopeValue: custom })])
    const body = { postCode: `P${nextId()}`, postName: '越界', sort: 1 }
    expect((await clerk.post(`${POST}/submit`, { ...body, category: 2 })).status).toBe(403)
    const made = await clerk.post<Row>(`${POST}/submit`, { ...body, category: 1 })
    expect(made.status).toBe(200)
    expect((await clerk.post(`${POST}/submit`, { id: made.data.id, category: 2 })).status).toBe(403)
    expect((await clerk.get(`${POST}/detail`, { id: made.data.id })).data.category).toBe(1)
  })

  test('never narrows an administrator, nor a user without a department to everything', async () => {
    const loose = await app().user({ role: 'exam', permissions: POST_RIGHTS })
    const found = await sql<{
      id: string
    }>`select role_ids[1]::text as id from sys_user where id = ${loose.userId}`.execute(
      app().app.database.tenant(TENANT),
    )
    await makePost(admin, '无主')
    await grant(found.rows[0]?.id ?? '', [await makeScope({ scopeType: 4 })])
    expect(await namesSeen(loose)).toEqual([])
    expect(await namesSeen(admin)).toContain('无主')
  })
})

describe('a custom scope', () => {
  test('compares with the units of the user', async () => {
    const school = await admin.get('/api/blade-system/dict-biz/dictionary', { code: 'stage' })
    expect(school.status).toBe(200)
    const area = { field: 'areaCode', operator: 'equal', attribute: 'areaCode' }
    const scope = await makeScope({ menuId: await menuOf('area_population'), scopeType: 5, scopeValue: [area] })
    const make = (areaCode: string) =>
      admin.post('/api/bigdata-service/examAreaParam/submit', { areaCode, studyYear: 2031, population: '5.00', num: 5 })
    const [one, two] = [await make('990002'), await make('990003')]
    expect([one.msg, two.msg]).toEqual(['操作成功', '操作成功'])
    const user = await app().user({ role: 'exam', permissions: ['areapopulation_view'], areaCode: '990003' })
    const role = await sql<{
      id: string
    }>`select role_ids[1]::text as id from sys_user where id = ${user.userId}`.execute(
      app().app.database.tenant(TENANT),
    )
    await grant(role.rows[0]?.id ?? '', [scope])
    const { data } = await user.get('/api/bigdata-service/examAreaParam/list', { studyYear: 2031 })
    expect(data.records.map((row: { areaCode: string }) => row.areaCode)).toEqual(['990003'])
  })

  const WRONG: [string, unknown, string][] = [
    ['no condition', [], '请添加至少一个条件'],
    ['SQL instead of conditions', "1=1) or ('a'='a", '请添加至少一个条件'],
    [
      'an unknown field',
      [{ field: 'password_hash', operator: 'equal', values: ['x'] }],
      '岗位没有字段「password_hash」',
    ],
    ['a field of every object', [{ field: 'toString', operator: 'equal', values: ['x'] }], '岗位没有字段「toString」'],
    ['an unknown operator', [{ field: 'sort', operator: 'or 1=1', values: ['1'] }], '「岗位排序」不能这样比较'],
    ['an operator of another kind', [{ field: 'sort', operator: 'like', values: ['1'] }], '「岗位排序」不能这样比较'],
    ['an unreadable value', [{ field: 'sort', operator: 'equal', values: ['1 or 1=1'] }], '请求参数格式错误: 岗位排序'],
    [
      'too many conditions',
      Array.from({ length: 21 }, () => ({ field: 'sort', operator: 'equal', values: ['1'] })),
      '条件不能超过20个',
    ],
    [
      'too many values',
      [{ field: 'sort', operator: 'equal', values: Array.from({ length: 201 }, (_none, at) => String(at)) }],
      '「岗位排序」的值不能超过200个',
    ],
    ['no value', [{ field: 'sort', operator: 'equal', values: [] }], '请填写「岗位排序」的值'],
    [
      'an unknown attribute',
      [{ field: 'createDept', operator: 'equal', attribute: 'constructor' }],
      '「创建部门」不能与该用户属性比较',
    ],
  ]
  test.each(WRONG)('is refused with %s', async (_name, scopeValue, message) => {
    const body = { menuId, scopeName: '错误', scopeType: 5, scopeValue }
    const answer = await admin.post(`${SCOPE}/submit`, body)
    expect([answer.status, answer.msg]).toEqual([400, message])
  })

  test('takes as many values and conditions as it may have', async () => {
    const [conditions, values] = [20, 200].map((most) => Array.from({ length: most }, (_none, at) => String(at)))
    const scopeValue = conditions?.map(() => ({ field: 'sort', operator: 'equal', values }))
    const { msg, data } = await admin.post(`${SCOPE}/submit`, { menuId, scopeName: '很多', scopeType: 5, scopeValue })
    expect([msg, data.scopeValue]).toEqual(['操作成功', scopeValue])
  })

  test('is refused for data it could not narrow', async () => {
    const submit = (change: object) =>
      admin.post(`${SCOPE}/submit`, { menuId, scopeName: '错', scopeType: 2, ...change })
    expect((await submit({ resourceCode: 'nothing' })).msg).toBe('没有可以限定的数据「nothing」')
    expect((await submit({ resourceCode: 'menu' })).msg).toBe('菜单为所有租户共用，不能限定')
    expect((await submit({ menuId: await menuOf('system') })).msg).toBe('该菜单没有可以限定的数据，请填写资源编号')
    expect((await submit({ scopeColumn: 'a;b' })).msg).toBe('岗位没有字段「a;b」')
    for (const scopeColumn of ['createDept', 'create_dept']) {
      const { data } = await submit({ scopeName: `列${scopeColumn}`, scopeColumn })
      expect(data.scopeColumn).toBe('createDept')
    }
    expect((await submit({ scopeColumn: 'sort' })).msg).toBe('「岗位排序」不能与该用户属性比较')
    for (const scopeType of [0, 6, 9]) expect((await submit({ scopeType })).status).toBe(400)
    expect((await submit({ menuId: '7' })).msg).toBe('「所属菜单」不是有效的选项')
  })
})

describe('granting data scopes', () => {
  test('stands in the tree of grants; a granted scope is not removed; a client that sends none changes none', async () => {
    const clerk = await worker(depts.office)
    const scope = await makeScope({ scopeType: 2 })
    const { data: tree } = await admin.get('/api/blade-system/menu/grant-tree')
    expect(JSON.stringify(tree.dataScope)).toContain(scope)
    await grant(clerk.roleId, [scope])
    expect((await admin.post(`${SCOPE}/remove`, undefined, { ids: scope })).msg).toBe(
      '已授予角色，请先在角色管理中取消授权',
    )
    await admin.post('/api/blade-system/role/grant', { roleIds: [clerk.roleId], menuIds: [] })
    const { data } = await admin.get('/api/blade-system/menu/role-tree-keys', { roleIds: clerk.roleId })
    expect(data).toEqual({ menu: [], dataScope: [scope], apiScope: [] })
    await grant(clerk.roleId, [])
    expect((await admin.post(`${SCOPE}/remove`, undefined, { ids: scope })).status).toBe(200)
  })

  test('is set by nobody for data of which he sees a part alone', async () => {
    const manager = await worker(depts.office, [...POST_RIGHTS, 'datascope_view', 'datascope_add', 'datascope_edit'])
    const body = { menuId, scopeName: `范围${nextId()}`, scopeType: 1 }
    expect((await manager.post(`${SCOPE}/submit`, body)).msg).toBe('操作成功')
    await grant(manager.roleId, [await makeScope({ scopeType: 2 })])
    const narrowed = await manager.post(`${SCOPE}/submit`, { ...body, scopeName: `范围${nextId()}` })
    expect([narrowed.status, narrowed.msg]).toEqual([403, '您只看到部分岗位，不能设置其数据权限'])
  })

  test('is nothing for those who are narrowed themselves, nor with scopes of another tenant', async () => {
    const manager = await worker(depts.office, [...POST_RIGHTS, 'role_view', 'role_edit'])
    const clerk = await worker(depts.office)
    const scope = await makeScope({ scopeType: 2 })
    await grant(manager.roleId, [scope])
    await grant(clerk.roleId, [scope])
    const body = { roleIds: [clerk.roleId], menuIds: [], dataScopeIds: [] as string[] }
    expect((await manager.post('/api/blade-system/role/grant', body)).status).toBe(403)
    expect((await manager.post('/api/blade-system/role/grant', { ...body, dataScopeIds: [scope] })).status).toBe(200)
    // Trees of check boxes send the menu above the scopes along.
    const withMenu = { ...body, dataScopeIds: [scope, menuId] }
    expect((await manager.post('/api/blade-system/role/grant', withMenu)).status).toBe(200)
    const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    const foreign = await other.post<Row>(`${SCOPE}/submit`, { menuId, scopeName: '外', scopeType: 2 })
    expect(foreign.status).toBe(200)
    const answer = await admin.post('/api/blade-system/role/grant', { ...body, dataScopeIds: [foreign.data.id] })
    expect(answer.status).toBe(404)
  })
})
