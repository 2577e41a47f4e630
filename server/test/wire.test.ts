import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { fc } from './property.ts'
import { type Client, useTestApp } from './harness.ts'
import { RowMaker, type Row } from './rows.ts'

const app = useTestApp()
let admin: Client
let row: Row
let exam: Row

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  row = await new RowMaker(admin).create(registry.entity('areaPopulation'), { areaCode: undefined })
  exam = await new RowMaker(admin, '考', 90).create(registry.entity('examInfo'))
})

interface Sent {
  status: number
  text: string
  json(): Row
  headers: Record<string, unknown>
}

/** As a client of this API family sends it: nulls are not kept. */
async function send(options: InjectOptions): Promise<Sent> {
  const headers = { 'blade-auth': `bearer ${admin.token}`, ...options.headers }
  const response = await app().app.http.inject({ ...options, headers })
  return {
    status: response.statusCode,
    text: response.body,
    json: () => response.json<Row>(),
    headers: response.headers,
  }
}

const PARAM = '/api/blade-system/param'
const POPULATION = '/api/bigdata-service/examAreaParam'

describe('the envelope', () => {
  test('data', async () => {
    const { status, json } = await send({ url: `${POPULATION}/detail`, query: { id: String(row['id']) } })
    expect([status, json()]).toEqual([200, { code: 200, success: true, data: expect.anything(), msg: '操作成功' }])
  })

  test('no data', async () => {
    const { status, json } = await send({ url: `${POPULATION}/detail`, query: { id: '1' } })
    expect([status, json()]).toEqual([200, { code: 200, success: true, data: {}, msg: '暂无承载数据' }])
  })

  test('a status', async () => {
    const done = await send({ method: 'POST', url: '/api/blade-desk/job/cancel', payload: { id: '1' } })
    expect([done.status, done.json()]).toEqual([200, { code: 400, success: false, data: {}, msg: '操作失败' }])
  })

  test('a broken rule', async () => {
    const { status, json } = await send({ method: 'POST', url: `${PARAM}/remove` })
    expect([status, json()]).toEqual([400, { code: 400, success: false, data: {}, msg: '请选择至少一条数据' }])
  })

  test('a missing parameter is named by its field', async () => {
    const { status, json } = await send({ url: `${POPULATION}/getAreaParamList` })
    expect(status).toBe(400)
    expect(json()).toMatchObject({
      code: 400,
      success: false,
      msg: '请输入县区',
      data: { problems: [{ field: 'areaCode' }] },
    })
  })

  test.each([
    ['an unknown path', { url: '/api/blade-system/nothing' }, 404],
    ['an unknown path outside', { method: 'POST' as const, url: '/nothing' }, 404],
    ['another method', { method: 'POST' as const, url: `${PARAM}/list`, payload: {} }, 405],
    ['a method nobody serves', { method: 'DELETE' as const, url: `${PARAM}/remove` }, 405],
    [
      'another media type',
      {
        method: 'POST' as const,
        url: `${PARAM}/submit`,
        payload: '<a/>',
        headers: { 'content-type': 'application/xml' },
      },
      415,
    ],
    [
      'an unreadable body',
      {
        method: 'POST' as const,
        url: `${PARAM}/submit`,
        payload: '{"a":',
        headers: { 'content-type': 'application/json' },
      },
      400,
    ],
    [
      'a body of another length than it says',
      {
        method: 'POST' as const,
        url: `${PARAM}/submit`,
        payload: '{}',
        headers: { 'content-type': 'application/json', 'content-length': '9' },
      },
      400,
    ],
    [
      'a body too large',
      { method: 'POST' as const, url: `${PARAM}/submit`, payload: { paramName: 'x'.repeat(11_000_000) } },
      413,
    ],
  ])('%s', async (_title, options, code) => {
    const answer = await send(options)
    expect([answer.status, answer.json()['code'], answer.json()['success'], answer.json()['data']]).toEqual([
      code,
      code,
      false,
      {},
    ])
    expect(String(answer.json()['msg'])).toMatch(/[\u4e00-\u9fff]/)
  })

  test('rights are asked before a body is refused that cannot be read', async () => {
    const nobody = await app().user({ role: 'exam', permissions: [] })
    const unreadable = { method: 'POST' as const, url: `${PARAM}/submit`, payload: '{"a":' }
    const headers = { 'content-type': 'application/json' }
    const tokens = { '': 401, [`bearer ${nobody.token}`]: 403, [`bearer ${admin.token}`]: 400 }
    for (const [token, status] of Object.entries(tokens)) {
      const answer = await send({ ...unreadable, headers: { ...headers, 'blade-auth': token } })
      expect([answer.status, answer.json()['code']]).toEqual([status, status])
    }
  })

  test('a body that is not an object, or empty, is an empty one', async () => {
    for (const payload of ['', 'null', '3', '"a"', '[]']) {
      const { json } = await send({
        method: 'POST',
        url: `${PARAM}/submit`,
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect(json()['msg'], payload).toBe('请输入参数名称')
    }
  })
})

describe('values', () => {
  test('ids are text, decimals text with their digits, times without a zone, nulls replaced', async () => {
    const { json } = await send({ url: `${POPULATION}/detail`, query: { id: String(row['id']) } })
    const data = json()['data'] as Row
    expect(data['id']).toBe(row['id'])
    expect(typeof data['studyYear']).toBe('number')
    expect(data['population']).toMatch(/^\d+\.\d{2}$/)
    expect(data['createTime']).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
    expect(data).toMatchObject({ areaCode: '', createDept: '', isDeleted: 0, status: 1 })
    expect(Object.values(data)).not.toContain(null)
  })

  test('our own pages may keep nulls', async () => {
    const { json } = await send({
      url: `${POPULATION}/detail`,
      query: { id: String(row['id']) },
      headers: { 'x-nulls': 'keep' },
    })
    expect(json()['data']).toMatchObject({ areaCode: null })
  })

  test('a missing number is -1, a missing list empty, in pages too', async () => {
    const school = await new RowMaker(admin).create(registry.entity('basicSchool'), { stages: null, remark: null })
    const { json } = await send({
      url: '/api/bigdata-service/basicschool/list',
      query: { schoolCode: String(school['schoolCode']) },
    })
    const [found] = (json()['data'] as { records: Row[] }).records
    expect(found).toMatchObject({ stages: [], remark: '' })
    const detail = await send({ url: '/api/bigdata-service/examinfo/detail', query: { id: String(exam['id']) } })
    expect(detail.json()['data']).toMatchObject({ studentNum: -1 })
  })

  test('stars in a remark are kept, a masked phone is left as it was', async () => {
    const maker = new RowMaker(admin, '校', 50)
    const school = await maker.create(registry.entity('basicSchool'), { phone: '13812345678' })
    expect(school['phone']).toBe('138****5678')
    const { data } = await admin.post('/api/bigdata-service/basicschool/submit', { ...school, remark: '***重要***' })
    expect(data).toMatchObject({ remark: '***重要***', phone: '138****5678' })
    const found = await admin.get('/api/bigdata-service/basicschool/list', { phone_equal: '13812345678' })
    expect(found.data.total).toBe(1)
  })

  test('a number is kept where a text is declared, in texts and paragraphs', async () => {
    const payload = { paramName: 7, paramKey: -1, paramValue: 12.5 }
    const { status, json } = await send({ method: 'POST', url: `${PARAM}/submit`, payload })
    expect([status, json()['data']]).toMatchObject([200, { paramName: '7', paramKey: '-1', paramValue: '12.5' }])
  })

  test('a page that is no number is refused by the name of its parameter', async () => {
    for (const name of ['current', 'size']) {
      const { status, json } = await send({ url: `${PARAM}/list`, query: { [name]: 'abc' } })
      expect([status, json()['msg']]).toEqual([400, `请求参数格式错误: ${name}`])
    }
    for (const query of [{ current: '' }, { size: '0' }, { current: '-3' }]) {
      const { status } = await send({ url: `${PARAM}/list`, query: query as unknown as Record<string, string> })
      expect(status).toBe(200)
    }
  })

  test('a filter value that cannot be read is refused by name', async () => {
    for (const query of [
      { createTime_dategt: '2026-02-31' },
      { createTime_datelt: '1' },
      { status_ge: '1e9' },
      { isDeleted: '99999' },
    ]) {
      const { status, json } = await send({ url: `${PARAM}/list`, query: query as unknown as Record<string, string> })
      expect([status, String(json()['msg']).startsWith('请求参数格式错误')], JSON.stringify(query)).toEqual([400, true])
    }
  })
})

describe('headers', () => {
  test.each(['Blade-Auth', 'blade-auth', 'BLADE-AUTH'])('%s is read in the query and in the head', async (name) => {
    const [url, token] = [`${PARAM}/list`, `bearer ${admin.token}`]
    const plain = { url, headers: {} }
    const sent = [
      { ...plain, query: { [name]: admin.token } },
      { ...plain, query: { [name]: token } },
      { ...plain, headers: { [name]: token } },
    ]
    for (const options of sent) expect((await app().app.http.inject(options)).statusCode).toBe(200)
  })

  test('every answer is numbered and guarded', async () => {
    const { headers } = await send({ url: `${PARAM}/list` })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })

  test('health, readiness and measurements are served', async () => {
    expect((await send({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
    expect((await send({ url: '/readyz' })).json()).toEqual({ status: 'ok' })
    expect((await send({ url: '/metrics' })).text).toContain('http_request_duration_seconds_bucket')
  })
})

const deep = '['.repeat(20_000) + ']'.repeat(20_000)
const deepObject = '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)

describe('hostile bodies', () => {
  test.each([
    ['deep lists', deep],
    ['deep objects', deepObject],
    ['a deep value', `{"paramName":${deepObject}}`],
    ['a prototype', '{"__proto__":{"isAdministrator":true},"constructor":{"prototype":{"x":1}}}'],
    ['control characters', '{"paramName":"a\\u0000b","paramKey":"\\u0007","paramValue":"x"}'],
    ['half a letter', '{"paramName":"\\ud800","paramKey":"k","paramValue":"x"}'],
    ['huge numbers', '{"id":1e400,"paramName":1e999,"paramKey":123456789012345678901234567890}'],
    ['a list for a text', '{"paramName":["a"],"paramKey":{},"paramValue":true}'],
  ])('%s never surprise the server', async (_title, payload) => {
    for (const path of ['submit', 'remove']) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': `k${payload.length}${path}` }
      const { status, text } = await send({ method: 'POST', url: `${PARAM}/${path}`, payload, headers })
      expect(status, text).toBeLessThan(500)
    }
    expect(({} as Row)['isAdministrator']).toBeUndefined()
  })
})

const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '99999999999999999999',
    '1e308',
    'NaN',
    "' or 1=1 --",
    '%',
    '\u0000',
    '\ud800',
    '2026-02-30',
    '../../etc/passwd',
    '{}',
    '[1]',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('id', 'examId', 'x', '__proto__'), fc.jsonValue(), { maxKeys: 3 }),
)

/** Sensible and nasty values for the declared inputs of a call. */
function inputs(call: AnyCall): fc.Arbitrary<Row> {
  const fields = Object.entries({ id: { kind: 'ref' }, ids: { kind: 'text' }, ...call.input } as unknown as Fields)
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, fc.oneof(sensible(field), nasty)])), {
    requiredKeys: [],
  })
}

