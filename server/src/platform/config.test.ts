import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { TEST_CERT, TEST_KEY } from '../../test/fixture-tls.ts'
import { readConfig } from './config.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'xueheng-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(DATA_DIR, name))
writeFileSync(String(cert), TEST_CERT)
writeFileSync(String(key), TEST_KEY)
const TLS = { TLS_CERT: cert, TLS_KEY: key }

const read = (env: Record<string, string | undefined>) => readConfig({ DATA_DIR, DEMO: '0', ...env })

describe('beyond this machine', () => {
  test.each(['0.0.0.0', '::', '192.168.1.5', 'exam.example.cn'])('%s is not served in plain', (HOST) => {
    expect(() => read({ HOST })).toThrow('HOST: 对外监听须设置 TLS_CERT 和 TLS_KEY')
    expect(() => read({ HOST, TRUST_PROXY: 'loopback' })).toThrow('HOST')
  })

  test('a certificate or a named proxy opens the door', () => {
    expect(read({ HOST: '0.0.0.0', ...TLS })).toMatchObject({ isExposed: false, tls: { cert: Buffer.from(TEST_CERT) } })
    expect(read({ HOST: '0.0.0.0', TRUST_PROXY: '10.1.0.4' })).toMatchObject({ isExposed: true, tls: undefined })
    expect(read({ HOST: '127.0.0.1' })).toMatchObject({ isExposed: false, tls: undefined })
    expect(read({ HOST: '::1' }).isExposed).toBe(false)
  })

  test('half a certificate is none', () => {
    expect(() => read({ TLS_CERT: cert })).toThrow('TLS_CERT, TLS_KEY: 须同时设置')
    expect(() => read({ TLS_KEY: key })).toThrow('TLS_CERT, TLS_KEY: 须同时设置')
  })
})

test('the demonstration stays on this machine, and the picture of letters is left out there alone', () => {
  expect(() => read({ DEMO: '1', HOST: '0.0.0.0', ...TLS })).toThrow('HOST: 演示模式只允许监听本机回环地址')
  expect(() => read({ CAPTCHA: 'off' })).toThrow('CAPTCHA: 只有演示模式可以关闭验证码')
  expect(read({ DEMO: '1', CAPTCHA: 'off' })).toMatchObject({ isDemo: true, isCaptchaOn: false })
})

test('a store of objects is named whole', () => {
  const whole = { STORAGE: 's3', S3_ENDPOINT: 'https://a.cn', S3_BUCKET: 'b', S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's' }
  expect(read(whole).storage).toMatchObject({ kind: 's3', bucket: 'b' })
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']) {
    expect(() => read({ ...whole, [name]: undefined })).toThrow('STORAGE=s3: 需要')
  }
})

describe('a database on another machine', () => {
  const far = 'postgres://app:x@db.example.cn/exam'

  test.each(['', '?sslmode=disable', '?sslmode=prefer', '?sslmode=no-verify'])(
    'is not reached in plain: %s',
    (query) => {
      expect(() => read({ DATABASE_URL: far + query })).toThrow('DATABASE_URL: 其他机器上的数据库须加密连接')
      const owner = { DATABASE_URL: `${far}?sslmode=verify-full`, MIGRATE_DATABASE_URL: far + query }
      expect(() => read(owner)).toThrow('MIGRATE_DATABASE_URL: 其他机器上的')
    },
  )

  test('is reached encrypted, or plain where the operator answers for the network', () => {
    expect(read({ DATABASE_URL: `${far}?sslmode=verify-full` }).databaseUrl).toContain('verify-full')
    expect(read({ DATABASE_URL: far, ALLOW_PRIVATE_ENDPOINTS: '1' }).databaseUrl).toBe(far)
    expect(read({ DATABASE_URL: 'postgres://a:b@127.0.0.1:5432/exam' }).databaseUrl).toContain('127.0.0.1')
    expect(read({ DATABASE_URL: 'postgres://a:b@%2Frun%2Fpg:5432/exam' }).databaseUrl).toContain('%2Frun')
  })

  test('an owner stands beside it, never alone', () => {
    expect(() => read({ MIGRATE_DATABASE_URL: 'postgres://127.0.0.1/exam' })).toThrow('须同时设置 DATABASE_URL')
  })

  test('a replica stands beside it, never alone or in plain', () => {
    const DATABASE_URL = 'postgres://127.0.0.1/exam'
    expect(read({ DATABASE_URL }).replica).toBeUndefined()
    expect(read({ DATABASE_URL, DATABASE_READ_URL: DATABASE_URL }).replica).toEqual({
      url: DATABASE_URL,
      lagSeconds: 10,
    })
    expect(() => read({ DATABASE_READ_URL: DATABASE_URL })).toThrow('DATABASE_READ_URL: 须同时设置 DATABASE_URL')
    expect(() => read({ DATABASE_URL, DATABASE_READ_URL: far })).toThrow('DATABASE_READ_URL: 其他机器上的')
    expect(() => read({ DATABASE_URL, DATABASE_READ_LAG_SECONDS: '0' })).toThrow('DATABASE_READ_LAG_SECONDS')
  })
})

