import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { type Service, sha, sigV4Signature, signatureIn, startService } from '../../../test/signatures.ts'

const app = useTestApp({ ROLES: 'web' })
const BASE = '/api/blade-resource/oss'
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const SECRET = 'wJalr/XUtn+FEMI'
const objects = new Map<string, Buffer>()
let store: Service
let admin: Client

beforeAll(async () => {
  store = await startService((request) => {
    const isSigned = signatureIn(request) === sigV4Signature(request, SECRET)
    const isIntact = request.method !== 'PUT' || request.headers['x-amz-content-sha256'] === sha(request.body)
    if (!isSigned || !isIntact) return { status: 403, body: '' }
    if (request.method === 'PUT') objects.set(request.url, request.body)
    const isGarbled = request.method === 'GET' && request.url.startsWith('/garbled/')
    const found = isGarbled ? Buffer.from('something else') : objects.get(request.url)
    if (request.method === 'DELETE') return { status: objects.delete(request.url) ? 204 : 404, body: '' }
    return found ? { status: 200, body: request.method === 'GET' ? found : '' } : { status: 404, body: '' }
  })
  admin = await app().user({ role: 'administrator' })
})
afterAll(() => store.close())

async function add(row: object): Promise<string> {
  const remote = { category: 1, endpoint: store.address, accessKey: 'AKIA', secretKey: SECRET, region: 'cn-west' }
  const { data, status, msg } = await admin.post(`${BASE}/submit`, { ...remote, ...row })
  expect([status, msg]).toEqual([200, '操作成功'])
  return data.id
}

async function enable(id: string): Promise<void> {
  expect((await admin.post(`${BASE}/enable`, undefined, { id })).status).toBe(200)
}

async function putPicture(byte: number): Promise<{ link: string; hash: string; body: Buffer }> {
  const body = Buffer.concat([PNG, Buffer.of(byte)])
  const { data, status } = await admin.upload(`${BASE}/endpoint/put-file`, {}, [{ name: 'a.png', body }])
  expect(status).toBe(200)
  return { link: data.link, hash: createHash('sha256').update(body).digest('hex'), body }
}

async function bytesOf(link: string): Promise<Buffer> {
  return (await app().anonymous.get(link)).raw
}

test('the connection test writes, reads and removes over signed requests', async () => {
  const id = await add({ ossCode: 'tried', bucketName: 'scores' })
  store.requests.length = 0
  expect((await admin.post(`${BASE}/test`, undefined, { id })).status).toBe(200)
  expect(store.requests.map((request) => request.method)).toEqual(['PUT', 'GET', 'DELETE'])
  expect(store.requests[0]?.url).toMatch(new RegExp(`^/scores/${TENANT}/[0-9a-f]{64}$`))
  expect(objects.size).toBe(0)
  for (const change of [{ secretKey: 'wrong' }, { secretKey: SECRET, endpoint: 'http://127.0.0.1:9' }]) {
    await admin.post(`${BASE}/submit`, { id, ...change })
    const failed = await admin.post(`${BASE}/test`, undefined, { id })
    expect([failed.status, failed.msg]).toEqual([400, '对象存储连接失败，请检查地址、空间名和密钥'])
  }
})

test('a store that gives back other bytes is not taken for one that works', async () => {
  const id = await add({ ossCode: 'garbled', bucketName: 'garbled' })
  const { status, msg } = await admin.post(`${BASE}/test`, undefined, { id })
  expect([status, msg]).toEqual([400, '对象存储连接失败，请检查地址、空间名和密钥'])
})

test('a local store is tried as well', async () => {
  const id = await add({
    category: 9,
    ossCode: 'here',
    bucketName: 'attic',
    endpoint: '',
    accessKey: '',
    secretKey: '',
  })
  expect((await admin.post(`${BASE}/test`, undefined, { id })).status).toBe(200)
})

