import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { sha } from '../../../test/signatures.ts'
import { assertLink, linkTo } from './file-link.ts'

const app = useTestApp({ ROLES: 'web' })
const BASE = '/api/blade-resource/attach'
const PDF = Buffer.from('%PDF-1.7\n内容')
let admin: Client
let id: string

beforeAll(async () => {
  admin = await app().user({ role: 'admin' })
  const url = '/api/blade-resource/oss/endpoint/put-file-attach'
  const { data, status } = await admin.upload(url, {}, [{ name: '通知 附件.pdf', body: PDF }])
  expect(status).toBe(200)
  expect(data).toMatchObject({ name: '通知 附件.pdf', originalName: '通知 附件.pdf' })
  id = data.attachId
})

test('tells name, size, type by content, hash, who and when', async () => {
  const { data } = await admin.get(`${BASE}/detail`, { id })
  expect(data).toMatchObject({
    id,
    name: '通知 附件.pdf',
    extension: 'pdf',
    attachSize: PDF.length,
    contentType: 'application/pdf',
    sha256: sha(PDF),
  })
  expect(data.createUserName).toBe(`u${admin.userId}`)
  expect(data.uploadTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  for (const filter of [{ name: '附件' }, { extension: 'PDF' }, { originalName: '通知' }]) {
    const { data: page } = await admin.get(`${BASE}/list`, filter)
    expect(page).toMatchObject({ total: 1, records: [{ id }] })
  }
  expect((await admin.get(`${BASE}/list`, { extension: '%' })).data.total).toBe(0)
})

test('a signed address opens the file without a token, as what it is', async () => {
  const { data } = await admin.get(`${BASE}/link`, { id })
  const { raw, status, headers } = await app().anonymous.get(data.link)
  expect([status, raw]).toEqual([200, PDF])
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-disposition']).toContain(`attachment; filename="${encodeURIComponent('通知 附件.pdf')}"`)
  expect(data.expires - Date.now() / 1000).toBeLessThanOrEqual(300)
})

test('an address changed in any part opens nothing', async () => {
  const { data } = await admin.get(`${BASE}/link`, { id })
  const link = String(data.link)
  const changed = [
    link.replace(TENANT, OTHER_TENANT),
    link.replace(id, String(BigInt(id) + 1n)),
    link.replace(/expires=\d+/, `expires=${data.expires + 1}`),
    link.replace(/expires=\d+/, 'expires=999999999999'),
    link.replace(/signature=./, 'signature=!'),
    link.slice(0, -1),
  ]
  for (const address of changed) expect((await app().anonymous.get(address)).status, address).toBe(404)
  expect((await app().anonymous.get(link.replace(/&signature=.*/, ''))).status).toBe(400)
})

test('an address runs out after five minutes', () => {
  const key = randomBytes(32)
  const now = new Date('2026-09-01T08:00:00Z')
  const { link, expires } = linkTo(key, TENANT, '7', now)
  const signature = new URL(link, 'http://a').searchParams.get('signature') ?? ''
  const given = { tenantId: TENANT, id: '7', expires: String(expires), signature }
  assertLink(key, given, new Date('2026-09-01T08:04:59Z'))
  expect(() => assertLink(key, given, new Date('2026-09-01T08:05:00Z'))).toThrow('数据不存在')
  expect(() => assertLink(randomBytes(32), given, now)).toThrow('数据不存在')
})

test('others of a school see only their own; the rights are asked for', async () => {
  const teacher = await app().user({
    role: 'teacher',
    permissions: ['attach_view', 'attach_download'],
    schoolCode: '1',
  })
  expect((await teacher.get(`${BASE}/list`)).data.total).toBe(0)
  expect((await teacher.get(`${BASE}/link`, { id })).status).toBe(404)
  const viewer = await app().user({ role: 'exam', permissions: ['attach_view'] })
  expect((await viewer.get(`${BASE}/list`)).data.total).toBe(1)
  expect((await viewer.get(`${BASE}/link`, { id })).status).toBe(403)
  expect((await viewer.post(`${BASE}/submit`, { id, name: 'x' })).status).toBe(403)
  expect((await viewer.post(`${BASE}/remove`, undefined, { ids: id })).status).toBe(403)
})

test('a new name changes the name alone, and nothing is made without a file', async () => {
  const { data } = await admin.post(`${BASE}/submit`, { id, name: '新名.pdf', sha256: 'x' })
  expect(data).toMatchObject({ name: '新名.pdf', extension: 'pdf', sha256: sha(PDF) })
  expect((await admin.post(`${BASE}/submit`, { name: 'a' })).msg).toBe('请先上传文件')
})

test('an edit without a change is taken and changes nothing; an empty name is refused', async () => {
  const { data: before } = await admin.get(`${BASE}/detail`, { id })
  for (const body of [{ id }, { id, name: null }]) {
    const { status, data } = await admin.post(`${BASE}/submit`, body)
    expect([status, data]).toEqual([200, before])
  }
  for (const name of ['', ' ']) {
    const { status, msg } = await admin.post(`${BASE}/submit`, { id, name })
    expect([status, msg]).toEqual([400, '请输入附件名称'])
  }
  expect((await admin.get(`${BASE}/detail`, { id })).data).toEqual(before)
})

test('name and contents have to agree, when a file comes and when it is renamed', async () => {
  const url = '/api/blade-resource/oss/endpoint/put-file-attach'
  const total = async () => (await admin.get(`${BASE}/list`)).data.total
  const before = await total()
  const zip = Buffer.from('504b030414', 'hex')
  const program = Buffer.from('4d5a000000', 'hex')
  const unfit = [
    { name: '图.png', body: PDF },
    { name: '说明.txt', body: program },
    { name: '名单.csv', body: zip },
    { name: '表.xls', body: zip },
    { name: '无名', body: PDF },
    { name: '文.pdf', body: Buffer.from('文字') },
  ]
  for (const file of unfit) {
    const { status, msg } = await admin.upload(url, {}, [file])
    expect([status, msg], file.name).toEqual([400, '文件内容与扩展名不符，请检查后再上传'])
  }
  expect((await admin.post(`${BASE}/submit`, { id, name: '新名.png' })).status).toBe(400)
  expect(await total()).toBe(before)
  const utf16 = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('成绩', 'utf16le')])
  const fit = [
    { name: '通知.docx', body: zip },
    { name: '公文.OFD', body: zip },
    { name: '说明.txt', body: utf16 },
    { name: '录像.mp4', body: Buffer.from('000000186674', 'hex') },
  ]
  for (const file of fit) {
    const { status, data } = await admin.upload(url, {}, [file])
    expect(status, file.name).toBe(200)
    await admin.post(`${BASE}/remove`, undefined, { ids: data.attachId })
  }
})

