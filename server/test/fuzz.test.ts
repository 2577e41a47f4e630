import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Client, useTestApp } from './harness.ts'

/** `npm run fuzz` asks for more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 4)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_105)
/** An answer that takes longer is a hang. */
const PATIENCE_MS = 10_000

const app = useTestApp()
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

const NASTY = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001\u0002\u001b[31m',
  '\ud800',
  "' or 1=1 --",
  '"; drop table sys_user; --',
  '$1',
  '%',
  '_',
  '\\',
  '../../../../etc/passwd',
  '%2e%2e%2f%2e%2e%2f',
  '{{7*7}}',
  '<script>alert(1)</script>',
  "=cmd|' /C calc'!A0",
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e309',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '1.5',
  '2026-02-30',
  '0000-00-00 00:00:00',
  '999999-12-31',
  'null',
  'true',
  '[]',
  '{}',
  '[',
  '__proto__',
  'constructor',
  ',',
  ',,,',
  '1,2,,x',
  '🙂'.repeat(60),
  'a'.repeat(5000),
]

const nasty = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...NASTY) },
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.constantFrom<unknown>('1', 1, null, {}, []), { maxLength: 4 }),
  fc.dictionary(
    fc.constantFrom('id', 'a', '__proto__', 'toString', 'valueOf', 'toJSON'),
    fc.constantFrom<unknown>('1', null, [], {}),
    {
      maxKeys: 3,
    },
  ),
)

/** Something the declaration allows, so that the rest of the call is reached too. */
function fitting(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'integer':
    case 'flag':
      return fc.constantFrom<unknown>(0, 1, '1')
    case 'date':
      return fc.constant('2026-01-05')
    case 'dateTime':
      return fc.constant('2026-01-05 08:00:00')
    case 'ref':
      return fc.constantFrom<unknown>('1', '999999999999999999', ['1'])
    default:
      return fc.constantFrom<unknown>('1', '甲', [])
  }
}

function inputOf(call: AnyCall): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(call.input as Fields).map(([name, field]) => [
    name,
    fc.oneof(fitting(field), nasty, fc.constant(undefined)),
  ])
  return fc.record({
    ...(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>),
    id: fc.oneof(fc.constant(undefined), fc.constant('1'), nasty),
    ids: fc.oneof(fc.constant(undefined), fc.constant('1,2'), nasty),
    current: fc.oneof(fc.constant(1), nasty),
    size: fc.oneof(fc.constant(10), nasty),
    ascs: fc.oneof(fc.constant(undefined), nasty),
    descs: fc.oneof(fc.constant(undefined), nasty),
    createTime_datege: fc.oneof(fc.constant(undefined), nasty),
    $index: nasty,
  })
}

async function send(call: AnyCall, input: Record<string, unknown>): Promise<Answer> {
  const path = call.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(wellFormed(input[name] ?? '1')),
  )
  const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, inQuery(value)]))
  if (call.method === 'GET') return admin.get(path, query)
  if (call.body === 'upload') {
    return admin.upload(path, query, [
      { name: wellFormed(input['id'] ?? 'a.xlsx'), body: Buffer.from(JSON.stringify(input)) },
    ])
  }
  if (call.body === 'array') return admin.post(path, [input, input['id']], query)
  return admin.post(path, input, query)
}

/** Half a surrogate pair cannot stand in an address; browsers send the sign for it. */
function wellFormed(value: unknown): string {
  return Buffer.from(String(typeof value === 'object' ? JSON.stringify(value) : value)).toString()
}

function inQuery(value: unknown): string | undefined {
  return value === undefined ? undefined : wellFormed(value)
}

const INSIDES = /node_modules|\.ts:\d+|\n\s+at |violates|syntax error|relation "|column "|invalid input syntax|duckdb/i

function expectDecent(answer: Answer, call: AnyCall, input: unknown): void {
  const text = answer.raw.toString()
  const told = `${call.method} ${call.path} ${JSON.stringify(input).slice(0, 600)} → ${answer.status} ${text.slice(0, 300)}`
  expect(answer.status, told).toBeLessThan(500)
  if (answer.status >= 400) expect(INSIDES.test(text), told).toBe(false)
}

