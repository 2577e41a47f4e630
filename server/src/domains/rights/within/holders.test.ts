import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { growDictionary } from '../../../../test/fixtures/grown-dictionary.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { openDesk } from '../../../../test/fixtures/import-desk.ts'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'

/* A role is changed for all who hold it: what is refused because of them, in words. */

const app = useTestApp({ ROLES: 'web' })
const ROLE = '/api/blade-system/role'
const SCOPE = '/api/blade-system/api-scope'
const [here = '', there = ''] = SCHOOLS.map((school) => school.code)
const db = () => app().app.database.tenant(TENANT)

let admin: Client

beforeAll(async () => {
  admin = (await openDesk(app())).user
})

/** A role of the lowest level without any right, held by somebody who works in these schools. */
async function roleHeldIn(...schoolCodes: string[]): Promise<{ roleId: string; account: string }> {
  const name = `h${nextId()}`
  const made = await admin.post(`${ROLE}/submit`, { roleName: name, roleAlias: name, scopeLevel: 'class', sort: 1 })
  expect(made.msg).toBe('操作成功')
  const roleId = String(made.data.id)
  const { userId } = await app().user({ role: 'teacher', permissions: [] })
  await sql`update sys_user set role_ids = ${[roleId]}::bigint[] where id = ${userId}`.execute(db())
  for (const code of schoolCodes) {
    await sql`insert into user_dept_role (id, tenant_id, user_id, dept_uscc, role_alias, class_codes)
      values (${nextId()}, ${TENANT}, ${userId}, ${code}, ${name}, '{}')`.execute(db())
  }
  return { roleId, account: `u${userId}` }
}

async function nameOf(roleId: string): Promise<unknown> {
  const found = await sql<{ name: string }>`select role_name as name from sys_role where id = ${roleId}`.execute(db())
  return found.rows[0]?.name
}

describe('whoever changes a role of a school', () => {
  let keeper: Client
  beforeAll(async () => {
    const permissions = ['role_view', 'role_edit', 'user_view']
    keeper = await app().user({ role: 'school', schoolCode: here, permissions })
  })

  const rename = async (roleId: string) => {
    const before = await nameOf(roleId)
    const { status, msg } = await keeper.post(`${ROLE}/submit`, { id: roleId, roleName: '改名' })
    expect(await nameOf(roleId)).toBe(status === 200 ? '改名' : before)
    return [status, msg]
  }

  test('works wherever they do', async () => {
    expect(await rename((await roleHeldIn(here)).roleId)).toEqual([200, '操作成功'])
    const { roleId, account } = await roleHeldIn(here, there)
    expect(await rename(roleId)).toEqual([
      403,
      `无权修改角色，因为其用户「${account}」，超出您的权限：单位「${SCHOOLS[1]?.name}」`,
    ])
  })
})

test('whoever sees some users alone changes no role that others hold', async () => {
  const keeper = await app().user({ role: 'exam', permissions: ['role_view', 'role_edit', 'user_view'] })
  const menu = await sql<{ id: string }>`select id from menu where code = 'user'`.execute(app().app.database.open)
  const own = { menuId: menu.rows[0]?.id, scopeName: '本人创建', scopeType: 2 }
  const scope = await admin.post('/api/blade-system/data-scope/submit', own)
  expect(scope.msg).toBe('操作成功')
  const { roleId, account } = await roleHeldIn()
  await sql`insert into role_data_scope (tenant_id, role_id, data_scope_id)
    select ${TENANT}, r, ${scope.data.id} from sys_user u, unnest(u.role_ids) r
    where u.id = ${keeper.userId} or u.account = ${account}`.execute(db())
  const rename = () => keeper.post(`${ROLE}/submit`, { id: roleId, roleName: '改名' })
  const { status, msg } = await rename()
  expect([status, msg]).toEqual([403, '角色还有您看不到的用户，不能修改'])
  expect(await nameOf(roleId)).not.toBe('改名')
  await sql`update sys_user set create_user = ${keeper.userId} where account = ${account}`.execute(db())
  expect((await rename()).msg).toBe('操作成功')
})

describe('whoever opens and closes calls', () => {
  let keeper: Client
  let menuId: string
  beforeAll(async () => {
    keeper = await app().user({ role: 'exam', permissions: ['apiscope_view', 'apiscope_add', 'post_view'] })
    const found = await sql<{ id: string }>`select id from menu where code = 'param'`.execute(app().app.database.open)
    menuId = found.rows[0]?.id ?? ''
  })

  test('has what the roles have whose calls change', async () => {
    const { userId } = await app().user({ role: 'exam', permissions: ['param_view', 'user_view'] })
    const found = await sql<{ name: string }>`select role_name as name from sys_role
      where id = (select role_ids[1] from sys_user where id = ${userId})`.execute(db())
    expect(found.rows).toHaveLength(1)
    const scopePath = '/api/blade-system/param/list'
    const body = { menuId, scopeName: '参数', scopePath, scopeType: 1 }
    const { status, msg } = await keeper.post(`${SCOPE}/submit`, body)
    expect(status).toBe(403)
    expect(msg).toMatch(/^角色「.+」可调用的接口会因此改变，而它超出您的权限：权限「.+」/)
    const kept = await sql`select 1 from api_scope where scope_path = ${scopePath}`.execute(db())
    expect(kept.rows).toEqual([])
  })
})

describe('what is no role or right', () => {
  test('is refused as a list that is none', async () => {
    const { roleId } = await roleHeldIn()
    for (const [body, told] of [
      [{ roleIds: { of: roleId } }, '角色应为列表'],
      [{ roleIds: [roleId], menuIds: 'x' }, '菜单权限应为列表'],
      [{ roleIds: [roleId], dataScopeIds: {} }, '数据权限应为列表'],
      [{ roleIds: [roleId], apiScopeIds: [null] }, '接口权限的第1项格式不正确'],
    ] as const) {
      const { status, msg } = await admin.post(`${ROLE}/grant`, { menuIds: [], ...body })
      expect([status, msg]).toEqual([400, told])
    }
  })

  test('is refused where a dictionary has grown by what the program does not know', async () => {
    await growDictionary(admin, 'scope_level', 'world')
    await growDictionary(admin, 'data_scope_type', '6')
    const { roleId } = await roleHeldIn()
    const level = await admin.post(`${ROLE}/submit`, { id: roleId, scopeLevel: 'world' })
    expect([level.status, level.msg]).toEqual([400, '数据范围不是有效的选项'])
    const menu = await sql<{ id: string }>`select id from menu where code = 'post'`.execute(app().app.database.open)
    const scope = { menuId: menu.rows[0]?.id, scopeName: '范围', scopeType: 6 }
    const kind = await admin.post('/api/blade-system/data-scope/submit', scope)
    expect([kind.status, kind.msg]).toEqual([400, '规则类型不是有效的选项'])
  })
})
