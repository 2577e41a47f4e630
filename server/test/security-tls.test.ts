import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, type TLSSocket, connect } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '../src/platform/http/server.ts'
import { hearSecurity } from '../src/platform/audit/security-events.ts'
import { TEST_CERT, TEST_KEY } from './fixture-tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'xueheng-tls-'))
let http: FastifyInstance
let port: number

beforeAll(async () => {
  writeFileSync(join(folder, 'cert.pem'), TEST_CERT)
  http = await createServer('silent', { tls: { cert: Buffer.from(TEST_CERT), key: Buffer.from(TEST_KEY) } })
  http.get('/probe', async (asked) => ({ protocol: asked.protocol }))
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(http.listeningOrigin).port)
})
afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true, force: true })
})

function shake(options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: TEST_CERT, ...options })
    socket.on('secureConnect', () => resolve(socket))
    socket.on('error', reject)
  })
}

describe('https of its own', () => {
  test.each([
    ['TLSv1.2', /^ECDHE-ECDSA-.*(GCM|POLY1305)/],
    ['TLSv1.3', /^TLS_AES_256_GCM_SHA384$/],
  ] as const)('speaks %s with ciphers of today', async (version, cipher) => {
    const socket = await shake({ minVersion: version, maxVersion: version })
    expect([socket.getProtocol(), socket.authorized]).toEqual([version, true])
    expect(socket.getCipher().name).toMatch(cipher)
    socket.destroy()
  })

  test.each(['TLSv1', 'TLSv1.1'] as const)('does not speak %s', async (version) => {
    const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
    await expect(shake(old)).rejects.toThrow()
  })

  test.each(['ECDHE-ECDSA-AES256-SHA', 'AES256-GCM-SHA384', 'ECDHE-ECDSA-AES128-SHA256'])(
    'refuses %s',
    async (ciphers) => {
      await expect(shake({ maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` })).rejects.toThrow()
    },
  )

  test('tells browsers to come back encrypted for a year', async () => {
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      const asked = request(
        { port, host: '127.0.0.1', servername: 'localhost', ca: TEST_CERT, path: '/probe' },
        (answer) => resolve(answer.headers),
      )
      asked.on('error', reject).end()
    })
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})

describe('the samples of proxies', () => {
  const read = (name: string) => readFileSync(new URL(`../../docs/deploy/${name}`, import.meta.url), 'utf8')
  const HSTS = /Strict-Transport-Security "max-age=31536000; includeSubDomains"/
  const WEAK = /TLSv1(\.1)?[ ;]|tls1\.[01]|RC4|3DES|CBC|_SHA\b|(?<!ECDHE-)RSA-AES|NULL|EXPORT/

  test.each([
    ['nginx.conf', /ssl_protocols TLSv1\.2 TLSv1\.3;/, /return 301 https:/],
    ['Caddyfile', /protocols tls1\.2 tls1\.3$/m, /plain http is sent on to https/],
  ])(
    '%s speaks TLS 1.2 and 1.3, asks browsers to come back encrypted and tells the truth',
    (name, protocols, redirect) => {
      const text = read(name)
      for (const wanted of [protocols, redirect, HSTS]) expect(text).toMatch(wanted)
      expect(text).not.toMatch(WEAK)
      const appended = /\$proxy_add_x_forwarded_for|header_up \+X-Forwarded/
      expect(text).not.toMatch(appended)
      for (const header of ['X-Forwarded-For', 'X-Forwarded-Proto']) expect(text).toContain(header)
    },
  )
})

describe('plain http beyond this machine', () => {
  let exposed: FastifyInstance
  beforeAll(async () => {
    exposed = await createServer('silent', { trustProxy: '198.51.100.7', isExposed: true })
    for (const url of ['/probe', '/healthz']) exposed.get(url, async () => ({ ok: true }))
  })
  afterAll(() => exposed.close())

  const ask = (remoteAddress: string, proto?: string, url = '/probe') =>
    exposed.inject({ url, remoteAddress, headers: proto ? { 'x-forwarded-proto': proto } : {} })

  test('answers what the named proxy received encrypted, and nothing else', async () => {
    expect((await ask('198.51.100.7', 'https')).statusCode).toBe(200)
    expect((await ask('198.51.100.7', 'http')).statusCode).toBe(403)
    expect((await ask('198.51.100.7')).statusCode).toBe(403)
    const stranger = await ask('203.0.113.9', 'https')
    expect([stranger.statusCode, stranger.json()]).toEqual([
      403,
      { code: 403, success: false, data: {}, msg: '请使用 https 访问' },
    ])
  })

  test('is told as a refusal, in the time it took', async () => {
    const told: string[] = []
    const stop = hearSecurity(({ kind, text, ip }) => told.push(`${kind} ${text} ${ip}`))
    await ask('203.0.113.9')
    const { body, headers } = await ask('127.0.0.1', undefined, '/metrics')
    stop()
    expect(told).toEqual(['refused 403 GET /probe 203.0.113.9'])
    expect(body).toMatch(
      /http_request_duration_seconds_bucket\{le="1",method="GET",route="\/probe",status="403"\} [1-9]/,
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('lets this machine and those who watch over it ask whether it lives', async () => {
    expect((await ask('127.0.0.1')).statusCode).toBe(200)
    expect((await ask('203.0.113.9', undefined, '/healthz')).statusCode).toBe(200)
  })
})
