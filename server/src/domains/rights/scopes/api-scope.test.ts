import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'

const app = useTestApp()
const SCOPE = '/api/blade-system/api-scope'
const RIGHTS = ['param_view', 'post_view', 'user_view']

let admin: Client
let menuId: string

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const found = await sql<{ id: string }>`select id from menu where code = 'param'`.execute(app().app.database.open)
  menuId = found.rows[0]?.id ?? ''
})

async function worker(permissions = RIGHTS): Promise<Client & { roleId: string }> {
  const user = await app().user({ role: 'exam', permissions })
  const found = await sql<{
    id: string
  }>`select role_ids[1]::text as id from sys_user where id = ${user.userId}`.execute(app().app.database.tenant(TENANT))
  return { ...user, roleId: found.rows[0]?.id ?? '' }
}

async function keep(scopePath: string): Promise<string> {
  const answer = await admin.post<{ id: string }>(`${SCOPE}/submit`, {
    menuId,
    scopeName: `接口${nextId()}`,
    scopePath,
    scopeType: 1,
  })
  expect(answer.msg).toBe('操作成功')
  return answer.data.id
}

async function grant(user: { roleId: string }, apiScopeIds: string[], by = admin): Promise<number> {
  const { data } = await admin.get('/api/blade-system/menu/role-tree-keys', { roleIds: user.roleId })
  const body = { roleIds: [user.roleId], menuIds: data.menu, apiScopeIds }
  return (await by.post('/api/blade-system/role/grant', body)).status
}

describe('an API scope', () => {
  test('keeps its call for the roles that hold it, with the next request, both ways', async () => {
    const [holder, outsider] = [await worker(), await worker()]
    expect((await outsider.get('/api/blade-system/param/list')).status).toBe(200)
    const id = await keep('/api/blade-system/param/list')
    const refused = await outsider.get('/api/blade-system/param/list')
    expect([refused.status, refused.msg]).toEqual([403, '请求被拒绝'])
    expect(await grant(holder, [id])).toBe(200)
    expect((await holder.get('/api/blade-system/param/list')).status).toBe(200)
    expect((await outsider.get('/api/blade-system/param/list')).status).toBe(403)
    expect((await outsider.get('/api/blade-system/param/export')).status).toBe(200)
    expect((await admin.get('/api/blade-system/param/list')).status).toBe(200)
    expect(await grant(holder, [])).toBe(200)
    expect((await holder.get('/api/blade-system/param/list')).status).toBe(403)
    expect((await admin.post(`${SCOPE}/remove`, undefined, { ids: id })).status).toBe(200)
    expect((await outsider.get('/api/blade-system/param/list')).status).toBe(200)
  })

  test('names everything below a path, and a call by any of its paths', async () => {
    const [holder, outsider] = [await worker(), await worker()]
    const below = await keep('/api/blade-system/post/**')
    for (const action of ['list', 'select', 'export']) {
      expect((await outsider.get(`/api/blade-system/post/${action}`)).status).toBe(403)
    }
    expect(await grant(holder, [below])).toBe(200)
    expect((await holder.get('/api/blade-system/post/select')).status).toBe(200)
    await keep('/api/blade-system/user/page')
    expect((await outsider.get('/api/blade-system/user/page')).status).toBe(403)
    expect((await outsider.get('/api/blade-user/page')).status).toBe(403)
    expect((await outsider.get('/api/blade-user/list')).status).toBe(200)
  })

  test('never opens what the rights do not', async () => {
    const user = await worker(['post_view'])
    const id = await keep('/api/blade-system/dict-biz/list')
    expect(await grant(user, [id])).toBe(200)
    expect((await user.get('/api/blade-system/dict-biz/list')).status).toBe(403)
  })

  test('must name a call there is, and none that comes before sign-in', async () => {
    for (const scopePath of ['/api/nothing', '/api/blade-auth/oauth/token', '/api/blade-system/par', '/**/param']) {
      const answer = await admin.post(`${SCOPE}/submit`, { menuId, scopeName: '错', scopePath, scopeType: 1 })
      expect([answer.status, answer.msg]).toEqual([400, `没有接口「${scopePath}」`])
    }
  })

  test('is handed on only by those who hold it, and lost below when lost above', async () => {
    const manager = await worker(['role_view', 'role_edit', 'param_view'])
    const id = await keep('/api/blade-system/param/detail')
    const made = await admin.post<{ id: string }>('/api/blade-system/role/submit', {
      roleName: '下级',
      roleAlias: `below${nextId()}`,
      sort: 1,
      parentId: manager.roleId,
    })
    const below = { roleId: made.data.id }
    expect(await grant(below, [id], manager)).toBe(403)
    await grant(manager, [id])
    expect(await grant(below, [id], manager)).toBe(200)
    await grant(manager, [])
    const { data } = await admin.get('/api/blade-system/menu/role-tree-keys', { roleIds: below.roleId })
    expect(data.apiScope).toEqual([])
  })
})
