import compress from '@fastify/compress'
import Fastify from 'fastify'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWeb } from './static.ts'

const SCRIPT = 'export const words = "'.padEnd(5000, '学') + '"'
const app = Fastify()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>学衡</title>')
  await writeFile(join(folder, 'assets/a.js'), SCRIPT)
  await writeFile(join(folder, 'assets/a.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(folder, 'assets/a.js.gz'), gzipSync(SCRIPT))
  await app.register(compress, { global: true, threshold: 1024, encodings: ['gzip', 'identity'] })
  await serveWeb(app, folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('a script is sent in the smallest form the browser takes, once compressed', async () => {
  const get = (accepted: string) => app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': accepted } })
  const small = await get('gzip, deflate, br')
  expect(small.headers['content-encoding']).toBe('br')
  expect(small.headers['content-type']).toMatch(/javascript/)
  expect(small.headers['cache-control']).toContain('immutable')
  expect(small.headers.vary).toMatch(/accept-encoding/i)
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(SCRIPT)
  const plain = await get('gzip')
  expect(plain.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(plain.rawPayload).toString()).toBe(SCRIPT)
  const bare = await get('identity')
  expect(bare.headers['content-encoding']).toBeUndefined()
  expect(bare.payload).toBe(SCRIPT)
})

test('an address of the app is answered with its page, one of the calls is not', async () => {
  const page = await app.inject({ url: '/bigdata/basic/basicSchool', headers: { 'accept-encoding': 'br' } })
  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).toBe('no-cache')
  expect(page.payload).toContain('学衡')
  expect((await app.inject({ url: '/api/nothing' })).statusCode).toBe(404)
  expect((await app.inject({ url: '/assets/gone.js' })).statusCode).toBe(404)
})
