import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../../test/harness.ts'
import { seedSystem } from '../../../seed/seed.ts'

const app = useTestApp()
const ROLE = '/api/blade-system/role'
const MENU = '/api/blade-system/menu'
const TOP = '/api/blade-system/topmenu'

interface Node {
  id: string
  code: string
  name: string
  title: string
  value: string
  roleAlias: string
  children?: Node[]
}

let admin: Client
let manager: Client
let sort = 100

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  manager = await app().user({ role: 'admin' })
})

function flat(nodes: Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
}

async function menuIds(...codes: string[]): Promise<string[]> {
  const { data } = await admin.get<Node[]>(`${MENU}/list`)
  const rows = flat(data)
  return codes.map((code) => rows.find((row) => row.code === code)?.id ?? `no menu ${code}`)
}

async function makeRole(alias: string, more: object = {}): Promise<string> {
  sort += 1
  const { data, msg } = await admin.post<Node>(`${ROLE}/submit`, { roleName: alias, roleAlias: alias, sort, ...more })
  expect(msg).toBe('操作成功')
  return data.id
}

/** A signed-in user whose only role is this one. */
async function holder(roleId: string): Promise<Client> {
  const user = await app().user({ role: 'exam', permissions: [] })
  await sql`update sys_user set role_ids = ${[roleId]}::bigint[] where id = ${user.userId}`.execute(
    app().app.database.tenant(TENANT),
  )
  await admin.post(`${ROLE}/grant`, { roleIds: [roleId], menuIds: [] })
  return user
}

function grant(roleId: string, menus: string[], user = admin) {
  return user.post(`${ROLE}/grant`, { roleIds: [roleId], menuIds: menus, dataScopeIds: [], apiScopeIds: [] })
}

async function codesOf(user: Client): Promise<string[]> {
  const { data } = await user.get<Node[]>(`${MENU}/buttons`)
  return data.flatMap((menu) => (menu.children ?? []).map((button) => button.code))
}

describe('rights', () => {
  test('follow a grant with the next request, both ways, without a new sign-in', async () => {
    const roleId = await makeRole('clerk')
    const user = await holder(roleId)
    expect((await user.get('/api/blade-system/param/list')).status).toBe(403)
    await grant(roleId, await menuIds('param', 'param_view'))
    expect((await user.get('/api/blade-system/param/list')).status).toBe(200)
    expect(await codesOf(user)).toEqual(['param_view'])
    const routes = await user.get<Node[]>(`${MENU}/routes`)
    expect(flat(routes.data).map((node) => node.code)).toEqual(['system', 'param'])
    expect((await user.post('/api/blade-system/param/submit', {})).status).toBe(403)
    await grant(roleId, [])
    expect((await user.get('/api/blade-system/param/list')).status).toBe(403)
    expect((await user.get(`${MENU}/routes`)).data).toEqual([])
  })

  test('of a role below are cut to those of the role above, to the last level', async () => {
    const [parent, screen, view, edit] = await menuIds('system', 'param', 'param_view', 'param_edit')
    const top = await makeRole('office')
    const middle = await makeRole('desk', { parentId: top })
    const low = await makeRole('trainee', { parentId: middle })
    for (const id of [top, middle, low]) await grant(id, [parent, screen, view, edit] as string[])
    await grant(top, [parent, screen, view] as string[])
    const { data } = await admin.get(`${MENU}/role-tree-keys`, { roleIds: low })
    expect(data.menu.toSorted()).toEqual(([parent, screen, view] as string[]).toSorted())
  })

  test('nobody hands out more than the own, nor touches the roles of administrators', async () => {
    const roleId = await makeRole('helper')
    const own = await menuIds('param', 'param_view')
    expect((await grant(roleId, own, manager)).status).toBe(200)
    expect((await grant(roleId, await menuIds('menu_edit'), manager)).status).toBe(403)
    const { data } = await admin.get<Node[]>(`${ROLE}/list`)
    const idOf = (alias: string) => flat(data).find((row) => row.roleAlias === alias)?.id ?? ''
    expect((await grant(idOf('administrator'), own, manager)).msg).toBe('无权配置超管角色!')
    expect((await grant(idOf('admin'), own, manager)).msg).toBe('无权配置管理员角色!')
    const rename = { id: roleId, roleAlias: 'administrator' }
    expect((await manager.post(`${ROLE}/submit`, rename)).msg).toBe('无权限创建超管角色！')
    const renamed = await admin.post(`${ROLE}/submit`, { id: idOf('administrator'), roleAlias: 'x' })
    expect([renamed.status, renamed.msg]).toEqual([400, '超管角色的别名不可修改'])
    const removed = await admin.post(`${ROLE}/remove`, undefined, { ids: idOf('administrator') })
    expect([removed.status, removed.msg]).toEqual([400, '超管角色不可删除'])
    expect((await admin.post(`${ROLE}/remove`, undefined, { ids: idOf('exam') })).msg).toBe('角色下还有用户，不能删除')
  })

  test('of a built-in name are made by those alone who hold all of theirs', async () => {
    const own = await menuIds('role', 'role_view', 'role_add', 'role_edit')
    const roleId = await makeRole('namer')
    const namer = await holder(roleId)
    await grant(roleId, own)
    const made = (body: object) => namer.post(`${ROLE}/submit`, { roleName: '起名', sort: 1, ...body })
    const seeded = await made({ roleAlias: 'exam' })
    expect(seeded.status).toBe(403)
    expect(seeded.msg).toMatch(/^角色别名「exam」为内置角色所用/)
  })

  test('the built-in roles have what they are for, and keep it when the program starts again', async () => {
    const exam = await app().user({ role: 'exam' })
    expect(await codesOf(exam)).toEqual(expect.arrayContaining(['examinfo_add', 'scorerank_view']))
    expect(await codesOf(exam)).not.toContain('param_view')
    const db = app().app.database
    const before = await codesOf(manager)
    const [menuId] = await menuIds('dictbiz_delete')
    await sql`delete from role_menu where menu_id = ${menuId}`.execute(db.tenant(TENANT))
    await sql`update menu set name = '参数', sort = 77, path = '/old' where code = 'param'`.execute(db.open)
    await seedSystem(db, app().config)
    const { data } = await admin.get<Node[]>(`${MENU}/list`, { code_equal: 'param' })
    expect(data).toMatchObject([{ name: '参数', sort: 77, path: '/system/param' }])
    const later = await app().user({ role: 'admin' })
    expect((await codesOf(later)).toSorted()).toEqual(before.filter((code) => code !== 'dictbiz_delete').toSorted())
  })
})

