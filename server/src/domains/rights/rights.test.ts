import type { RoleDifference, RowViewer, UserRights } from '@xueheng/contract/domains/rights/rights.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'

const app = useTestApp()
const BASE = '/api/blade-system/rights'

let admin: Client
let reader: Client & { roleId: string }
let editor: Client & { roleId: string }
let postId: string

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  reader = await worker(['post_view'])
  editor = await worker(['post_view', 'post_edit', 'post_delete'])
  const body = { category: 1, postCode: 'R1', postName: '教研员', sort: 1 }
  postId = (await admin.post<{ id: string }>('/api/blade-system/post/submit', body)).data.id
  const menu = await sql<{ id: string }>`select id from menu where code = 'post'`.execute(app().app.database.open)
  const scope = { menuId: menu.rows[0]?.id, scopeName: '只看自己', scopeType: 2 }
  const made = await admin.post<{ id: string }>('/api/blade-system/data-scope/submit', scope)
  const { data } = await admin.get('/api/blade-system/menu/role-tree-keys', { roleIds: reader.roleId })
  const grant = { roleIds: [reader.roleId], menuIds: data.menu, dataScopeIds: [made.data.id] }
  expect((await admin.post('/api/blade-system/role/grant', grant)).status).toBe(200)
})

async function worker(permissions: string[]): Promise<Client & { roleId: string }> {
  const user = await app().user({ role: 'exam', permissions })
  const found = await sql<{
    id: string
  }>`select role_ids[1]::text as id from sys_user where id = ${user.userId}`.execute(app().app.database.tenant(TENANT))
  return { ...user, roleId: found.rows[0]?.id ?? '' }
}

test('a user is told with menus, buttons and scopes, and the role that gives each', async () => {
  const { data } = await admin.get<UserRights>(`${BASE}/of-user`, { userId: reader.userId })
  const role = data.roles[0]?.name
  expect(data).toMatchObject({ isAdministrator: false, units: { level: 'all', codes: [] } })
  expect(data.menus.map((menu) => menu.code)).toEqual(['post'])
  expect(data.menus[0]).toMatchObject({ roles: [role], buttons: [{ code: 'post_view', roles: [role] }] })
  expect(data.data).toEqual([
    { entity: 'post', title: '岗位', scopes: [{ name: '只看自己', type: 2, conditions: [], role }] },
  ])
})

test('what an administrator of two roles holds comes from the role of administrators', async () => {
  const { userId } = await app().user({ role: 'administrator' })
  const asked = async () => (await admin.get<UserRights>(`${BASE}/of-user`, { userId })).data
  const [role] = (await asked()).roles
  await sql`update sys_user set role_ids = role_ids || ${reader.roleId}::bigint where id = ${userId}`.execute(
    app().app.database.tenant(TENANT),
  )
  const { isAdministrator, roles, menus } = await asked()
  expect([isAdministrator, roles.length]).toEqual([true, 2])
  expect(new Set(menus.flatMap((menu) => [menu, ...menu.buttons].flatMap((right) => right.roles)))).toEqual(
    new Set([role?.name]),
  )
})

test('of a user who is locked it is told that there are no rights', async () => {
  const { userId } = await app().user({ role: 'teacher' })
  const asked = () => admin.get(`${BASE}/of-user`, { userId })
  expect((await asked()).status).toBe(200)
  await sql`update sys_user set status = 0 where id = ${userId}`.execute(app().app.database.tenant(TENANT))
  const { status, msg } = await asked()
  expect([status, msg]).toEqual([409, '账号已冻结或到期，没有任何权限'])
})

test('a row is told with who sees it, who does not, and why', async () => {
  const { data } = await admin.get<Page<RowViewer>>(`${BASE}/of-row`, { entity: 'post', id: postId, size: 200 })
  const of = (user: Client) => data.records.find((one) => one.id === user.userId)
  expect(of(admin)).toMatchObject({ state: 'seen', canEdit: true, canDelete: true, scopes: [] })
  expect(of(editor)).toMatchObject({ state: 'seen', canEdit: true, canDelete: true })
  expect(of(reader)).toMatchObject({ state: 'outsideScope', canEdit: false, canDelete: false, scopes: ['只看自己'] })
  const few = await admin.get<Page<RowViewer>>(`${BASE}/of-row`, { entity: 'post', id: postId, state: 'outsideScope' })
  expect(few.data.records.map((one) => one.id)).toEqual([reader.userId])
  const rows = await admin.get(`${BASE}/rows`, { entity: 'post', keyword: '教研' })
  expect(rows.data).toEqual([{ id: postId, label: '教研员' }])
})

test('an account is told with who sees it, like any row', async () => {
  const rows = await admin.get<{ id: string; label: string }[]>(`${BASE}/rows`, { entity: 'user', keyword: '' })
  expect(rows.data.map((row) => row.id)).toContain(editor.userId)
  const asked = { entity: 'user', id: editor.userId, size: 200 }
  const { data } = await admin.get<Page<RowViewer>>(`${BASE}/of-row`, asked)
  const of = (user: Client) => data.records.find((one) => one.id === user.userId)
  expect(of(admin)).toMatchObject({ state: 'seen', canEdit: true })
  expect(of(reader)).toMatchObject({ state: 'noRight', canEdit: false })
  const elsewhere = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  expect((await elsewhere.get(`${BASE}/of-row`, asked)).status).not.toBe(200)
})

test('rows of every kind can be looked for', async () => {
  const { data } = await admin.get<{ name: string }[]>(`${BASE}/entities`)
  expect(data.map((one) => one.name)).toEqual(expect.arrayContaining(['user', 'post', 'wxAccount']))
  for (const { name } of data)
    expect((await admin.get(`${BASE}/rows`, { entity: name, keyword: '一' })).status, name).toBe(200)
})

test('rows of no kind there is are not looked for', async () => {
  const { status, msg } = await admin.get(`${BASE}/rows`, { entity: 'nothing', keyword: '' })
  expect([status, msg]).toEqual([400, '请选择数据'])
})

test('two roles are compared line by line', async () => {
  const query = { left: reader.roleId, right: editor.roleId }
  const { data } = await admin.get<RoleDifference[]>(`${BASE}/compare`, query)
  const differing = data.filter((line) => line.left !== line.right).map((line) => [line.title, line.left, line.right])
  expect(new Set(differing.map(String))).toEqual(new Set(['修改,,yes', '删除,,yes', '只看自己,yes,']))
})

test('only those who see the whole tenant may ask, and only about it', async () => {
  expect((await editor.get(`${BASE}/of-user`, { userId: reader.userId })).status).toBe(403)
  const inSchool = await app().user({ role: 'school', permissions: ['rights_view'] })
  expect((await inSchool.get(`${BASE}/of-user`, { userId: reader.userId })).status).toBe(403)
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  expect((await other.get(`${BASE}/of-user`, { userId: reader.userId })).status).toBe(404)
  expect((await other.get(`${BASE}/of-row`, { entity: 'post', id: postId })).status).toBe(404)
  expect((await other.get(`${BASE}/compare`, { left: reader.roleId, right: editor.roleId })).status).toBe(404)
})
