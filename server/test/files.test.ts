import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantStores } from '../src/domains/resource/index.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { contentTypeOf } from '../src/platform/files/content-type.ts'
import { createFiles } from '../src/platform/files/file-store.ts'
import type { Files } from '../src/platform/files/files.ts'
import { type Client, TENANT, useTestApp } from './harness.ts'
import { RowMaker } from './rows.ts'
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
    expect((await admin.upload(url, { examId: '1', kind: 'student' }, [])).status).toBe(400)
    expect((await admin.post(url, { examId: '1', kind: 'student' })).status).toBe(400)
  })
})

describe('an S3-compatible store', () => {
  const secret = { region: 'cn-west', accessKey: 'AK', secretKey: 'SK-very-secret' }
  const objects = new Map<string, Buffer>()
  const requests: string[] = []
  let server: Server
  let files: Files
  let folder: string

  beforeAll(async () => {
    server = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        requests.push(`${request.method} ${request.url}`)
        const isSigned =
          signatureOf(request, secret) === /Signature=(\w+)/.exec(request.headers.authorization ?? '')?.[1]
        const hash = createHash('sha256').update(body).digest('hex')
        const isIntact = request.method === 'GET' || request.headers['x-amz-content-sha256'] === hash
        if (!isSigned || !isIntact) return response.writeHead(403).end()
        if (request.method === 'PUT') objects.set(request.url ?? '', body)
        const found = objects.get(request.url ?? '')
        return found
          ? response.writeHead(200).end(request.method === 'GET' ? found : '')
          : response.writeHead(404).end()
      })
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    folder = mkdtempSync(join(tmpdir(), 'xueheng-s3-'))
    files = createFiles(config(secret.secretKey), tenantStores(config(secret.secretKey)))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await new Promise((closed) => server.close(closed))
  })

  function config(secretKey: string) {
    return readConfig({
      DATA_DIR: folder,
      DEMO: '1',
      STORAGE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: 'scores',
      S3_REGION: secret.region,
      S3_ACCESS_KEY: secret.accessKey,
      S3_SECRET_KEY: secretKey,
    })
  }

  test('keeps and gives back contents over signed requests', async () => {
    const kept = await keep(files, '名册.csv', '姓名\n张三\n')
    expect(objects.get(`/scores/${kept.sha256}`)?.toString()).toBe('姓名\n张三\n')
    expect(readFileSync(kept.path, 'utf8')).toBe('姓名\n张三\n')
    expect(await textOf(files, kept.fileId)).toBe('姓名\n张三\n')
    expect(requests).toEqual([`PUT /scores/${kept.sha256}`, `GET /scores/${kept.sha256}`])
  })

  test('fetches a file this machine does not have', async () => {
    const kept = await keep(files, 'b.csv', 'b')
    rmSync(kept.path)
    const again = await files.localPath(ctx, kept.fileId)
    expect(readFileSync(again.path, 'utf8')).toBe('b')
    expect(existsSync(`${again.path}.part`)).toBe(false)
  })

  test('a wrong key is refused by the service and told as a fault', async () => {
    const wrong = createFiles(config('SK-wrong'), tenantStores(config(secret.secretKey)))
    await expect(keep(wrong, 'c.csv', 'c')).rejects.toMatchObject({
      message: '文件存储拒绝了请求，请联系管理员检查存储设置',
      cause: { message: expect.stringContaining('403') },
    })
    const rows = await sql`select 1 from file_object where name = 'c.csv'`.execute(ctx.db)
    expect(rows.rows).toEqual([])
  })
})

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** AWS Signature Version 4 as the service works it out from the request it got. */
function signatureOf(request: IncomingMessage, key: { region: string; secretKey: string }): string {
  const { headers } = request
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? ''
  const canonical = [
    request.method,
    request.url,
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const time = String(headers['x-amz-date'])
  const scope = `${time.slice(0, 8)}/${key.region}/s3/aws4_request`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const signing = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${key.secretKey}`)
  return hmac(signing, ['AWS4-HMAC-SHA256', time, scope, digest].join('\n')).toString('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
