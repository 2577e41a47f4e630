import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { restore } from '../src/domains/ops/restore.ts'
import { readConfig } from '../src/platform/config.ts'
import { nextId } from '../src/platform/db/id.ts'
import { migrate, readApplied, readMigrations } from '../src/platform/db/migrate.ts'

const NEW_TABLE = /create table (\w+)/
const steps = readMigrations()
const all = steps.map(({ name }) => name)
/** The newest step that makes a table, and the table it makes first. */
const failing = steps.findLastIndex(({ sql }) => NEW_TABLE.test(sql))
const [, made = ''] = NEW_TABLE.exec(steps[failing]?.sql ?? '') ?? []
/** A database of an older version, with two steps to go before that one. */
const before = all.slice(0, failing - 2)
let root = ''
let url = ''
let client: pg.Client

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'upgrade-'))
  const name = `upgrade_${nextId()}`
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  url = inject('postgresUrl').replace(/\/postgres$/, `/${name}`)
  await migrate(url, new Set(before))
  client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const n of [1, 2, 3])
    await client.query(`insert into sys_role (id, tenant_id, role_name, role_alias) values ($1, '097108', $2, $3)`, [
      n,
      `角色${n}`,
      `old${n}`,
    ])
})
afterAll(async () => {
  await client.end()
  await rm(root, { recursive: true, force: true })
})

const config = (more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: join(root, 'data'), DATABASE_URL: url, DEMO: '0', LOG_LEVEL: 'silent', ROLES: 'web', ...more })

async function start(more: Record<string, string> = {}): Promise<string[]> {
  const said: string[] = []
  const app = await createApp(config(more), (text) => said.push(text))
  await app.close()
  return said
}

const roles = async () =>
  (await client.query(`select role_name from sys_role where role_alias like 'old%' order by id`)).rows.map(
    (row) => row.role_name,
  )
/** The backup of the first test, out of the way of the next. */
const first = () => join(root, 'first.xhbak')
const backups = () => readdir(join(root, 'data', 'backups')).catch(() => [])

test('a step that fails leaves nothing of itself, and says what holds and how to go on', async () => {
  await client.query(`create type ${made} as enum ('in the way')`)
  await expect(start()).rejects.toThrow(
    /升级没有完成.*没有留下任何改动.*重新启动.*npm run restore -- backups\/xueheng-/s,
  )
  const applied = (await readApplied(client)).map(({ name }) => name)
  expect(applied).toEqual(all.slice(0, failing))
  expect(await roles()).toEqual(['角色1', '角色2', '角色3'])
  const [name = ''] = await backups()
  await rename(join(root, 'data', 'backups', name), first())
  await client.query(`drop type ${made}`)
})

test('an older database is backed up, then brought up step by step, with every row', async () => {
  const said = await start()
  expect(said[0]).toContain('先做一份备份')
  const left = all.slice(failing)
  expect(said.slice(2)).toEqual(left.map((name, at) => `升级 ${at + 1}/${left.length} ${name}`))
  expect((await readApplied(client)).map(({ name }) => name)).toEqual(all)
  expect(await roles()).toEqual(['角色1', '角色2', '角色3'])
  expect(await backups()).toHaveLength(1)
})

test('the backup made before is the database as it was, rows and steps', async () => {
  const { masterKey } = config()
  const made = await restore({
    file: first(),
    to: join(root, 'restored'),
    masterKey,
    say: () => undefined,
  })
  expect(made.database.migrations.map((one) => one.name)).toEqual(before)
  expect(made.database.tables.find((one) => one.name === 'sys_role')?.rows).toBe(3)
})

test('a database that is up to date is neither backed up nor spoken of', async () => {
  const kept = await backups()
  expect(await start()).toEqual([])
  expect(await backups()).toEqual(kept)
})

test('a step that is another one than was applied stops the program', async () => {
  const [first] = steps
  const setHash = (hash = '') =>
    client.query('update schema_migration set hash = $1 where name = $2', [hash, first?.name])
  await setHash('another')
  await expect(migrate(url)).rejects.toThrow(`migration ${first?.name} has changed after it was applied`)
  await setHash(first?.hash)
  expect(await migrate(url)).toEqual([])
})
