import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../src/app.ts'
import { readConfig } from '../src/platform/config.ts'
import { embeddedLogin, ensureLogin } from '../src/platform/db/app-login.ts'
import { nextId } from '../src/platform/db/id.ts'
import { cloneDatabase } from './clone-database.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'xueheng-least-'))
const ACCOUNT = `app_${nextId()}`
let app: App
let ownerUrl: string
let appUrl: string

beforeAll(async () => {
  ownerUrl = await cloneDatabase()
  appUrl = ownerUrl.replace(/\/\/[^@]+@/, `//${ACCOUNT}:${encodeURIComponent(`p'w:"${ACCOUNT}`)}@`)
  const env = { DATA_DIR, DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: ownerUrl, DEMO: '1', CAPTCHA: 'off' }
  app = await createApp(readConfig({ ...env, LOG_LEVEL: 'silent' }))
})
afterAll(async () => {
  await app.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

async function asOwner(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

/** On a connection as requests have it. */
async function onRunning(...statements: string[]): Promise<string> {
  const client = await app.database.pool.connect()
  try {
    for (const text of statements) await client.query(text)
    return 'done'
  } catch (error) {
    return String((error as { code?: string }).code)
  } finally {
    client.release(true)
  }
}

const FORBIDDEN = '42501'

describe('the running program', () => {
  test('works under its own account', async () => {
    const who = await app.database.pool.query('select session_user as login, current_user as role')
    expect(who.rows).toEqual([{ login: ACCOUNT, role: 'exam_app' }])
    expect((await app.http.inject({ url: '/readyz' })).statusCode).toBe(200)
    expect((await app.http.inject({ url: '/api/blade-auth/oauth/settings' })).statusCode).toBe(200)
  })

  test.each([
    'set role postgres',
    'set session authorization postgres',
    'alter table sys_user disable row level security',
    'alter table operation_log owner to current_user',
    'drop policy tenant on sys_user',
    'create table own (a int)',
    'truncate operation_log',
    'delete from audit_chain',
    'update operation_log set title = null',
    'create role other',
    'drop table pgboss.job',
    "copy (select 1) to program 'true'",
  ])('%s is refused, also after giving up the role', async (text) => {
    expect(await onRunning(text)).toBe(FORBIDDEN)
    expect(await onRunning('reset role', text)).toBe(FORBIDDEN)
    expect(await onRunning('set role none', text)).toBe(FORBIDDEN)
  })

  test('keeps the walls between tenants when it gives up the role', async () => {
    const client = await app.database.pool.connect()
    await client.query('reset role')
    const rows = await client
      .query("select set_config('app.tenant', 'nobody', false)")
      .then(() => client.query<{ n: number }>('select count(*)::int as n from sys_user'))
    client.release(true)
    expect(rows.rows).toEqual([{ n: 0 }])
  })
})

test('an account that may do more is not taken', async () => {
  await expect(ensureLogin(ownerUrl, ownerUrl)).rejects.toThrow('DATABASE_URL: 该账号的权限过大')
})

test('a wrong password of one that may do more does not become its password', async () => {
  const mistyped = ownerUrl.replace(/\/\/([^:]+):[^@]+@/, '//$1:mistyped@')
  expect(mistyped).not.toBe(ownerUrl)
  await expect(ensureLogin(ownerUrl, mistyped)).rejects.toThrow('DATABASE_URL: 该账号的权限过大')
  await expect(asOwner(mistyped, 'select 1')).rejects.toThrow('password')
  await asOwner(ownerUrl, 'select 1')
})

test('the embedded database makes such an account by itself and keeps it', async () => {
  const folder = mkdtempSync(join(DATA_DIR, 'data-'))
  const first = await embeddedLogin(ownerUrl, folder)
  expect(new URL(first).username).toBe('exam_login')
  expect(statSync(join(folder, 'pg.app.password')).mode & 0o077).toBe(0)
  expect(await embeddedLogin(ownerUrl, folder)).toBe(first)
  await asOwner(first, 'set role exam_app')
  await expect(asOwner(first, 'set role postgres')).rejects.toThrow()
})