test('services spoken to in plain stand on this machine', () => {
  const far = [
    { CLAMD: 'scan.example.cn:3310' },
    { LOG_SYSLOG: 'tcp://10.0.0.5:514' },
    { S3_ENDPOINT: 'http://minio.example.cn:9000' },
  ]
  for (const env of far) {
    expect(() => read(env)).toThrow(`${Object.keys(env)[0]}: 不加密的连接只能到本机`)
    expect(() => read({ ...env, ALLOW_PRIVATE_ENDPOINTS: '1' })).not.toThrow()
  }
  for (const env of [{ CLAMD: '127.0.0.1:3310' }, { LOG_SYSLOG: 'tls://a.cn:6514' }, { S3_ENDPOINT: 'https://a.cn' }]) {
    expect(() => read(env)).not.toThrow()
  }
})

test('secrets come from files where a vault puts them', () => {
  const [masterKey, database] = ['0f'.repeat(32), 'postgres://a:b@127.0.0.1/exam']
  for (const [name, text] of Object.entries({ MASTER_KEY: masterKey, DATABASE_URL: database })) {
    writeFileSync(join(DATA_DIR, name), `${text}\n`)
  }
  const config = read({
    MASTER_KEY_FILE: join(DATA_DIR, 'MASTER_KEY'),
    DATABASE_URL_FILE: join(DATA_DIR, 'DATABASE_URL'),
  })
  expect([config.masterKey.toString('hex'), config.databaseUrl]).toEqual([masterKey, database])
  expect(() => read({ MASTER_KEY_FILE: join(DATA_DIR, 'nowhere') })).toThrow('ENOENT')
})

test('nobody can know the account of the first administrator before it is there', () => {
  const names = [read({}), read({})].map((config) => config.adminAccount)
  for (const name of names) expect(name).toMatch(/^admin-[\da-f]{6}$/)
  expect(names[0]).not.toBe(names[1])
  expect(read({ ADMIN_ACCOUNT: 'bureau' }).adminAccount).toBe('bureau')
})

test('hosts and services are read, and what is none is refused', () => {
  const e = {
    OUTBOUND_HOSTS: 'sms.example.cn, *.myqcloud.com',
    CLAMD: '127.0.0.1:3310',
    LOG_SYSLOG: 'tls://log.example.cn:6514',
  }
  expect(read(e)).toMatchObject({
    outboundHosts: ['sms.example.cn', '*.myqcloud.com'],
    clamd: { host: '127.0.0.1', port: 3310 },
    syslog: { host: 'log.example.cn', port: 6514, isEncrypted: true },
  })
  expect(read({})).toMatchObject({ outboundHosts: undefined, clamd: undefined, syslog: undefined })
  for (const wrong of [{ OUTBOUND_HOSTS: 'https://a.cn/' }, { CLAMD: 'host' }, { LOG_SYSLOG: 'udp://a:514' }]) {
    expect(() => read(wrong)).toThrow(Object.keys(wrong)[0])
  }
})
