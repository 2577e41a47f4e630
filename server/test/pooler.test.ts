import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/platform/config.ts'
import { assertOwnSessions, assertRole } from '../src/platform/db/own-session.ts'
import { OTHER_TENANT, TENANT, useTestApp } from './harness.ts'
import { Pooler, type PoolerOptions } from './stand-ins/pooler.ts'
import { openDatabase } from '../src/platform/db/pool.ts'
import { sql } from 'kysely'

/** The tenant is told to a connection once: only a pooler that leaves connections alone may stand before the database. */
const program = useTestApp({ ROLES: 'web' })
const poolers: Pooler[] = []
afterEach(async () => {
  for (const pooler of poolers.splice(0)) await pooler.close()
})

async function behind(options: Omit<PoolerOptions, 'port'>): Promise<string> {
  const url = new URL(program().databaseUrl)
  const pooler = new Pooler({ ...options, port: Number(url.port) })
  poolers.push(pooler)
  url.hostname = '127.0.0.1'
  url.port = String(await pooler.listen())
  return url.href
}

test('connections of a server itself, and of a pooler by session, are sessions of their own', async () => {
  await assertOwnSessions(program().databaseUrl)
  await assertOwnSessions(await behind({ mode: 'session' }))
  await assertRole(await behind({ mode: 'session' }))
})

test('a pooler by transaction is refused, and says what to do', async () => {
  await expect(assertOwnSessions(await behind({ mode: 'transaction' }))).rejects.toThrow(/会话模式/)
})

test('a pooler that drops the role is refused', async () => {
  await expect(assertRole(await behind({ mode: 'session', without: 'options' }))).rejects.toThrow(/options/)
})

test('no connection is used that lost its role, when the pooler begins to drop it after the start', async () => {
  const database = openDatabase(await behind({ mode: 'session', without: 'options' }), 2)
  try {
    for (const db of [database.tenant(TENANT), database.open, database.beside(TENANT)])
      await expect(sql`select 1`.execute(db)).rejects.toThrow(/受限的角色/)
    expect(database.pool.totalCount).toBe(0)
  } finally {
    await database.close()
  }
})

test('the program does not start behind a pooler by transaction', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pooler-'))
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: await behind({ mode: 'transaction' }), PORT: '0' })
  await expect(createApp(config)).rejects.toThrow(/会话模式/)
  await rm(dataDir, { recursive: true, force: true })
})

test('behind a pooler by session two tenants at once never see a row of each other', async () => {
  for (const tenantId of [TENANT, OTHER_TENANT]) await program().user({ role: 'administrator', tenantId })
  const database = openDatabase(await behind({ mode: 'session' }), 3)
  try {
    const ask = async (tenantId: string): Promise<string[]> => {
      const found = await sql<{ of: string }>`select distinct tenant_id as of from sys_user`.execute(
        database.tenant(tenantId),
      )
      return found.rows.map((row) => row.of)
    }
    const turns = Array.from({ length: 300 }, (_none, i) => (i % 2 === 0 ? TENANT : OTHER_TENANT))
    const seen = await Promise.all(turns.map(ask))
    for (const [at, tenantId] of turns.entries()) expect(seen[at]).toEqual([tenantId])
  } finally {
    await database.close()
  }
})
