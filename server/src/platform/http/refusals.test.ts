import { defineCall } from '@xueheng/contract/kit/call.ts'
import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { CtxUser } from '../ctx.ts'
import { assertMayWrite, assertNotForeign, assertOwnSite } from './changes.ts'
import { sentInput } from './sent-input.ts'
import { MOST_STREAMS, assertStream } from './streams.ts'

const asking = (headers: Record<string, string>) => ({ headers, host: 'exam.example.cn' }) as unknown as FastifyRequest
const TOKEN = { 'blade-auth': 'bearer x' }

describe('a request that changes data by a link', () => {
  test.each([
    ['with its token in the address', {}],
    ['from another site', { ...TOKEN, 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour', { ...TOKEN, 'sec-fetch-site': 'same-site' }],
  ])('%s is refused', (_what, headers) => {
    expect(() => assertOwnSite(asking(headers))).toThrow('请求被拒绝')
  })

  test.each([TOKEN, { ...TOKEN, 'sec-fetch-site': 'same-origin' }])('%j is let through', (headers) => {
    expect(() => assertOwnSite(asking(headers))).not.toThrow()
  })
})

describe('a form with its token in the address', () => {
  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://exam.example.cn', 'sec-fetch-site': 'same-site' },
  ])('of another site is refused: %j', (headers) => {
    expect(() => assertNotForeign(asking(headers))).toThrow('请求被拒绝')
    expect(() => assertNotForeign(asking({ ...headers, ...TOKEN }))).not.toThrow()
  })

  test.each<Record<string, string>>([{}, { origin: 'https://exam.example.cn' }, { 'sec-fetch-site': 'same-origin' }])(
    'of our own is let through: %j',
    (headers) => expect(() => assertNotForeign(asking(headers))).not.toThrow(),
  )
})

test('whoever looks on, or whose tenant has run out, writes nothing', () => {
  const user = (values: object) => values as CtxUser
  expect(() => assertMayWrite(user({ viewer: { id: '1' } }))).toThrow('正在以用户身份查看，只能读取')
  expect(() => assertMayWrite(user({ isReadOnly: true }))).toThrow('租户授权已过期')
  expect(() => assertMayWrite(user({}))).not.toThrow()
})

test('an id is one, not a list of them', () => {
  const call = defineCall('one', { title: '一', method: 'GET', path: '/api/probe/one', access: 'signedIn' })
  const sent = (id: unknown) => sentInput(call, { query: { id }, headers: {} } as unknown as FastifyRequest)
  expect(() => sent(['1', '2'])).toThrow('请求参数格式错误: id')
  expect(() => sent({ eq: '1' })).toThrow('请求参数格式错误: id')
  expect(sent('1')).toEqual({ id: '1' })
})

test('a user holds as many streams as one may, whatever others hold', () => {
  const held = (userId: string) => Array.from({ length: MOST_STREAMS }, () => [{}, userId] as const)
  const request = (streams: readonly (readonly [object, string])[]) =>
    ({ server: { streams: new Map(streams) }, callerId: '1' }) as unknown as FastifyRequest
  expect(() => assertStream(request(held('1')))).toThrow('操作过于频繁，请60秒后再试')
  expect(() => assertStream(request([...held('2'), ...held('1').slice(1)]))).not.toThrow()
})