/** What would end the session that asks, or never ends. */
const UNASKED = /logout|\/stream|password|\/oauth\/token|kick|sign-?out/i

const calls = registry.calls
  .filter((call) => call.answer !== 'stream' && !UNASKED.test(call.path))
  .map((call) => [`${call.method} ${call.path}`, call] as const)

describe('whatever is sent, the answer is an answer', () => {
  test.each(calls)('%s', { timeout: RUNS * PATIENCE_MS }, async (_name, call) => {
    await fc.assert(
      fc.asyncProperty(inputOf(call), async (input) => {
        const answer = await send(call, input)
        expectDecent(answer, call, input)
        if (answer.status === 401) admin = await app().user({ role: 'administrator' })
      }),
      { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: RUNS * PATIENCE_MS - 1000 },
    )
  })
})

describe('bodies that are no bodies', () => {
  const path = '/api/bigdata-service/basicschool/submit'
  const deep = (open: string, close: string) => open.repeat(50_000) + close.repeat(50_000)
  const BODIES: [string, string, string][] = [
    ['nothing', 'application/json', ''],
    ['half an object', 'application/json', '{"schoolName":'],
    ['a bare word', 'application/json', 'hello'],
    ['a number', 'application/json', '12'],
    ['null', 'application/json', 'null'],
    ['an array', 'application/json', '[[[]]]'],
    ['lists in lists', 'application/json', deep('[', ']')],
    ['objects in objects', 'application/json', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['the same key twice', 'application/json', '{"schoolName":"甲","schoolName":["乙"]}'],
    [
      'keys of the prototype',
      'application/json',
      '{"__proto__":{"isAdministrator":true},"constructor":{"prototype":{}}}',
    ],
    ['bytes that are no text', 'application/json', '{"schoolName":"\u0000\ufffd\u0000"}'],
    ['a form', 'application/x-www-form-urlencoded', 'schoolName=%00&schoolName=2'],
    ['an unknown type', 'application/xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a multipart body without parts', 'multipart/form-data; boundary=x', '--x--'],
    [
      'a broken multipart body',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"',
    ],
  ]

  test.each(BODIES)('%s', async (_title, contentType, payload) => {
    const response = await app().app.http.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': contentType, 'blade-auth': `bearer ${admin.token}` },
      payload,
    })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(INSIDES.test(response.body), response.body).toBe(false)
    expect(response.json()).toMatchObject({ success: false, msg: expect.any(String) })
  })

  test.each(['toString', 'valueOf', 'toJSON'])(
    'an object that says itself what %s gives is no fault of ours',
    async (key) => {
      const body = { secretKey: { [key]: '1' }, category: 1, templateId: '1' }
      expect((await admin.post('/api/blade-resource/sms/submit', body)).status).toBe(400)
    },
  )

  test('a body past the limit is refused', async () => {
    const response = await app().app.http.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json', 'blade-auth': `bearer ${admin.token}` },
      payload: JSON.stringify({ schoolName: 'a'.repeat(40_000_000) }),
    })
    expect(response.statusCode).toBe(413)
  })
})

describe('addresses that are none', () => {
  test.each([
    '/api/%00',
    '/api/../../etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/api/blade-resource/file/..%2f..%2fpg.password',
    '/assets/../../../package.json',
    `/api/bigdata-service/basicschool/list?${'a=1&'.repeat(5000)}`,
    '/api/bigdata-service/basicschool/list?size=%ff%fe',
    '/api/bigdata-service/basicschool/list?schoolName[$ne]=1&schoolName[]=2',
  ])('%s', async (url) => {
    const response = await app().app.http.inject({
      method: 'GET',
      url,
      headers: { 'blade-auth': `bearer ${admin.token}` },
    })
    expect(response.statusCode).toBeLessThan(500)
    expect(response.body).not.toMatch(/root:|"workspaces"/)
  })
})