test('the list is ordered by any of its columns', async () => {
  const url = '/api/blade-resource/oss/endpoint/put-file-attach'
  const other = await admin.upload(url, {}, [{ name: '长.csv', body: Buffer.from('a,b,c\n'.repeat(99)) }])
  const order = async (query: object) =>
    (await admin.get(`${BASE}/list`, { ...query })).data.records.map((row: { id: string }) => row.id)
  const grown = [id, other.data.attachId]
  expect(await order({ ascs: 'attachSize' })).toEqual(grown)
  expect(await order({ descs: 'attachSize' })).toEqual(grown.toReversed())
  expect(await order({ ascs: 'extension' })).toEqual(grown.toReversed())
  expect((await admin.get(`${BASE}/list`, { descs: 'nonsense' })).msg).toBe('不能按「nonsense」排序')
  expect((await admin.post(`${BASE}/remove`, undefined, { ids: other.data.attachId })).status).toBe(200)
})

test('nothing chosen is nothing removed, and said', async () => {
  const { status, msg } = await admin.post(`${BASE}/remove`, undefined, { ids: '' })
  expect([status, msg]).toEqual([400, '请选择至少一条数据'])
})

test('a removed file is gone from every door', async () => {
  const { data } = await admin.get(`${BASE}/link`, { id })
  expect((await admin.post(`${BASE}/remove`, undefined, { ids: id })).status).toBe(200)
  expect((await admin.get(`${BASE}/list`)).data.total).toBe(0)
  expect((await app().anonymous.get(data.link)).status).toBe(404)
  expect((await admin.get(`/api/blade-resource/file/${id}`)).status).toBe(404)
  expect((await admin.post(`${BASE}/remove`, undefined, { ids: id })).status).toBe(404)
})
