import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantStores } from '../src/domains/resource/index.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { contentTypeOf } from '../src/platform/files/content-type.ts'
import { keepWithin } from '../src/platform/files/copies.ts'
import { createFiles } from '../src/platform/files/file-store.ts'
import type { Files } from '../src/platform/files/files.ts'
import { openStore } from '../src/platform/files/store.ts'
import { type Client, TENANT, useTestApp } from './harness.ts'
import { RowMaker } from './rows.ts'
import { type ObjectStore, openObjectStore } from './stand-ins/object-store.ts'
import { registry } from '@xueheng/contract'

const app = useTestApp({ UPLOAD_LIMIT_MB: '1', ROLES: 'web' })
let user: Client
let ctx: Ctx

beforeAll(async () => {
  user = await app().user({ role: 'school', schoolCode: '125101000000000011' })
  ctx = (await app().app.ctxOf(TENANT, user.userId)) as Ctx
})

async function keep(files: Files, name: string, body: string | Buffer) {
  const path = files.tempPath('txt')
  writeFileSync(path, body)
  return files.keep(ctx, { path, name })
}

async function textOf(files: Files, fileId: string): Promise<string> {
  const { stream } = await files.read(ctx, fileId)
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

describe('the local store', () => {
  test('keeps contents under their hash, once', async () => {
    const { files } = ctx
    const one = await keep(files, '成绩.csv', '考号,分数\n1,90\n')
    const two = await keep(files, '又一份.csv', '考号,分数\n1,90\n')
    expect(one.sha256).toBe(createHash('sha256').update('考号,分数\n1,90\n').digest('hex'))
    expect(two.fileId).not.toBe(one.fileId)
    expect(two.path).toBe(one.path)
    expect(one).toMatchObject({ name: '成绩.csv', size: Buffer.byteLength('考号,分数\n1,90\n') })
    expect(await textOf(files, two.fileId)).toBe('考号,分数\n1,90\n')
    expect(await files.localPath(ctx, one.fileId)).toEqual(one)
  })

  test('tells where the bytes of a file are gone', async () => {
    const kept = await keep(ctx.files, '遗失.txt', 'lost bytes')
    rmSync(kept.path)
    await expect(ctx.files.read(ctx, kept.fileId)).rejects.toThrow('所需的文件已不在服务器上')
    await expect(ctx.files.localPath(ctx, kept.fileId)).rejects.toThrow('所需的文件已不在服务器上')
  })

  test('an unknown or foreign id is a file that does not exist', async () => {
    await expect(ctx.files.read(ctx, '1')).rejects.toThrow('数据不存在')
    await expect(ctx.files.read(ctx, 'abc')).rejects.toThrow('数据不存在')
    const kept = await keep(ctx.files, 'a.txt', 'a')
    const elsewhere = { ...ctx, db: app().app.database.tenant('200001') }
    await expect(ctx.files.read(elsewhere, kept.fileId)).rejects.toThrow('数据不存在')
  })

  test('is downloaded by its owner under its Chinese name, by nobody else of a school', async () => {
    const kept = await keep(ctx.files, '错误 清单.csv', 'x,y')
    const url = `/api/blade-resource/file/${kept.fileId}`
    const mine = await user.get(url)
    expect([mine.status, mine.raw.toString()]).toEqual([200, 'x,y'])
    expect(mine.headers['content-disposition']).toContain(`UTF-8''${encodeURIComponent('错误 清单.csv')}`)
    expect(mine.headers['x-content-type-options']).toBe('nosniff')
    const other = await app().user({ role: 'school', schoolCode: '125101000000000022' })
    expect((await other.get(url)).status).toBe(404)
    expect((await (await app().user({ role: 'exam' })).get(url)).status).toBe(200)
    expect((await app().anonymous.get(url)).status).toBe(401)
  })
})

describe('what a file is', () => {
  test.each([
    ['89504e470d0a1a0a00', 'a.xlsx', 'image/png'],
    ['ffd8ffe000', 'a.png', 'image/jpeg'],
    ['255044462d', 'a.csv', 'application/pdf'],
    ['504b030414', 'a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['504b030414', 'a.docx', 'application/zip'],
    ['d0cf11e0a1b11ae1', 'a.xlsx', 'application/vnd.ms-excel'],
    ['e88083e58fb7', 'a.exe', 'text/plain'],
    ['4d5a000000', 'a.csv', 'application/octet-stream'],
  ])('bytes %s named %s are %s', async (hex, name, type) => {
    const path = ctx.files.tempPath('bin')
    writeFileSync(path, Buffer.from(hex, 'hex'))
    expect(await contentTypeOf(path, name)).toBe(type)
  })
})

describe('uploads', () => {
  const url = '/api/bigdata-service/examimport/upload'

  test('a file above the limit is refused and leaves nothing behind', async () => {
    const admin = await app().user({ role: 'administrator' })
    const exam = await new RowMaker(admin).create(registry.entity('examInfo'))
    const { status, msg } = await admin.upload(url, { examId: exam['id'], kind: 'student' }, [
      { name: 'big.csv', body: Buffer.alloc(1_200_000, 'a') },
    ])
    expect([status, msg]).toEqual([413, '上传内容超过1MB'])
    const left = readdirSync(join(app().dataDir, 'tmp')).filter((name) => name.endsWith('.upload'))
    expect(left).toEqual([])
    const rows = await sql`select 1 from file_object where name = 'big.csv'`.execute(ctx.db)
    expect(rows.rows).toEqual([])
  })

  test('a request without files, or that is no upload, is refused', async () => {
    const admin = await app().user({ role: 'administrator' })
    const input = { examId: '1', kind: 'student' }
    expect(await admin.upload(url, input, [])).toMatchObject({ status: 400, msg: '缺少必要的请求参数: file' })
    expect(await admin.post(url, input)).toMatchObject({ status: 400, msg: '请求内容无法解析' })
  })

  test('what is only looked at is no other request either', async () => {
    const verify = '/api/yzl-seseal/verify'
    expect(await user.upload(verify, {}, [])).toMatchObject({ status: 400, msg: '缺少必要的请求参数: file' })
    expect(await user.post(verify, {})).toMatchObject({ status: 400, msg: '请求内容无法解析' })
    const large = [{ name: 'a.pdf', body: Buffer.alloc(1_200_000, 'a') }]
    expect(await user.upload(verify, {}, large)).toMatchObject({ status: 413, msg: '上传内容超过1MB' })
  })
})

describe('an S3-compatible store', () => {
  let store: ObjectStore
  let files: Files
  let folder: string

  beforeAll(async () => {
    store = await openObjectStore()
    folder = mkdtempSync(join(tmpdir(), 'xueheng-s3-'))
    files = machine(folder)
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await store.close()
  })

  function machine(dataDir: string, more: Record<string, string> = {}, secretKey?: string): Files {
    const config = readConfig({ DATA_DIR: dataDir, DEMO: '1', ...store.settings(secretKey), ...more })
    return createFiles(config, tenantStores(config))
  }

  test('keeps and gives back contents over signed requests', async () => {
    const kept = await keep(files, '名册.csv', '姓名\n张三\n')
    expect(store.objects.get(`/scores/${kept.sha256}`)?.toString()).toBe('姓名\n张三\n')
    expect(readFileSync(kept.path, 'utf8')).toBe('姓名\n张三\n')
    expect(await textOf(files, kept.fileId)).toBe('姓名\n张三\n')
    expect(store.requests).toEqual([`PUT /scores/${kept.sha256}`, `GET /scores/${kept.sha256}`])
  })

  test('fetches a file this machine does not have, or has damaged', async () => {
    const kept = await keep(files, 'b.csv', 'b')
    rmSync(kept.path)
    expect(readFileSync((await files.localPath(ctx, kept.fileId)).path, 'utf8')).toBe('b')
    rmSync(kept.path)
    writeFileSync(kept.path, 'x')
    expect(readFileSync((await files.localPath(ctx, kept.fileId)).path, 'utf8')).toBe('b')
    expect(readdirSync(dirname(kept.path))).toEqual([kept.sha256])
  })

  test('tells what it no longer has, and what it does not hand out or let go', async () => {
    const kept = await keep(files, 'gone.csv', 'gone')
    rmSync(kept.path)
    const config = readConfig({ DATA_DIR: folder, DEMO: '1', ...store.settings('SK-wrong') })
    const refused = openStore(config)
    await expect(refused.read(kept.sha256)).rejects.toThrow('文件存储拒绝了请求')
    await expect(refused.remove(kept.sha256)).rejects.toThrow('文件存储拒绝了请求')
    expect(store.objects.has(`/scores/${kept.sha256}`)).toBe(true)
    store.objects.delete(`/scores/${kept.sha256}`)
    await expect(files.read(ctx, kept.fileId)).rejects.toThrow('所需的文件已不在服务器上')
  })

  test('is not believed where it answers other bytes than it was given', async () => {
    const kept = await keep(files, 'd.csv', 'd')
    rmSync(kept.path)
    store.objects.set(`/scores/${kept.sha256}`, Buffer.from('e'))
    await expect(files.localPath(ctx, kept.fileId)).rejects.toThrow('所需的文件已不在服务器上')
    expect(existsSync(kept.path)).toBe(false)
  })

  test('lets another machine lay down a file of the data folder, which stays where it was', async () => {
    const path = join(folder, 'packages', '1', 'v1', 'unit.parquet')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'rows')
    const sha256 = createHash('sha256').update('rows').digest('hex')
    await files.share(ctx, [{ path, sha256 }])
    await files.share(ctx, [{ path, sha256 }])
    expect(store.requests.filter((one) => one.endsWith(sha256))).toEqual([`PUT /scores/${sha256}`])
    expect(readFileSync(path, 'utf8')).toBe('rows')
    const other = mkdtempSync(join(tmpdir(), 'xueheng-s3-other-'))
    const there = { path: join(other, 'packages', '1', 'v1', 'unit.parquet'), sha256 }
    expect(await machine(other).fetch(ctx, there)).toBe(true)
    expect(readFileSync(there.path, 'utf8')).toBe('rows')
    const unknown = { path: join(other, 'nothing'), sha256: 'ab'.repeat(32) }
    expect([await machine(other).fetch(ctx, unknown), existsSync(unknown.path)]).toEqual([false, false])
    const elsewhere = { ...ctx, db: app().app.database.tenant('200001') }
    expect(await machine(other).fetch(elsewhere, { ...there, path: `${there.path}2` })).toBe(false)
    rmSync(other, { recursive: true })
  })

  test('a wrong key is refused by the service and told as a fault', async () => {
    const wrong = machine(folder, {}, 'SK-wrong')
    await expect(keep(wrong, 'c.csv', 'c')).rejects.toMatchObject({
      message: '文件存储拒绝了请求，请联系管理员检查存储设置',
      cause: { message: expect.stringContaining('403') },
    })
    const rows = await sql`select 1 from file_object where name = 'c.csv'`.execute(ctx.db)
    expect(rows.rows).toEqual([])
  })
})

test('what stays on this machine is shared with nobody', async () => {
  const file = { path: join(app().dataDir, 'alone'), sha256: createHash('sha256').update('alone').digest('hex') }
  writeFileSync(file.path, 'alone')
  await ctx.files.share(ctx, [file])
  expect(await ctx.files.fetch(ctx, { ...file, path: `${file.path}2` })).toBe(false)
})

test('local copies that were used longest ago make room', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'xueheng-copies-'))
  const now = Date.now()
  for (const [name, minutes] of [
    ['old', 60],
    ['older', 90],
    ['new', 1],
  ] as const) {
    const path = join(folder, name.slice(0, 2), name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'x'.repeat(100))
    utimesSync(path, new Date(now - minutes * 60_000), new Date())
  }
  await keepWithin(folder, 250, now)
  expect(namesIn(folder)).toEqual(['new', 'old'])
  // What was used a minute ago may be read at this moment.
  await keepWithin(folder, 50, now + 120_000)
  expect(namesIn(folder)).toEqual(['new'])
  rmSync(folder, { recursive: true })
})

function namesIn(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
  return all
    .filter((one) => one.isFile())
    .map(({ name }) => name)
    .toSorted()
}
