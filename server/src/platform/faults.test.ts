import { symlink, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ErrorCode, errors } from '@xueheng/contract/kit/error.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenAnalytics, openAnalytics } from './analytics/duckdb.ts'
import { sqlText } from './analytics/sql-file.ts'
import { OutageError } from './db/outage.ts'
import { AppError } from './error.ts'
import { FAULTS, refusalBehind, tellFault } from './faults.ts'
import { createServer } from './http/server.ts'

const coded = (code: string) => Object.assign(new Error(`fault ${code}`), { code })
const EVERY: [string, ErrorCode][] = FAULTS.flatMap(({ codes = [], is }) =>
  codes.map((code): [string, ErrorCode] => [code, is]),
)

describe('a fault that can be foreseen', () => {
  test('has one line of the table for each of its codes, and each line its own Chinese text', () => {
    expect(new Set(EVERY.map(([code]) => code)).size).toBe(EVERY.length)
    const texts = [...new Set(FAULTS.map(({ is }) => is))].map((is) => errors[is].text)
    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) expect(text).toMatch(/^[\u4e00-\u9fff，、；（）{}a-z]+$/)
    expect(texts.join()).not.toContain('未知')
  })

  test.each(EVERY)('with the code %s is told as %s, alone and as the cause of another error', (code, is) => {
    const told = errors[is].text
    expect(refusalBehind(coded(code))?.message).toBe(told)
    expect(refusalBehind(new Error('quota: failed', { cause: coded(code) }))?.message).toBe(told)
  })

  test('stays the refusal it is, however deep it lies', () => {
    const refusal = new AppError('row.notFound')
    expect(refusalBehind(refusal)).toBe(refusal)
    expect(refusalBehind(new Error('step', { cause: new OutageError('away') }))?.message).toBe(
      '数据库暂时无法连接，请稍后再试',
    )
  })
})

describe('a defect of ours', () => {
  test.each([
    ['a broken program', new TypeError('x is undefined')],
    ['a broken statement', coded('42703')],
    ['something thrown that is no error', 'text'],
  ])('is told as unknown, with a number and what to do: %s', (_title, error) => {
    expect(refusalBehind(error)).toBeUndefined()
    expect(tellFault(error, '17')).toMatchObject({
      status: 500,
      message: '未知错误（编号17），请稍后再试；若仍出现，请把编号告诉管理员',
    })
  })
})

describe('the web server', () => {
  test('answers a foreseen fault with its refusal, and a defect with the number of the request', async () => {
    const app = await createServer('silent')
    app.get('/full', async () => Promise.reject(coded('53100')))
    app.get('/bug', async () => Promise.reject(new TypeError('x is undefined')))
    const full = await app.inject({ url: '/full' })
    expect([full.statusCode, full.json()]).toMatchObject([503, { code: 503, msg: errors['storage.full'].text }])
    const bug = await app.inject({ url: '/bug' })
    expect(bug.statusCode).toBe(500)
    expect(bug.json<{ msg: string }>().msg).toContain(`未知错误（编号${String(bug.headers['x-request-id'])}）`)
    await app.close()
  })
})

describe('DuckDB', () => {
  let folder: string
  let analytics: OpenAnalytics
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'faults-'))
    analytics = await openAnalytics({
      memoryLimit: '40MB',
      threads: 2,
      tempFolder: join(folder, 'tmp'),
      connections: 1,
    })
  })
  afterAll(async () => {
    analytics.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function faultOf(work: string): Promise<string | undefined> {
    const fault: unknown = await analytics.batch((db) => db.run(work)).catch((error: unknown) => error)
    return refusalBehind(fault)?.message
  }

  test('on a full disk is told as that', async () => {
    const path = join(folder, 'full.parquet')
    await symlink('/dev/full', path)
    const work = `copy (select hash(i) from range(1000000) r(i)) to ${sqlText(path)} (format parquet, use_tmp_file false)`
    expect(await faultOf(work)).toBe(errors['storage.full'].text)
  })

  test.each<[string, string, ErrorCode]>([
    ['without a file', `from read_parquet('/nowhere/quota.parquet')`, 'file.gone'],
    ['with a file that is none of its kind', `from read_parquet('/etc/hostname')`, 'file.damaged'],
    [
      'without memory',
      `select count(l) from (select string_agg(i || repeat('a', 32), '') as l from range(5000000) r(i))`,
      'server.memory',
    ],
  ])('%s is told as that', async (_title, work, is) => {
    expect(await faultOf(work)).toBe(errors[is].text)
  })
})