describe('trees of roles', () => {
  test('hide the role of administrators from those who are none', async () => {
    const mine = await manager.get<Node[]>(`${ROLE}/tree`, { tenantId: TENANT })
    const all = await admin.get<Node[]>(`${ROLE}/tree`)
    expect(all.data.map((node) => node.title)).toContain('超级管理员')
    expect(mine.data.map((node) => node.title)).not.toContain('超级管理员')
    const { id } = mine.data.find((node) => node.title === '租户管理员') as Node
    expect(mine.data).toContainEqual({ id, key: id, value: id, parentId: '0', title: '租户管理员' })
  })

  test('a role without a level is of the lowest, and keeps one it was given', async () => {
    const levelOf = async (id: string) => (await admin.get(`${ROLE}/detail`, { id })).data.scopeLevel
    const [none, area] = [await makeRole('level_none'), await makeRole('level_area', { scopeLevel: 'area' })]
    await admin.post(`${ROLE}/submit`, { id: area, roleName: '县区' })
    expect([await levelOf(none), await levelOf(area)]).toEqual(['class', 'area'])
    const odd = await admin.post(`${ROLE}/submit`, { id: none, scopeLevel: 'world' })
    expect([odd.status, odd.msg]).toEqual([400, '「数据范围」不是有效的选项'])
  })

  test('a role is not its own parent, directly or round a corner', async () => {
    const one = await makeRole('loop_one')
    const two = await makeRole('loop_two', { parentId: one })
    for (const parentId of [one, two]) {
      expect((await admin.post(`${ROLE}/submit`, { id: one, parentId })).msg).toBe('父节点不可选择自身!')
    }
  })

  test('select answers those of a user, or those named', async () => {
    const roleId = await makeRole('picked')
    const user = await holder(roleId)
    const { data } = await user.get<Node[]>(`${ROLE}/select`, { userId: user.userId })
    expect(data.map((row) => row.roleAlias)).toEqual(['picked'])
    expect((await user.get(`${ROLE}/select`, { roleId })).data).toEqual(data)
  })

  test('select tells what somebody else holds to those who look after accounts', async () => {
    const [nosy, keeper] = [
      await app().user({ role: 'exam', permissions: [] }),
      await app().user({ role: 'exam', permissions: ['user_view'] }),
    ]
    for (const path of [`${ROLE}/select`, '/api/blade-system/dept/select']) {
      expect((await nosy.get(path, { userId: admin.userId })).status).toBe(403)
      expect((await nosy.get(path, { userId: nosy.userId })).status).toBe(200)
      expect((await keeper.get(path, { userId: admin.userId })).status).toBe(200)
    }
  })
})

