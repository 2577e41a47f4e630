import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import { inTransaction } from '../src/platform/db/pool.ts'

/** Its own database server, so that it may be killed. */
let folder: string
let config: Config
let app: App
const escaped: unknown[] = []
const note = (error: unknown) => void escaped.push(error)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xueheng-outage-'))
  config = readConfig({ DATA_DIR: folder, DEMO: '1', CAPTCHA: 'off', LOG_LEVEL: 'silent', DB_POOL: '4' })
  app = await createApp(config)
  await app.runner.work()
  process.on('uncaughtException', note).on('unhandledRejection', note)
})
afterAll(async () => {
  await app.close()
  process.off('uncaughtException', note).off('unhandledRejection', note)
  rmSync(folder, { recursive: true, force: true })
})

async function statusOf(url: string): Promise<number> {
  return (await app.http.inject({ method: 'GET', url })).statusCode
}

async function waitFor(status: number, url = '/readyz'): Promise<void> {
  await expect.poll(() => statusOf(url), { timeout: 60_000, interval: 100 }).toBe(status)
}

/** As a fail-over does: every connection of the program ends, whatever it is doing. */
async function endConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: app.database.ownerUrl })
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`)
  await client.end()
}

const TENANT_INFO = '/api/blade-system/tenant/info?domain=https%3A%2F%2Fnowhere.example'

describe('connections that are ended', () => {
  test('take a transaction with them, told as an outage, and leave the next request alone', async () => {
    const work = inTransaction(app.database.tenant(config.tenantId), async (db) => {
      await endConnections()
      await sql`select 1`.execute(db)
    })
    await expect(work).rejects.toMatchObject({ status: 503, message: '数据库暂时无法连接，请稍后再试' })
    await waitFor(200)
    expect(await statusOf(TENANT_INFO)).toBe(200)
    expect(escaped).toEqual([])
  })

  test('answer requests of that moment, each with what it asked for or 503', async () => {
    const asked = Array.from({ length: 40 }, () => statusOf(TENANT_INFO))
    await endConnections()
    const answers = await Promise.all(asked)
    expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(escaped).toEqual([])
  })
})

describe('the own database server', () => {
  test('is started again when it dies; until then it is not ready, and requests are told so', async () => {
    const pid = Number(readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await waitFor(503)
    const answer = await app.http.inject({ method: 'GET', url: TENANT_INFO })
    expect([200, 503]).toContain(answer.statusCode)
    if (answer.statusCode === 503) expect(answer.json()).toMatchObject({ code: 503, success: false })
    await waitFor(200)
    expect(await statusOf(TENANT_INFO)).toBe(200)
    expect(escaped).toEqual([])
  })
})
