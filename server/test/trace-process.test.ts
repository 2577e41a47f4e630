import { type Server, createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { md5 } from '../src/domains/credentials/password.ts'
import { readConfig } from '../src/platform/config.ts'
import { layFolder, readFolder } from './fixtures/old-folder/lay.ts'
import { type Program, originOf, startProgram } from './program.ts'

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

interface Sent {
  resourceSpans: { resource: { attributes: SentSpan['attributes'] }; scopeSpans: { spans: SentSpan[] }[] }[]
}

// Somebody to sign in without the picture of digits: the demo of a kept folder.
const ASK = { tenantId: '097108', username: 'admin', password: md5('Demo@2026'), grant_type: 'password' }
const bodies: string[] = []
const paths = new Set<string>()
let folder: string
let collector: Server
let program: Program

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xueheng-trace-'))
  await layFolder(readFolder('0.1.0'), folder)
  collector = createServer((request, response) => {
    paths.add(`${request.method} ${request.url}`)
    void text(request).then((body) => {
      bodies.push(body)
      response.end('{}')
    })
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const { port } = collector.address() as AddressInfo
  program = startProgram(folder, {
    DEMO: '1',
    CAPTCHA: 'off',
    UPGRADE_BACKUP: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: 'xueheng-one',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  await originOf(program)
})
afterAll(async () => {
  program.child.kill('SIGKILL')
  await new Promise((done) => collector.close(done))
  rmSync(folder, { recursive: true, force: true })
})

async function ask(method: string, path: string, headers: Record<string, string>, body?: object): Promise<any> {
  const answer = await fetch(`${await originOf(program)}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

test('the program tells the collector of its environment of calls and their transactions, and of nobody', async () => {
  const { id, secret } = readConfig({ DATA_DIR: folder, DEMO: '1' }).client
  const basic = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
  const token = '/api/blade-auth/oauth/token'
  const signedIn = await ask('POST', `${token}?${new URLSearchParams(ASK).toString()}`, basic)
  const bearer = { 'blade-auth': `bearer ${signedIn.access_token}` }
  const row = { paramName: '王小明', paramKey: 'trace.test', paramValue: '13912345678' }
  await ask('POST', '/api/blade-system/param/submit', bearer, row)
  await ask('GET', `/api/blade-system/param/list?${new URLSearchParams({ paramName: '王小明' }).toString()}`, bearer)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)

  expect([...paths]).toEqual(['POST /v1/traces'])
  const sent = bodies.flatMap((body) => (JSON.parse(body) as Sent).resourceSpans)
  for (const { resource } of sent) {
    expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'xueheng-one' } })
    expect(resource.attributes).toContainEqual({ key: 'deployment.environment.name', value: { stringValue: 'test' } })
  }
  const spans = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans))
  const named = (name: string) => spans.filter((span) => span.name === name)
  expect(named(`POST ${token}`)).toHaveLength(1)
  expect(named('GET /api/blade-system/param/list')).toHaveLength(1)
  const [submit] = named('POST /api/blade-system/param/submit')
  expect(submit?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  const [inside] = named('transaction').filter(({ parentSpanId }) => parentSpanId === submit?.spanId)
  expect(inside?.traceId).toBe(submit?.traceId)
  expect(inside?.attributes).toContainEqual({ key: 'db.system.name', value: { stringValue: 'postgresql' } })
  const said = bodies.join()
  for (const word of ['王小明', encodeURIComponent('王小明'), '13912345678', ASK.password, signedIn.access_token])
    expect(said).not.toContain(word)
})
