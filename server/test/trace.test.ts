import { type Server, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSpan, isTraced, startTracing } from '../src/platform/trace.ts'
import { type Client, useTestApp } from './harness.ts'

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number; message?: string }
}

const app = useTestApp({ ROLES: 'web' })
const bodies: string[] = []
let collector: Server
let admin: Client
let stop: () => Promise<void>

beforeAll(async () => {
  collector = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body)
      response.end('{}')
    })
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const { port } = collector.address() as { port: number }
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${port}`
  admin = await app().user({ role: 'administrator' })
  stop = await startTracing('0.0.0')
})
afterAll(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  await new Promise((done) => collector.close(done))
})

test('calls, transactions and failures are told to the collector, as part of the caller and without a word of a person', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  const row = { paramName: '王小明', paramKey: 'trace.test', paramValue: '1' }
  expect((await admin.post('/api/blade-system/param/submit', row, {}, headers)).status).toBe(200)
  expect((await admin.get('/api/blade-system/param/list', { paramName: '王小明' })).status).toBe(200)
  await expect(
    inSpan('job of a test', { 'job.name': 'test' }, () => Promise.reject(new RangeError('王小明'))),
  ).rejects.toThrow()
  await stop()

  const sent = bodies.map((body) => JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] })
  const spans = sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  )
  const submit = spans.find(({ name }) => name === 'POST /api/blade-system/param/submit')
  expect(submit).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 })
  expect(submit?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  expect(
    spans.find(({ name, parentSpanId }) => name === 'transaction' && parentSpanId === submit?.spanId),
  ).toMatchObject({ traceId })
  expect(spans.find(({ name }) => name === 'GET /api/blade-system/param/list')).toMatchObject({ kind: 2 })
  expect(spans.find(({ name }) => name === 'job of a test')?.status).toEqual({ code: 2, message: 'RangeError' })
  expect(bodies.join()).not.toContain('王小明')
  expect(bodies.join()).not.toContain(encodeURIComponent('王小明'))
  expect(bodies.join()).toContain('"service.name","value":{"stringValue":"xueheng"}')
})

test.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_SDK_DISABLED: 'true' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
])('%j: a collector is told of it: %s', (env, expected) => {
  expect(isTraced(env)).toBe(expected)
})