describe('tenants', () => {
  test('see only their own roles; the managing one reaches into others', async () => {
    const other = await app().user({ role: 'admin', tenantId: OTHER_TENANT })
    const made = await other.post<Node>(`${ROLE}/submit`, { roleName: '教研员', roleAlias: 'research', sort: 1 })
    const id = made.data.id
    expect(flat((await admin.get<Node[]>(`${ROLE}/list`)).data).map((row) => row.id)).not.toContain(id)
    const seen = await admin.get<Node[]>(`${ROLE}/list`, { tenantId: OTHER_TENANT })
    expect(flat(seen.data).map((row) => row.id)).toContain(id)
    expect((await admin.get(`${ROLE}/tree-by-id`, { roleId: id })).data).toContainEqual(expect.objectContaining({ id }))
    expect((await admin.post(`${ROLE}/submit`, { id, roleName: '教研组' })).data).toMatchObject({
      tenantId: OTHER_TENANT,
    })
    const menus = await menuIds('param', 'param_view')
    expect((await grant(id, menus)).status).toBe(200)
    const keys = await other.get(`${MENU}/role-tree-keys`, { roleIds: id })
    expect(keys.data.menu.toSorted()).toEqual(menus.toSorted())
    expect((await manager.get(`${ROLE}/list`, { tenantId: OTHER_TENANT })).status).toBe(403)
    expect((await manager.post(`${ROLE}/submit`, { id, roleName: 'x' })).status).toBe(404)
    expect((await grant(id, menus, manager)).status).toBe(404)
    expect((await manager.post(`${ROLE}/remove`, undefined, { ids: id })).status).toBe(404)
  })

  test('share the menu, which only the managing tenant changes', async () => {
    const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    const [id] = await menuIds('param_view')
    const body = { name: '外来', code: 'foreign', category: 1, sort: 1 }
    expect((await other.post(`${MENU}/submit`, body)).status).toBe(403)
    expect((await other.post(`${MENU}/submit`, { id, name: '改' })).status).toBe(403)
    expect((await other.post(`${MENU}/remove`, undefined, { ids: id })).status).toBe(403)
  })
})

describe('menu', () => {
  test('codes and names of screens are unique, parents are screens, nodes with children stay', async () => {
    const clash = '菜单名或编号已存在!'
    const [system, param, view] = await menuIds('system', 'param', 'param_view')
    const body = { name: '帮助', code: 'help', path: 'https://example.cn', category: 1, sort: 99, isOpen: 2 }
    const made = await admin.post<Node>(`${MENU}/submit`, body)
    expect(made.data.id).toMatch(/^\d+$/)
    expect((await admin.post(`${MENU}/submit`, { ...body, code: 'other' })).msg).toBe(clash)
    expect((await admin.post(`${MENU}/submit`, { ...body, name: '别的' })).msg).toBe(clash)
    expect((await admin.post(`${MENU}/submit`, { ...body, name: '下级', code: 'below', parentId: view })).msg).toBe(
      '父节点只可选择菜单类型!',
    )
    expect((await admin.post(`${MENU}/submit`, { id: param, parentId: param })).msg).toBe('父节点不可选择自身!')
    expect((await admin.post(`${MENU}/remove`, undefined, { ids: system })).msg).toBe('请先删除子节点!')
    const routes = await admin.get<Node[]>(`${MENU}/routes`)
    expect(routes.data).toContainEqual(expect.objectContaining({ code: 'help', isOpen: 2 }))
    expect((await admin.post(`${MENU}/remove`, undefined, { ids: made.data.id })).status).toBe(200)
  })

  test('lazy lists give one level and say what has more; a search goes over all levels', async () => {
    const top = await admin.get(`${MENU}/lazy-list`, { parentId: '0' })
    expect(top.data.find((row: Node) => row.code === 'system')).toMatchObject({ hasChildren: true, category: 1 })
    const [param] = await menuIds('param')
    const buttons = await admin.get<Node[]>(`${MENU}/lazy-list`, { parentId: param })
    expect(buttons.data.map((row) => row.code)).toEqual(['param_add', 'param_edit', 'param_delete', 'param_view'])
    expect((await admin.get(`${MENU}/lazy-menu-list`, { parentId: param })).data).toEqual([])
    const found = await admin.get<Node[]>(`${MENU}/lazy-list`, { code: 'areatypeparam_edit' })
    expect(found.data.map((row) => row.code)).toEqual(['areatypeparam_edit'])
  })

  test('the tree of grants holds buttons, for others only what they have', async () => {
    const all = flat((await admin.get(`${MENU}/grant-tree`)).data.menu)
    const mine = flat((await manager.get(`${MENU}/grant-tree`)).data.menu)
    const [edit, view] = await menuIds('menu_edit', 'param_view')
    expect(all.map((node) => node.id)).toContain(edit)
    expect(mine.map((node) => node.id)).toContain(view)
    expect(mine.map((node) => node.id)).not.toContain(edit)
    const screens = flat((await admin.get(`${MENU}/tree`)).data)
    expect(screens.map((node) => node.id)).not.toContain(view)
  })

  test('auth-routes name the roles of every path', async () => {
    const { data } = await manager.get<Record<string, { authority: string[] }>[]>(`${MENU}/auth-routes`)
    const param = data.find((one) => one['/system/param'])
    expect(param?.['/system/param']?.authority).toEqual(expect.arrayContaining(['administrator', 'admin']))
  })
})

