import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker } from '../../../test/rows.ts'
import { purge } from './recycle.ts'

const app = useTestApp({ ROLES: 'web' })
let admin: Client
let maker: RowMaker

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
})

async function removed(name: string, change = {}) {
  const entity = registry.entity(name)
  const row = await maker.create(entity, change)
  const answer = await admin.post(`${entity.paths[0]}/remove`, {}, { ids: row['id'] })
  expect(answer.status, answer.msg).toBe(200)
  return row
}

test('what was removed is listed with who and when, and comes back', async () => {
  const row = await removed('param', { paramName: '要找回的' })
  const kinds = await admin.get('/api/blade-system/recycle/kinds')
  const kind = kinds.data.find((one: { entity: string }) => one.entity === 'param')
  expect(kind).toEqual({
    entity: 'param',
    title: '系统参数',
    path: '/api/blade-system/param',
    count: 1,
    retainDays: 30,
  })
  const { data } = await admin.get('/api/blade-system/recycle/list', { entity: 'param' })
  expect(data.total).toBe(1)
  expect(data.records[0]).toMatchObject({ id: row['id'], label: '要找回的', deletedBy: `u${admin.userId}` })
  const [from, to] = [data.records[0].deletedTime, data.records[0].purgeTime].map((time) =>
    Date.parse(time.replace(' ', 'T')),
  )
  expect(Math.round(((to ?? 0) - (from ?? 0)) / 86_400_000)).toBe(30)
  expect((await admin.post(`${kind.path}/restore`, {}, { ids: row['id'] })).status).toBe(200)
  expect((await admin.get('/api/blade-system/recycle/list', { entity: 'param' })).data.total).toBe(0)
  expect((await admin.get('/api/blade-system/param/detail', { id: row['id'] })).data.paramName).toBe('要找回的')
})

test('is seen within the rows and rights of the caller', async () => {
  const inside = await removed('basicSchool')
  const outside = await removed('basicSchool')
  const clerk = await app().user({
    role: 'school',
    schoolCode: String(inside['schoolCode']),
    permissions: ['recycle_view', 'basicschool_view', 'basicschool_delete'],
  })
  const { data } = await clerk.get('/api/blade-system/recycle/list', { entity: 'basicSchool' })
  expect(data.records.map((row: { id: string }) => row.id)).toEqual([inside['id']])
  expect((await clerk.post('/api/bigdata-service/basicSchool/restore', {}, { ids: outside['id'] })).status).toBe(404)
  expect((await clerk.get('/api/blade-system/recycle/list', { entity: 'param' })).status).toBe(404)
  const kinds = await clerk.get('/api/blade-system/recycle/kinds')
  expect(kinds.data.map((kind: { entity: string }) => kind.entity)).toEqual(['basicSchool'])
  const stranger = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  expect((await stranger.get('/api/blade-system/recycle/list', { entity: 'basicSchool' })).data.total).toBe(0)
  const teacher = await app().user({ role: 'teacher' })
  expect((await teacher.get('/api/blade-system/recycle/kinds')).status).toBe(403)
})

test('goes for good after its days, unless a living row points to it', async () => {
  const db = app().app.database.tenant(TENANT)
  const age = (table: string, id: unknown, days: number) =>
    sql`update ${sql.table(table)} set update_time = localtimestamp - ${days} * interval '1 day' where id = ${id}`.execute(
      db,
    )
  const exists = async (table: string, id: unknown) =>
    (await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(db)).rows.length === 1
  const old = await removed('param')
  const young = await removed('param')
  await age('param', old['id'], 31)
  await age('param', young['id'], 29)
  const living = await maker.create(registry.entity('param'))
  await age('param', living['id'], 400)
  const parent = await maker.create(registry.entity('dept'))
  const child = await maker.create(registry.entity('dept'), { parentId: parent['id'] })
  await sql`update dept set is_deleted = 1 where id = ${parent['id']}`.execute(db)
  await age('dept', parent['id'], 31)
  expect(await purge(db, TENANT, 30)).toEqual({ param: 1 })
  expect(await exists('param', old['id'])).toBe(false)
  expect(await exists('param', young['id'])).toBe(true)
  expect(await exists('param', living['id'])).toBe(true)
  expect(await exists('dept', parent['id'])).toBe(true)
  await sql`update dept set is_deleted = 1, update_time = localtimestamp - interval '31 days' where id = ${child['id']}`.execute(
    db,
  )
  expect(await purge(db, TENANT, 30)).toEqual({ dept: 2 })
})

test('pictures of a row go with it, unless another row has them, be it in the recycle bin', async () => {
  const db = app().app.database.tenant(TENANT)
  const link = (id: unknown) => `/api/blade-resource/attach/file/${TENANT}/${String(id)}`
  const upload = async () =>
    (
      await admin.upload('/api/blade-resource/oss/endpoint/put-file-attach', {}, [
        { name: 'a.txt', body: Buffer.from('face') },
      ])
    ).data.attachId
  const [own, shared] = [await upload(), await upload()]
  const rows = [await removed('gatherStudent'), await removed('gatherStudent'), await removed('gatherStudent')]
  const give = (at: number, id: unknown, days: number) =>
    sql`update gather_student set photo_url = ${link(id)}, update_time = localtimestamp - ${days} * interval '1 day'
      where id = ${rows[at]?.['id']}`.execute(db)
  await give(0, own, 31)
  await give(1, shared, 31)
  await give(2, shared, 29)
  const left = async () =>
    (
      await sql<{
        id: string
      }>`select id from file_object where id = any(${[own, shared]}::bigint[]) and is_deleted = 0`.execute(db)
    ).rows.map(({ id }) => id)
  expect(await purge(db, TENANT, 30)).toMatchObject({ gatherStudent: 2 })
  expect(await left()).toEqual([shared])
  await give(2, shared, 31)
  await purge(db, TENANT, 30)
  expect(await left()).toEqual([])
})
