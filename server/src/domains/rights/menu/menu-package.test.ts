import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, basic, useTestApp } from '../../../../test/harness.ts'
import { md5 } from '../../credentials/password.ts'

const app = useTestApp()
const BASE = '/api/blade-system'

let admin: Client
let tenantId: string
let rowId: string
let packageId: string
let owner: { get: Client['get']; post: Client['post'] }

interface Node {
  id: string
  title: string
  children?: Node[]
}

function idsOf(nodes: Node[], titles: string[]): string[] {
  return nodes.flatMap((node) => [
    ...(titles.includes(node.title) ? all([node]) : []),
    ...(titles.includes(node.title) ? [] : idsOf(node.children ?? [], titles)),
  ])
}

function all(nodes: Node[]): string[] {
  return nodes.flatMap((node) => [node.id, ...all(node.children ?? [])])
}

async function tree(client: Pick<Client, 'get'> = admin): Promise<Node[]> {
  return (await client.get(`${BASE}/menu/grant-tree`)).data.menu
}

async function choose(titles: string[]) {
  return admin.post(`${BASE}/menu-package/grant`, { id: packageId, menuIds: idsOf(await tree(), titles) })
}

/** Calls of the administrator the tenant was opened with, who has chosen a password of their own. */
async function enter(): Promise<typeof owner> {
  const issued = await admin.post(`${BASE}/tenant/admin-password`, { id: rowId })
  expect(issued.data).toMatchObject({ tenantId, account: 'head' })
  const first = await signIn(issued.data.password)
  const change = { oldPassword: md5(issued.data.password), newPassword: md5(OWN), newPassword1: md5(OWN) }
  const changed = await app().anonymous.post(`${BASE}/user/update-password`, undefined, { ...change, ...first })
  expect(changed.status).toBe(200)
  const token = await signIn(OWN)
  return {
    get: (path, query) => app().anonymous.get(path, { ...query, ...token }),
    post: (path, body, query) => app().anonymous.post(path, body, { ...query, ...token }),
  }
}

const OWN = 'Zwischen#4417'

async function signIn(password: string): Promise<{ 'Blade-Auth': string }> {
  const answer = await app().app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId, username: 'head', password: md5(password), grant_type: 'password' },
    headers: { authorization: basic(app().config), 'tenant-id': tenantId },
  })
  return { 'Blade-Auth': String(answer.json()['access_token']) }
}

async function titlesFor(client: Pick<Client, 'get'>): Promise<string[]> {
  const routes: { name: string; children?: { name: string }[] }[] = (await client.get(`${BASE}/menu/routes`)).data
  return routes.flatMap((route) => (route.children ?? []).map((child) => child.name))
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const made = await admin.post(`${BASE}/menu-package/submit`, { packageName: '基础版', sort: 1 })
  packageId = made.data.id
})

describe('a package of menus', () => {
  test('must have something in it before a tenant gets it', async () => {
    const early = await admin.post(`${BASE}/tenant/submit`, { tenantName: '空局', packageId })
    expect(early.msg).toBe('所选套餐还没有菜单，请先配置套餐的菜单')
    expect((await choose(['用户管理', '角色管理', '岗位管理'])).status).toBe(200)
    const { data } = await admin.get(`${BASE}/menu-package/keys`, { id: packageId })
    const above = (await tree()).filter((node) => ['系统管理', '权限管理'].includes(node.title)).map((node) => node.id)
    expect(data.menu).toEqual(expect.arrayContaining(above))
  })

  test('is all a new tenant sees', async () => {
    const opened = await admin.post(`${BASE}/tenant/submit`, { tenantName: '套餐局', packageId, adminAccount: 'head' })
    expect(opened.data).toMatchObject({ packageId, adminAccount: 'head' })
    expect(JSON.stringify(opened.data)).not.toMatch(/password"/)
    tenantId = opened.data.tenantId
    rowId = opened.data.id
    owner = await enter()
    expect(await titlesFor(owner)).toEqual(['用户管理', '岗位管理', '角色管理'])
    expect((await owner.get(`${BASE}/post/list`)).status).toBe(200)
    expect((await owner.get(`${BASE}/param/list`)).status).toBe(403)
  })

  test('is listed with its menus under the name other programs know, for the managing administrators', async () => {
    const { data } = await admin.get(`${BASE}/tenant-package/list`)
    const row = data.records.find((one: { id: string }) => one.id === packageId)
    const { data: keys } = await admin.get(`${BASE}/menu-package/keys`, { id: packageId })
    expect(row.menuId.split(',').toSorted()).toEqual(keys.menu.toSorted())
    expect((await owner.get(`${BASE}/tenant-package/list`)).status).toBe(403)
  })

  test('bounds what its roles may be granted, whoever grants', async () => {
    const shown = all(await tree(owner))
    const whole = await tree()
    const foreign = idsOf(whole, ['系统参数'])
    expect(shown).not.toEqual(expect.arrayContaining(foreign))
    const role = await owner.post(`${BASE}/role/submit`, { roleName: '干事', roleAlias: 'clerk', sort: 9 })
    const roleIds = [role.data.id]
    expect((await owner.post(`${BASE}/role/grant`, { roleIds, menuIds: foreign })).status).toBe(403)
    const inside = idsOf(whole, ['岗位管理'])
    expect((await admin.post(`${BASE}/role/grant`, { roleIds, menuIds: [...foreign, ...inside] })).status).toBe(200)
    const kept = await sql<{ id: string }>`select menu_id as id from role_menu where role_id = ${role.data.id}`.execute(
      app().app.database.tenant(tenantId),
    )
    expect(kept.rows.map((row) => row.id).toSorted()).toEqual(inside.toSorted())
  })

  test('takes away and gives when it changes, and goes when nobody has it', async () => {
    await choose(['用户管理', '角色管理', '系统参数'])
    expect(await titlesFor(owner)).toEqual(['用户管理', '系统参数', '角色管理'])
    expect((await owner.get(`${BASE}/post/list`)).status).toBe(403)
    const used = await admin.post(`${BASE}/menu-package/remove`, undefined, { ids: packageId })
    expect(used.msg).toBe('租户「套餐局」正在使用该套餐，不能删除')
    await admin.post(`${BASE}/tenant/submit`, { id: rowId, packageId: '' })
    expect((await owner.get(`${BASE}/post/list`)).status).toBe(200)
    expect(await titlesFor(owner)).not.toContain('租户管理')
    expect((await admin.post(`${BASE}/menu-package/remove`, undefined, { ids: packageId })).status).toBe(200)
  })

  test('and first passwords are for the managing administrators alone', async () => {
    const manager = await app().user({ role: 'admin' })
    const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    for (const client of [owner, manager, other]) {
      expect((await client.post(`${BASE}/menu-package/submit`, { packageName: '私', sort: 1 })).status).toBe(403)
      const shown = await client.get(`${BASE}/menu-package/list`)
      expect(shown.data?.total ?? 0).toBe(0)
      expect((await client.post(`${BASE}/menu-package/grant`, { id: packageId, menuIds: [] })).status).toBe(403)
      expect((await client.post(`${BASE}/tenant/admin-password`, { id: rowId })).status).toBe(403)
    }
  })

  test('a new first password ends the old one and its sessions', async () => {
    const next = await enter()
    expect((await owner.get('/api/blade-user/info')).status).toBe(401)
    expect((await next.get('/api/blade-user/info')).status).toBe(200)
  })
})
