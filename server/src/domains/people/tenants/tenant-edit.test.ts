import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../../test/harness.ts'

const app = useTestApp({ ROLES: 'web' })
const PATH = '/api/blade-system/tenant/submit'

test('a tenant is not edited by who saw an older state of it, nor when it is not there', async () => {
  const admin = await app().user({ role: 'administrator' })
  const { data } = await admin.post<{ id: string; updateTime: string }>(PATH, { tenantName: '河东局' })
  const stale = await admin.post(PATH, { id: data.id, tenantName: '河西局', updateTime: '2020-01-01 00:00:00' })
  expect([stale.status, stale.msg]).toEqual([409, expect.stringMatching(/^数据已被他人修改/)])
  expect((await admin.post(PATH, { id: '999', tenantName: '河西局' })).status).toBe(404)
  expect((await admin.get('/api/blade-system/tenant/detail', { id: data.id })).data).toMatchObject({
    tenantName: '河东局',
  })
})

test.each(['#12345', 'red', '#12345g'])('a tenant does not take %s for a colour', async (brandColor) => {
  const admin = await app().user({ role: 'administrator' })
  const { data } = await admin.post<{ id: string }>(PATH, {
    tenantName: `彩色局${brandColor}`,
    brandColor: '#2F54EB',
  })
  const { status, msg } = await admin.post(PATH, { id: data.id, brandColor })
  expect([status, msg]).toEqual([400, '主题色应为#加六位十六进制数字，如#2F54EB'])
  expect((await admin.get('/api/blade-system/tenant/detail', { id: data.id })).data).toMatchObject({
    brandColor: '#2F54EB',
  })
})

test('a tenant without a name is refused at the field', async () => {
  const admin = await app().user({ role: 'administrator' })
  const { status, data } = await admin.post(PATH, { tenantName: '' })
  expect([status, data]).toEqual([400, { problems: [{ field: 'tenantName', message: '请输入租户名称' }] }])
})

test('of a tenant whose first account is gone nobody is given a password', async () => {
  const admin = await app().user({ role: 'administrator' })
  const { data } = await admin.post<{ id: string; tenantId: string }>(PATH, { tenantName: '河南局' })
  await sql`update sys_user set is_deleted = 1`.execute(app().app.database.tenant(data.tenantId))
  const issued = await admin.post('/api/blade-system/tenant/admin-password', { id: data.id })
  expect([issued.status, issued.msg]).toEqual([400, expect.stringMatching(/^租户里没有账号 .*，请在用户管理中处理$/)])
})