describe('switching stores', () => {
  test('loses no file: each lies where it was put and is read from there', async () => {
    const before = await putPicture(1)
    const remote = await add({ ossCode: 'remote', bucketName: 'far-away' })
    await enable(remote)
    const far = await putPicture(2)
    expect(objects.get(`/far-away/${TENANT}/${far.hash}`)).toEqual(far.body)
    const local = await add({ category: 9, ossCode: 'local', bucketName: 'attic2', endpoint: '', secretKey: '' })
    await enable(local)
    const near = await putPicture(3)
    const folder = join(app().dataDir, 'stores', TENANT)
    expect(existsSync(join(folder, 'attic2', near.hash.slice(0, 2), near.hash))).toBe(true)
    await admin.post(`${BASE}/disable`, undefined, { id: local })
    const after = await putPicture(4)
    // The copy this machine keeps is not what is read.
    rmSync(join(folder, 'far-away'), { recursive: true, force: true })
    for (const picture of [before, far, near, after]) expect(await bytesOf(picture.link)).toEqual(picture.body)
  })

  test('a store with files keeps its place and stays; its keys may change', async () => {
    const { data } = await admin.get(`${BASE}/list`, { ossCode: 'remote' })
    const { id } = data.records[0]
    for (const change of [{ bucketName: 'elsewhere' }, { endpoint: 'http://127.0.0.1:9' }, { isPathStyle: 0 }]) {
      const refused = await admin.post(`${BASE}/submit`, { id, ...change })
      expect(refused.msg).toBe('该存储中已有文件，不能改变其位置')
    }
    expect((await admin.post(`${BASE}/remove`, undefined, { ids: id })).msg).toBe('该存储中还有文件，不能删除')
    expect((await admin.post(`${BASE}/submit`, { id, accessKey: 'AKIA2', remark: '换了密钥' })).status).toBe(200)
  })

  test('an unused store may move and go', async () => {
    const id = await add({ ossCode: 'unused', bucketName: 'unused' })
    expect((await admin.post(`${BASE}/submit`, { id, bucketName: 'unused-2' })).data.bucketName).toBe('unused-2')
    expect((await admin.post(`${BASE}/remove`, undefined, { ids: id })).status).toBe(200)
  })
})

test('two tenants share a bucket and see none of each other', async () => {
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  const row = {
    category: 1,
    ossCode: 'x',
    endpoint: store.address,
    bucketName: 'far-away',
    accessKey: 'AKIA',
    region: 'r',
  }
  const { data } = await other.post(`${BASE}/submit`, { ...row, secretKey: SECRET })
  await other.post(`${BASE}/enable`, undefined, { id: data.id })
  const body = Buffer.concat([PNG, Buffer.of(2)])
  const put = await other.upload(`${BASE}/endpoint/put-file`, {}, [{ name: 'b.png', body }])
  expect(put.status).toBe(200)
  const keys = [...objects.keys()].filter((key) => key.includes(sha(body)))
  expect(keys.toSorted()).toEqual(
    [`/far-away/${TENANT}/${sha(body)}`, `/far-away/${OTHER_TENANT}/${sha(body)}`].toSorted(),
  )
})

test.each([
  [{ bucketName: '../../etc' }, '空间名只能是3到63位小写字母、数字和连字符'],
  [{ bucketName: 'ok-name', endpoint: '' }, '请输入服务地址'],
  [{ bucketName: 'ok-name', accessKey: '' }, '请输入AccessKey'],
  [{ bucketName: 'ok-name', secretKey: '' }, '请输入SecretKey'],
  [{ bucketName: 'ok-name', endpoint: 'http://[fe80::1]/' }, '不允许连接该地址'],
  [{ bucketName: 'ok-name', endpoint: 'http://metadata.google.internal/' }, '不允许连接该地址'],
  [{ bucketName: 'ok-name', endpoint: 'http://a:b@example.cn' }, '服务地址应为http或https网址'],
])('%j is refused', async (change, message) => {
  const row = { category: 1, ossCode: 'bad', endpoint: 'http://127.0.0.1:1', accessKey: 'A', secretKey: 'S', ...change }
  const { status, msg } = await admin.post(`${BASE}/submit`, row)
  expect([status, msg]).toEqual([400, message])
})
