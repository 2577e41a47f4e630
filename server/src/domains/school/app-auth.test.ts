import { registry } from '@xueheng/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker, type Row } from '../../../test/rows.ts'

const app = useTestApp()
const BASE = '/api/bigdata-service'
let admin: Client
let appCode: unknown
let depts: Row[]

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const maker = new RowMaker(admin)
  appCode = (await maker.create(registry.entity('appBiz')))['appCode']
  depts = [await maker.create(registry.entity('dept')), await maker.create(registry.entity('dept'))]
})

async function granted(path: string): Promise<Row[]> {
  const { data } = await admin.get(`${BASE}/${path}`, { appCode })
  return Array.isArray(data) ? data : data.records
}

test('an application is granted to units, once each, and taken back', async () => {
  const ids = depts.map((row) => row['id'])
  const submit = (deptId: unknown) => admin.post(`${BASE}/appDeptAuth/submit`, { appCode, deptId })
  expect((await submit(ids[0])).status).toBe(200)
  expect((await submit(ids.join(','))).status).toBe(200)
  const list = await granted('appDeptAuth/listByAppCode')
  expect(new Set(list.map((row) => row['deptName']))).toEqual(new Set(depts.map((row) => row['deptName'])))
  expect(await granted('appBiz/appDeptAuth/listByAppCode')).toEqual(list)
  expect((await submit('')).msg).toBe('请选择单位')
  expect((await submit(',')).data).toEqual({ problems: [{ field: 'deptId', message: '请选择单位' }] })
  expect((await submit('123456789012345678')).status).toBe(404)
  expect((await admin.post(`${BASE}/appDeptAuth/submit`, { appCode: 'none', deptId: ids[0] })).msg).toBe('应用不存在')
  const remove = () => admin.post(`${BASE}/appDeptAuth/remove`, undefined, { ids: list[0]?.['id'] })
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect(await granted('appDeptAuth/listByAppCode')).toHaveLength(1)
})

test('an application is granted to users, page by page', async () => {
  const users = [await app().user({ role: 'teacher' }), await app().user({ role: 'teacher' })]
  const userId = users.map((user) => user.userId).join(',')
  expect((await admin.post(`${BASE}/appUserAuth/submit`, { appCode, userId })).status).toBe(200)
  const first = await admin.get(`${BASE}/appUserAuth/list`, { appCode, current: 1, size: 1 })
  expect(first.data).toMatchObject({ total: 2, pages: 2, size: 1 })
  const found = await admin.get(`${BASE}/appUserAuth/list`, { appCode, name: users[1]?.userId })
  expect(found.data.records).toMatchObject([{ userId: users[1]?.userId, account: `u${users[1]?.userId}` }])
  const ids = (await granted('appUserAuth/list')).map((row) => row['id']).join(',')
  expect((await admin.post(`${BASE}/appUserAuth/remove`, undefined, { ids })).status).toBe(200)
  expect(await granted('appUserAuth/list')).toEqual([])
})

test('only who looks after the whole tenant hands out applications, and only its own', async () => {
  const body = { appCode, userId: admin.userId }
  const viewer = await app().user({ role: 'exam', permissions: ['appbiz_view'] })
  expect((await viewer.get(`${BASE}/appUserAuth/list`, { appCode })).status).toBe(200)
  expect((await viewer.post(`${BASE}/appUserAuth/submit`, body)).status).toBe(403)
  const school = await app().user({ role: 'school', permissions: ['appbiz_view', 'appbiz_auth'] })
  expect((await school.get(`${BASE}/appUserAuth/list`, { appCode })).status).toBe(403)
  expect((await school.post(`${BASE}/appUserAuth/submit`, body)).status).toBe(403)
  await admin.post(`${BASE}/appUserAuth/submit`, body)
  const [row] = await granted('appUserAuth/list')
  const foreign = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  expect((await foreign.get(`${BASE}/appUserAuth/list`, { appCode })).data.total).toBe(0)
  expect((await foreign.post(`${BASE}/appUserAuth/submit`, body)).msg).toBe('应用不存在')
  expect((await foreign.post(`${BASE}/appUserAuth/remove`, undefined, { ids: row?.['id'] })).status).toBe(404)
})
