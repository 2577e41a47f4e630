import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/ctx.ts'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../../test/harness.ts'
import { selectRegions } from './region-rows.ts'
import { seedRegions } from './seed-regions.ts'

const app = useTestApp()
const REGION = '/api/blade-system/region'
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

test('the national table reaches from the country to its counties', async () => {
  const top = await admin.get(`${REGION}/lazy-tree`)
  expect(top.data).toHaveLength(34)
  expect(top.data[0]).toEqual({ id: '11', parentId: '00', title: '北京市', key: '11', value: '11', hasChildren: true })
  expect(top.data.map((node: { title: string }) => node.title)).toEqual(
    expect.arrayContaining(['四川省', '台湾省', '香港特别行政区', '澳门特别行政区']),
  )
  const cities = await admin.get(`${REGION}/lazy-tree`, { parentCode: '51' })
  expect(cities.data).toHaveLength(21)
  const detail = await admin.get(`${REGION}/detail`, { code: '510104' })
  expect(detail.data).toMatchObject({
    id: '510104',
    code: '510104',
    name: '锦江区',
    parentCode: '5101',
    parentName: '成都市',
    ancestors: '00,51,5101',
    regionLevel: 3,
    provinceName: '四川省',
    cityName: '成都市',
    districtCode: '510104',
    districtName: '锦江区',
    townCode: null,
  })
  const list = await admin.get(`${REGION}/list`, { name: '朝阳', regionLevel: 3, size: 5 })
  expect(list.data.total).toBeGreaterThanOrEqual(2)
  for (const row of list.data.records) expect(row.name).toContain('朝阳')
  const levels = await sql<object>`select region_level as level, count(*)::int as n from region
    group by 1 order by 1`.execute(app().app.database.open)
  expect(levels.rows).toMatchObject([{ level: 0, n: 1 }, { level: 1, n: 34 }, { level: 2 }, { level: 3 }])
  const select = await admin.get(`${REGION}/select`, { code: '5101' })
  expect(select.data.length).toBe((await admin.get(`${REGION}/lazy-list`, { parentCode: '5101' })).data.length)
})

test('a search that narrows nothing is answered from the codes, not by going through the table for each row', async () => {
  const { data } = await admin.get(`${REGION}/lazy-list`, { parentCode_like: '' })
  expect(data.length).toBeGreaterThan(3000)
  const ctx = await app().app.ctxOf(TENANT, admin.userId)
  const read = await app()
    .app.database.open.transaction()
    .execute(async (db) => {
      await selectRegions({ ...(ctx as Ctx), db }, sql`true`)
      const { rows } = await sql<{ n: number }>`select (seq_tup_read + idx_tup_fetch)::int as n
      from pg_stat_xact_user_tables where relname = 'region'`.execute(db)
      return Number(rows[0]?.n)
    })
  expect(read).toBeGreaterThanOrEqual(data.length)
  // Of each row some 20 more, its parents and children; a scan for each would read all.
  expect(read).toBeLessThan(100 * data.length)
})

test('a start fills an empty table only', async () => {
  const db = app().app.database.open
  const count = async () => (await sql<{ n: number }>`select count(*)::int as n from region`.execute(db)).rows[0]?.n
  const all = await count()
  await sql`delete from region where code = '82'`.execute(db)
  await seedRegions(db)
  expect(await count()).toBe(Number(all) - 1)
  await sql`delete from region`.execute(db)
  await seedRegions(db)
  expect(await count()).toBe(all)
})

test('a division is added below another by two more digits, changed, and removed from the bottom', async () => {
  const submit = (body: object) => admin.post(`${REGION}/submit`, body)
  const town = { code: '51010401', name: '春熙路街道', parentCode: '510104', sort: 1 }
  expect((await submit({})).msg).toBe('请输入区划编码')
  expect((await submit({ ...town, code: '5101041' })).msg).toBe('区划编码应为上级编码510104加两位数字')
  expect((await submit({ ...town, code: '52010401' })).msg).toBe('区划编码应为上级编码510104加两位数字')
  expect((await submit({ ...town, code: '510104ab' })).msg).toBe('区划编码只能是数字')
  expect((await submit({ ...town, parentCode: '999999' })).msg).toBe('上级区划不存在')
  const made = await submit(town)
  expect(made.data).toMatchObject({ ...town, regionLevel: 4, townName: '春熙路街道', parentName: '锦江区' })
  const village = await submit({ code: '5101040101', name: '社区', parentCode: town.code, sort: 1 })
  expect(village.data.regionLevel).toBe(5)
  expect((await submit({ code: '510104010101', name: 'x', parentCode: '5101040101', sort: 1 })).msg).toBe(
    '村委以下不再划分',
  )
  const renamed = await submit({ id: town.code, name: '春熙路', updateTime: made.data.updateTime })
  expect(renamed.data).toMatchObject({ name: '春熙路', sort: 1 })
  expect((await submit({ code: town.code, sort: 9, updateTime: made.data.updateTime })).status).toBe(409)
  const remove = (query: object) => admin.post(`${REGION}/remove`, undefined, query as Record<string, unknown>)
  expect((await remove({ id: town.code })).msg).toBe('请先删除子节点!')
  expect((await remove({ ids: `5101040101,${town.code}` })).status).toBe(200)
  expect((await remove({ id: town.code })).status).toBe(404)
  expect((await remove({})).msg).toBe('请选择至少一条数据')
  expect((await admin.get(`${REGION}/detail`, { code: town.code })).data).toEqual({})
})

test('a form that carries the key of the division above adds below it and leaves that one as it is', async () => {
  const submit = (body: object) => admin.post(`${REGION}/submit`, body)
  const detail = async (code: string) => (await admin.get(`${REGION}/detail`, { code })).data
  const above = await detail('510104')
  const made = await submit({ ...above, code: '51010405', parentCode: '510104', name: '书院街街道', sort: 2 })
  expect([made.status, made.data.code, made.data.name]).toEqual([200, '51010405', '书院街街道'])
  expect(await detail('510104')).toEqual({ ...above, hasChildren: true })
  expect((await submit({ id: '51010406', name: '无' })).status).toBe(404)
  expect((await admin.post(`${REGION}/remove`, undefined, { id: '51010405' })).status).toBe(200)
})

test('all read the divisions, the managing tenant alone writes them', async () => {
  const teacher = await app().user({ role: 'teacher' })
  expect((await teacher.get(`${REGION}/lazy-tree`)).data).toHaveLength(34)
  expect((await teacher.get(`${REGION}/list`)).status).toBe(403)
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  expect((await other.get(`${REGION}/detail`, { code: '51' })).data.name).toBe('四川省')
  const town = { code: '51010499', name: 'x', parentCode: '510104', sort: 1 }
  for (const user of [teacher, other]) {
    expect((await user.post(`${REGION}/submit`, town)).status).toBe(403)
    expect((await user.post(`${REGION}/submit`, { id: '51', name: 'x' })).status).toBe(403)
    expect((await user.post(`${REGION}/remove`, undefined, { id: '81' })).status).toBe(403)
  }
})