function sensible(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'integer':
    case 'flag':
      return fc.integer({ min: 0, max: 3000 })
    case 'ref':
      return fc.constantFrom(String(field.ref === 'examInfo' ? exam['id'] : row['id']), '1')
    case 'json':
      return fc.jsonValue({ maxDepth: 2 })
    default:
      return fc.constantFrom('1', '7', '语文', '2026-01-01')
  }
}

const fuzzed = registry.calls
  .filter((call) => call.answer !== 'stream' && call.body !== 'upload' && call.name !== 'auth.logout')
  .map((call) => [`${call.method} ${call.path}`, call] as const)

describe('whatever is sent, no call fails of itself', () => {
  test.each(fuzzed)('%s', async (_name, call) => {
    await fc.assert(
      fc.asyncProperty(inputs(call), async (input) => {
        const { status, text } = await send(requestOf(call, input))
        expect(status, text.slice(0, 300)).toBeLessThan(500)
        expect(text).not.toMatch(/\bat \S+ \(|node_modules|Error:/)
      }),
      // Other values are sent to each of them by the hostile requests of fuzz.test.ts.
      { numRuns: 4 },
    )
  })
})

function requestOf(call: AnyCall, input: Row): InjectOptions {
  const url = call.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(wellFormed(input[name] ?? '1') || '1'),
  )
  if (call.method === 'POST') {
    const payload = call.body === 'array' ? [input, 1, null] : input
    return { method: 'POST', url, payload: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }
  }
  const query = Object.entries(input).map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`)
  return { url: `${url}?${query.join('&')}` }
}

/** Halves of letters cannot stand in an address. */
function wellFormed(value: unknown): string {
  return String(typeof value === 'object' ? JSON.stringify(value) : value).replaceAll(/\p{Surrogate}/gu, '?')
}
