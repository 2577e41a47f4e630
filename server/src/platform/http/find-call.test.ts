import { defineCall } from '@xueheng/contract/kit/call.ts'
import { defineDomain } from '@xueheng/contract/kit/domain.ts'
import { defineRegistry } from '@xueheng/contract/derive/registry.ts'
import { expect, test } from 'vitest'
import { callFinder, callOf } from './find-call.ts'

function callAt(name: string, method: 'GET' | 'POST', path: string, aliases: string[] = []) {
  return defineCall(name, { title: name, method, path, aliases, access: 'signedIn' })
}

function finderOf(...calls: ReturnType<typeof callAt>[]) {
  return callFinder(defineRegistry([defineDomain({ name: 'probe', title: '试', calls })], []))
}

const find = finderOf(
  callAt('list', 'GET', '/api/probe/list', ['/api/probe/listing']),
  callAt('one', 'GET', '/api/probe/:id'),
  callAt('change', 'POST', '/api/probe/:id'),
)

function nameAt(method: string, address: string): string | undefined {
  const found = find(address)
  return found && callOf(found, method)?.name
}

test.each([
  ['GET', '/api/probe/list', 'list'],
  ['GET', '/api/probe/list/', 'list'],
  ['GET', '/api/probe/list?id=/api/probe/listing', 'list'],
  ['GET', '/api/probe/%6cist', 'list'],
  ['GET', '/api/probe/listing', 'list'],
  ['HEAD', '/api/probe/list', 'list'],
  ['GET', '/api/probe/7', 'one'],
  ['POST', '/api/probe/7', 'change'],
  ['GET', '/api/probe/List', 'one'],
])('%s %s asks for %s', (method, address, name) => {
  expect(nameAt(method, address)).toBe(name)
})

test.each([
  '/api/probe',
  '/api/probe/',
  '/api/other/list',
  '/api/probe/list/7',
  '/api/probe/a/list',
  '/api%2Fprobe/list',
])('nothing stands at %s', (address) => {
  expect(find(address)).toBeUndefined()
})

test('a whole address is no part of another, whatever the method', () => {
  expect(nameAt('POST', '/api/probe/list')).toBeUndefined()
  expect([...(find('/api/probe/list')?.calls.keys() ?? [])]).toEqual(['GET'])
})

test('parts of the address come by name and as they were meant', () => {
  expect(find('/api/probe/%E4%B8%80%2F%E4%BA%8C')?.params).toEqual({ id: '一/二' })
  expect(find('/api/probe/:id')?.params).toEqual({ id: ':id' })
  expect(find('/api/probe/list')?.params).toEqual({})
})

test('two calls at one address are a mistake', () => {
  expect(() => finderOf(callAt('a', 'GET', '/api/probe/x'), callAt('b', 'GET', '/api/probe/x'))).toThrow(
    'GET /api/probe/x is declared twice',
  )
})
