import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertAllowed, assertListed, resolveHost } from './address.ts'
import { callOut } from './outbound.ts'

const HOUSE = { isPrivateAllowed: true, outboundHosts: undefined }
const WORLD = { isPrivateAllowed: false, outboundHosts: undefined }
let server: Server
let origin: string
const seen: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.host} ${request.url}`)
    if (request.url === '/moved') return response.writeHead(302, { location: '/secret' }).end()
    if (request.url === '/silent') return
    if (request.url === '/slow') return response.writeHead(200).write('begun')
    if (request.url === '/empty') return response.writeHead(204).end()
    request.pipe(response.writeHead(200, { 'x-kind': 'echo' }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('addresses', () => {
  const NEVER = ['169.254.169.254', '100.100.100.200', '168.63.129.16', '0.0.0.0', '224.0.0.1', '255.255.255.255']
  const NEVER_6 = ['::', 'fe80::1', 'ff02::1', 'fd00:ec2::254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe']
  test.each([...NEVER, ...NEVER_6])('%s is never called', (address) => {
    expect(() => assertAllowed(address, HOUSE)).toThrow('不允许连接该地址')
  })

  test.each(['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', '::1', 'fd12::1', '::ffff:10.0.0.1'])(
    '%s only by setting',
    (address) => {
      expect(() => assertAllowed(address, WORLD)).toThrow('不允许连接内网地址')
      expect(() => assertAllowed(address, HOUSE)).not.toThrow()
    },
  )

  test.each(['8.8.8.8', '172.32.0.1', '2400:3200::1'])('%s always', (address) => {
    expect(() => assertAllowed(address, WORLD)).not.toThrow()
  })

  test('a name is judged by what it stands for, numbers in disguise as well', async () => {
    for (const host of ['localhost', '2130706433', '0x7f.1', '[::1]']) {
      await expect(resolveHost(host, WORLD), host).rejects.toThrow('不允许连接内网地址')
    }
    await expect(resolveHost('nowhere.invalid', HOUSE)).rejects.toThrow('无法解析主机名')
  })
})

describe('a list of hosts', () => {
  const to = (...outboundHosts: string[]) => ({ isPrivateAllowed: true, outboundHosts })

  test.each([
    ['sms.example.cn', ['sms.example.cn']],
    ['SMS.example.cn.', ['sms.Example.cn']],
    ['a.b.example.cn', ['x.cn', '*.example.cn']],
    ['[::1]', ['::1']],
    ['127.0.0.1', ['127.0.0.1']],
  ])('lets %s through %j', (host, hosts) => {
    expect(() => assertListed(host, to(...hosts))).not.toThrow()
  })

  test.each([
    ['example.cn', ['*.example.cn']],
    ['evilexample.cn', ['*.example.cn']],
    ['sms.example.cn.evil.cn', ['sms.example.cn', '*.example.cn']],
    ['sms.example.cn', ['example.cn']],
    ['127.0.0.1', ['localhost']],
    ['localhost', []],
  ])('keeps %s out of %j', (host, hosts) => {
    expect(() => assertListed(host, to(...hosts))).toThrow('该主机不在允许外连的名单内')
  })

  test('stands before every call, and nothing else is asked, not even for the name', async () => {
    const limit = { timeoutMs: 2000 }
    expect((await callOut(`${origin}/a`, to('localhost'), limit)).status).toBe(200)
    const before = seen.length
    await expect(callOut(`${origin}/a`, to('*.example.cn'), limit)).rejects.toThrow('不在允许外连的名单内')
    await expect(callOut('https://nowhere.invalid/', to('localhost'), limit)).rejects.toThrow('不在允许外连的名单内')
    expect(seen).toHaveLength(before)
  })
})

describe('calls', () => {
  const limit = { timeoutMs: 2000 }

  test('carry method, headers and body under the name of the host', async () => {
    const answer = await callOut(`${origin}/a?b=1`, HOUSE, { ...limit, method: 'POST', body: '成绩' })
    expect([answer.status, answer.headers.get('x-kind'), await answer.text()]).toEqual([200, 'echo', '成绩'])
    expect(seen.at(-1)).toBe(`POST ${new URL(origin).host} /a?b=1`)
    expect((await callOut(`${origin}/empty`, HOUSE, limit)).status).toBe(204)
  })

  test('do not leave when the address is not allowed', async () => {
    const before = seen.length
    await expect(callOut(`${origin}/a`, WORLD, limit)).rejects.toThrow('不允许连接内网地址')
    expect(seen).toHaveLength(before)
  })

  test('beyond the house are encrypted or do not leave', async () => {
    const asked = callOut('http://8.8.8.8/', WORLD, { timeoutMs: 300 })
    await expect(asked).rejects.toThrow('外网地址须使用 https')
  })

  test('take no redirect', async () => {
    await expect(callOut(`${origin}/moved`, HOUSE, limit)).rejects.toThrow('redirects elsewhere')
    expect(seen.join()).not.toContain('/secret')
  })

  test('end in time, before the answer and within it', async () => {
    const short = { timeoutMs: 300 }
    await expect(callOut(`${origin}/silent`, HOUSE, short)).rejects.toMatchObject({ name: 'TimeoutError' })
    const begun = await callOut(`${origin}/slow`, HOUSE, short)
    await expect(begun.text()).rejects.toThrow()
  })
})
