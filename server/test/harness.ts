import { hash } from '@node-rs/argon2'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { type App, createApp } from '../src/app.ts'
import { md5 } from '../src/domains/credentials/password.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import type { Db } from '../src/platform/ctx.ts'
import { nextId } from '../src/platform/db/id.ts'
import { cloneDatabase } from './clone-database.ts'
import { fuzzBefore, keepNothing } from './fuzz-within.ts'
import { callAt, differenceOf } from './outputs.ts'

export const TENANT = '097108'
export const OTHER_TENANT = '200001'
const PASSWORD = 'Test@2026'
/** Of the least cost there is: a hash says itself what it took, and so does checking it. */
const PASSWORD_HASH = await hash(md5(PASSWORD), { memoryCost: 8, timeCost: 1, parallelism: 1 })

export interface Answer<T = unknown> {
  status: number
  code: number
  msg: string
  data: T
  /** The whole body, for calls outside the envelope. */
  body: Record<string, unknown>
  raw: Buffer
  headers: Record<string, unknown>
}

/** Calls as one signed-in user. */
export interface Client {
  get<T = any>(path: string, query?: Record<string, unknown>): Promise<Answer<T>>
  post<T = any>(
    path: string,
    body?: unknown,
    query?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>
  upload<T = any>(
    path: string,
    query: Record<string, unknown>,
    files: { name: string; body: Buffer }[],
  ): Promise<Answer<T>>
  token: string
  userId: string
  /** The database of the user's tenant, for what no call can make. */
  db: Db
}

export interface TestApp {
  app: App
  config: Config
  dataDir: string
  databaseUrl: string
  /** A user of a built-in role, in a unit where the role wants one. */
  user(options: UserOptions): Promise<Client>
  /** Calls without a token. */
  anonymous: Client
}

export interface UserOptions {
  role: string
  tenantId?: string
  schoolCode?: string
  areaCode?: string
  classCodes?: string[]
  /** Instead of the role's own rights. */
  permissions?: string[]
}

/** A whole program on a database of its own, cloned from the template; closed when the test file ends. */
export function useTestApp(env: Record<string, string> = {}): () => TestApp {
  let test: TestApp | undefined
  beforeAll(async () => {
    test = await startTestApp(env)
  })
  afterAll(async () => {
    await test?.app.close()
    if (test) rmSync(test.dataDir, { recursive: true, force: true })
  })
  return () => {
    if (!test) throw new Error('the program has not started')
    return test
  }
}

/** The same for suites that end the program themselves. */
export async function startTestApp(env: Record<string, string> = {}): Promise<TestApp> {
  const databaseUrl = await cloneDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'xueheng-app-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: '1',
    CAPTCHA: 'off',
    LOG_LEVEL: 'silent',
    DB_POOL: '6',
    // Suites ask every call for its workbook in a few seconds.
    FILES_PER_MINUTE: '1000000',
    ...env,
  })
  const app = await createApp(config)
  await keepNothing(databaseUrl)
  if (config.roles.includes('worker')) await app.runner.work()
  return {
    app,
    config,
    dataDir,
    databaseUrl,
    user: (options) => makeUser(app, config, options),
    anonymous: client(app, '', '', TENANT),
  }
}

async function makeUser(app: App, config: Config, options: UserOptions): Promise<Client> {
  const tenantId = options.tenantId ?? TENANT
  await sql`insert into tenant (id, tenant_id, tenant_name) values (${nextId()}, ${tenantId}, '测试') on conflict do nothing`.execute(
    app.database.open,
  )
  const db = app.database.tenant(tenantId)
  const userId = nextId()
  const account = `u${userId}`
  const roleId = await roleOf(app, tenantId, options, userId)
  await sql`insert into sys_user (id, tenant_id, account, password_hash, name, role_ids)
    values (${userId}, ${tenantId}, ${account}, ${PASSWORD_HASH}, ${account}, ${[roleId]}::bigint[])`.execute(db)
  if (options.schoolCode || options.areaCode) {
    await sql`insert into user_dept_role (id, tenant_id, user_id, dept_uscc, role_alias, area_code, class_codes)
      values (${nextId()}, ${tenantId}, ${userId}, ${options.schoolCode ?? null}, ${options.role}, ${options.areaCode ?? null}, ${options.classCodes ?? []})`.execute(
      db,
    )
  }
  return client(app, await signIn(app, config, tenantId, account), userId, tenantId)
}

