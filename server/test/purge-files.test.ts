import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from './harness.ts'
import { type Service, sha, startService } from './signatures.ts'
import { tenantStores } from '../src/domains/resource/index.ts'
import { tenantIds } from '../src/domains/tenancy/index.ts'
import { purgeFiles } from '../src/platform/files/purge-files.ts'

const app = useTestApp({ ROLES: 'web' })
const DAYS = 30
const objects = new Set<string>()
let isStoreUp = true
let store: Service
let admin: Client

beforeAll(async () => {
  store = await startService(({ method, url }) => {
    if (!isStoreUp) return { status: 503, body: '' }
    if (method === 'PUT') objects.add(url)
    if (method === 'DELETE') objects.delete(url)
    return { status: 200, body: '' }
  })
  admin = await app().user({ role: 'administrator' })
})
afterAll(() => store.close())

async function put(by: Client, text: string): Promise<string> {
  const file = { name: 'a.txt', body: Buffer.from(text) }
  const { data } = await by.upload('/api/blade-resource/oss/endpoint/put-file-attach', {}, [file])
  return data.attachId
}

/** Removed so many days ago. */
async function remove(by: Client, tenantId: string, id: string, days: number): Promise<void> {
  expect((await by.post('/api/blade-resource/attach/remove', {}, { ids: id })).status).toBe(200)
  await sql`update file_object set delete_time = delete_time - ${days} * interval '1 day' where id = ${id}`.execute(
    app().app.database.tenant(tenantId),
  )
}

function purge(tenantId = TENANT): Promise<number> {
  const { database } = app().app
  const deps = {
    config: app().config,
    database,
    stores: tenantStores(app().config),
    tenantIds: () => tenantIds({ database }),
  }
  return purgeFiles(deps, tenantId, DAYS)
}

function lies(text: string): boolean {
  const hash = sha(Buffer.from(text))
  return existsSync(join(app().dataDir, 'files', hash.slice(0, 2), hash))
}

test('a removed file goes with its bytes after its days, not before', async () => {
  const [old, young, living] = [await put(admin, 'old'), await put(admin, 'young'), await put(admin, 'living')]
  await remove(admin, TENANT, old, DAYS + 1)
  await remove(admin, TENANT, young, DAYS - 1)
  expect(await purge()).toBe(1)
  expect(['old', 'young', 'living'].map(lies)).toEqual([false, true, true])
  expect((await admin.get('/api/blade-resource/attach/detail', { id: living })).status).toBe(200)
  expect(await purge()).toBe(0)
})

test('bytes stay while any tenant has a file of them', async () => {
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  const [first, second] = [await put(admin, 'shared'), await put(admin, 'shared')]
  const theirs = await put(other, 'shared')
  await remove(admin, TENANT, first, DAYS + 1)
  expect([await purge(), lies('shared')]).toEqual([1, true])
  await remove(admin, TENANT, second, DAYS + 1)
  expect([await purge(), lies('shared')]).toEqual([1, true])
  expect((await other.get(`/api/blade-resource/file/${theirs}`)).raw.toString()).toBe('shared')
  await remove(other, OTHER_TENANT, theirs, DAYS + 1)
  expect([await purge(), lies('shared')]).toEqual([0, true])
  expect([await purge(OTHER_TENANT), lies('shared')]).toEqual([1, false])
})

test('bytes go from the store they lie in; while it does not answer the row waits', async () => {
  const base = '/api/blade-resource/oss'
  const row = { category: 1, ossCode: 'away', bucketName: 'scores', endpoint: store.address, accessKey: 'A' }
  const { data } = await admin.post(`${base}/submit`, { ...row, secretKey: 'B' })
  await admin.post(`${base}/enable`, undefined, { id: data.id })
  const id = await put(admin, 'remote')
  const key = `/scores/${TENANT}/${sha(Buffer.from('remote'))}`
  expect([...objects]).toEqual([key])
  await admin.post(`${base}/disable`, undefined, { id: data.id })
  await remove(admin, TENANT, id, DAYS + 1)
  isStoreUp = false
  await expect(purge()).rejects.toThrow('文件存储暂时无法访问，请稍后再试')
  isStoreUp = true
  expect(await purge()).toBe(1)
  expect([...objects]).toEqual([])
  expect((await admin.post(`${base}/remove`, undefined, { ids: data.id })).status).toBe(200)
})
