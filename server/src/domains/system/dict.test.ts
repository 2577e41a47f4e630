import { expect, test } from 'vitest'
import { OTHER_TENANT, useTestApp } from '../../../test/harness.ts'

const app = useTestApp()
const DICT = '/api/blade-system/dict'

test('shared dictionaries are read by all tenants and changed by the managing one', async () => {
  const admin = await app().user({ role: 'administrator' })
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  const keys = async (code: string) =>
    (await other.get<{ dictKey: string }[]>(`${DICT}/dictionary`, { code })).data.map((entry) => entry.dictKey)
  expect(await keys('post_category')).toEqual(['1', '2', '3', '4'])
  const found = await admin.get(`${DICT}/parent-list`, { code: 'post_category' })
  const parentId: string = found.data.records[0].id
  const body = { code: 'post_category', dictKey: '9', dictValue: '顾问', sort: 9, isSealed: 0, parentId }
  expect((await other.post(`${DICT}/submit`, body)).status).toBe(403)
  const made = await admin.post(`${DICT}/submit`, body)
  expect(made.status).toBe(200)
  expect(await keys('post_category')).toEqual(['1', '2', '3', '4', '9'])
  await admin.post(`${DICT}/submit`, { id: made.data.id, isSealed: 1 })
  expect(await keys('post_category')).toEqual(['1', '2', '3', '4'])
  expect((await admin.get(`${DICT}/child-list`, { parentId })).data).toHaveLength(5)
  expect((await admin.get(`${DICT}/child-list`, { parentId: '-1' })).data).toEqual([])
  expect((await other.post(`${DICT}/remove`, undefined, { ids: made.data.id })).status).toBe(403)
})

test('what is not shared comes from the dictionaries of the tenant', async () => {
  const admin = await app().user({ role: 'administrator' })
  const shared = await admin.get(`${DICT}/dictionary`, { code: 'stage' })
  const own = await admin.get(`${DICT}-biz/dictionary`, { code: 'stage' })
  expect(shared.data).toEqual(own.data)
  expect(shared.data.length).toBeGreaterThan(2)
})