/** Built-in roles exist in the first tenant; another tenant, or other rights, get a role of their own. */
async function roleOf(app: App, tenantId: string, options: UserOptions, userId: string): Promise<string> {
  const source = await sql<{
    id: string
    scopeLevel: string
  }>`select id, scope_level from sys_role where role_alias = ${options.role}`.execute(app.database.tenant(TENANT))
  const role = source.rows[0]
  if (!role) throw new Error(`no role ${options.role}`)
  if (tenantId === TENANT && !options.permissions) return role.id
  const id = nextId()
  const alias = options.permissions ? `${options.role}_${userId}`.slice(0, 64) : options.role
  const db = app.database.tenant(tenantId)
  await sql`insert into sys_role (id, tenant_id, role_name, role_alias, scope_level)
    values (${id}, ${tenantId}, ${alias}, ${alias}, ${role.scopeLevel})
    on conflict (tenant_id, role_alias) where is_deleted = 0 do nothing`.execute(db)
  const made = await sql<{
    id: string
  }>`select id from sys_role where role_alias = ${alias} and is_deleted = 0`.execute(db)
  const roleId = made.rows[0]?.id ?? id
  const menuIds = await menuIdsOf(app, role.id, options.permissions)
  await sql`insert into role_menu (tenant_id, role_id, menu_id)
    select ${tenantId}, ${roleId}, m from unnest(${menuIds}::bigint[]) m on conflict do nothing`.execute(db)
  return roleId
}

/** The rows of the named codes with their screens, or everything the built-in role has. */
async function menuIdsOf(app: App, roleId: string, permissions: string[] | undefined): Promise<string[]> {
  const found = permissions
    ? await sql<{
        id: string
      }>`select unnest(array[id, parent_id]) as id from menu where code = any(${permissions})`.execute(
        app.database.open,
      )
    : await sql<{ id: string }>`select menu_id as id from role_menu where role_id = ${roleId}`.execute(
        app.database.tenant(TENANT),
      )
  return [...new Set(found.rows.map((row) => row.id))]
}

async function signIn(app: App, config: Config, tenantId: string, account: string): Promise<string> {
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId, username: account, password: md5(PASSWORD), grant_type: 'password' },
    headers: { authorization: basic(config), 'tenant-id': tenantId },
  })
  const token: unknown = response.json<Record<string, unknown>>()['access_token']
  if (typeof token !== 'string') throw new Error(`sign-in failed: ${response.body}`)
  return token
}

export function basic(config: Config): string {
  return `Basic ${Buffer.from(`${config.client.id}:${config.client.secret}`).toString('base64')}`
}

/** Every answer in a test is held to the declared output of its call. */
function assertDeclared(method: string, url: string, body: Record<string, unknown>): void {
  const call = callAt(method, url.split('?')[0] ?? '')
  const difference = call && body['success'] === true ? differenceOf(call, body['data']) : undefined
  if (difference) throw new Error(`not as declared: ${JSON.stringify(difference)}`)
}

function client(app: App, token: string, userId: string, tenantId: string): Client {
  async function send(
    method: 'GET' | 'POST',
    url: string,
    query: Record<string, unknown> = {},
    payload?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<never>> {
    const asWho: Record<string, string> = token ? { 'blade-auth': `bearer ${token}` } : {}
    if (token) await fuzzBefore(app, { method, url, query, payload, headers: { ...asWho, ...headers } })
    const response = await app.http.inject({
      method,
      url,
      query: Object.fromEntries(
        Object.entries(query)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      ),
      headers: { ...asWho, 'x-nulls': 'keep', ...headers },
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    const body = isJson ? response.json<Record<string, unknown>>() : {}
    if (response.statusCode === 200) assertDeclared(method, url, body)
    return {
      status: response.statusCode,
      code: Number(body['code'] ?? response.statusCode),
      msg: String(body['msg'] ?? ''),
      data: body['data'] as never,
      body,
      raw: response.rawPayload,
      headers: response.headers,
    }
  }
  return {
    token,
    userId,
    db: app.database.tenant(tenantId),
    get: (path, query) => send('GET', path, query),
    post: (path, body, query, headers) => send('POST', path, query, body, headers),
    upload(path, query, files) {
      const boundary = createHash('md5').update(String(Date.now())).digest('hex')
      const parts = files.flatMap(({ name, body }) => [
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
        ),
        body,
        Buffer.from('\r\n'),
      ])
      const payload = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
      return send('POST', path, query, payload, { 'content-type': `multipart/form-data; boundary=${boundary}` })
    },
  }
}

/** Waits for a job to end and answers it; throws what it failed with. */
export async function waitForJob(user: Client, jobId: string, seconds = 60): Promise<Record<string, unknown>> {
  for (let i = 0; i < seconds * 10; i += 1) {
    // A look at its row costs less than a call.
    const ended = await sql`select 1 from job where id = ${jobId} and state in ('done', 'failed', 'cancelled')`.execute(
      user.db,
    )
    const data = ended.rows.length > 0 ? await detailOf(user, jobId) : undefined
    if (data?.['state'] === 'done') return data
    if (data?.['state'] === 'failed' || data?.['state'] === 'cancelled')
      throw new Error(`job ${jobId}: ${String(data['text'])}`)
    await new Promise((wait) => setTimeout(wait, 100))
  }
  throw new Error(`job ${jobId} did not end`)
}

async function detailOf(user: Client, jobId: string): Promise<Record<string, unknown> | undefined> {
  return (await user.get('/api/blade-desk/job/detail', { id: jobId })).data
}