describe('the top menu', () => {
  test('brings up its own screens, as far as the user may open them', async () => {
    const made = await admin.post<Node>(`${TOP}/submit`, { code: 'office', name: '教务', sort: 1 })
    const menus = await menuIds('exam_info', 'param')
    const body = { topMenuIds: [made.data.id], menuIds: menus }
    const exam = await app().user({ role: 'exam' })
    expect((await exam.post(`${TOP}/grant`, body)).status).toBe(403)
    expect((await admin.post(`${TOP}/grant`, body)).status).toBe(200)
    const keys = await admin.get(`${MENU}/top-tree-keys`, { topMenuIds: made.data.id })
    expect(keys.data.menu.toSorted()).toEqual(menus.toSorted())
    expect((await exam.get<Node[]>(`${MENU}/top-menu`)).data).toMatchObject([{ id: made.data.id, name: '教务' }])
    const all = await admin.get<Node[]>(`${MENU}/routes`, { topMenuId: made.data.id })
    expect(flat(all.data).map((node) => node.code)).toEqual(['exam', 'exam_info', 'system', 'param'])
    const few = await exam.get<Node[]>(`${MENU}/routes`, { topMenuId: made.data.id })
    expect(flat(few.data).map((node) => node.code)).toEqual(['exam', 'exam_info'])
    const other = await app().user({ role: 'admin', tenantId: OTHER_TENANT })
    expect((await other.get(`${MENU}/top-menu`)).data).toEqual([])
    expect((await other.post(`${TOP}/grant`, body)).status).toBe(404)
  })

  test('loses no screens by the hand of somebody who may not open them', async () => {
    const [mine = '', theirs = '', more = ''] = await menuIds('post', 'tenant', 'dept')
    const keeper = await app().user({ role: 'exam', permissions: ['post_view', 'dept_view', 'topmenu_setting'] })
    const { data } = await admin.post<Node>(`${TOP}/submit`, { code: 'mixed', name: '混合', sort: 2 })
    const give = (user: Client, menus: unknown[]) =>
      user.post(`${TOP}/grant`, { topMenuIds: [data.id], menuIds: menus })
    const kept = async () => (await admin.get(`${MENU}/top-tree-keys`, { topMenuIds: data.id })).data.menu.toSorted()
    expect((await give(admin, [mine, theirs])).status).toBe(200)
    const taken = await give(keeper, [mine])
    expect([taken.status, taken.msg]).toEqual([403, '无权配置菜单「租户管理」，超出您的权限：您没有该菜单或按钮'])
    expect(await kept()).toEqual([mine, theirs].toSorted())
    expect((await give(keeper, [theirs, more])).msg).toBe('操作成功')
    expect(await kept()).toEqual([theirs, more].toSorted())
  })
})
