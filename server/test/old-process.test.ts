import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { md5 } from '../src/domains/credentials/password.ts'
import { readConfig } from '../src/platform/config.ts'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { readMigrations } from '../src/platform/db/migrate.ts'
import { layFolder, readFolder } from './fixtures/old-folder/lay.ts'
import { missingRows } from './fixtures/old-folder/missing-rows.ts'
import { type Program, originOf, startProgram } from './program.ts'

// The program itself, started by an operator on a data folder of version 0.1.0: once with a step in its way, then without.
const TENANT = '097108'
/** The step that cannot be done: somebody has a table of that name already. */
const BLOCKED = '20261127T1230_privacy_retention.sql'
const old = readFolder('0.1.0')
let dataDir: string
let program: Program | undefined

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'xueheng-old-process-'))
  await layFolder(old, dataDir)
})
afterAll(async () => {
  program?.child.kill('SIGTERM')
  await program?.ended
  rmSync(dataDir, { recursive: true, force: true })
})

const start = () => startProgram(dataDir, { DEMO: '1', CAPTCHA: 'off' })

/** As the owner of the tables while the program does not run. */
async function between<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await startPostgres(dataDir, { fsync: 'off' })
  const owner = new pg.Client({ connectionString: postgres.url })
  try {
    await owner.connect()
    return await work(owner)
  } finally {
    await owner.end()
    await postgres.stop()
  }
}

const backups = () => readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.xhbak'))

async function missing(owner: pg.Client): Promise<string[]> {
  const all: string[] = []
  for (const table of old.tables) all.push(...(await missingRows(owner, table)).map((key) => `${table.name} ${key}`))
  return all
}

test('a step that fails ends the start, leaves nothing of itself and says what holds and how to go on', async () => {
  await between((owner) => owner.query('create table retention_rule (note text)'))
  const failed = start()
  expect(await failed.ended).toBe(1)
  const [backup] = backups()
  expect(failed.text()).toContain(`已备份到 backups/${backup}`)
  expect(failed.text()).toContain(
    `启动失败：数据库升级没有完成：migration ${BLOCKED}: relation "retention_rule" already exists`,
  )
  expect(failed.text()).toContain('处理原因后重新启动，会从这一步继续')
  expect(failed.text()).toContain(`npm run restore -- backups/${backup} --to 新的空文件夹`)
  expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false)
  await between(async (owner) => {
    const { rows } = await owner.query<{ name: string }>('select name from schema_migration order by name')
    const names = readMigrations().map(({ name }) => name)
    expect(rows.map(({ name }) => name)).toEqual(names.slice(0, names.indexOf(BLOCKED)))
    const columns = await owner.query(`select attname from pg_attribute
      where attrelid = 'retention_rule'::regclass and attnum > 0`)
    expect(columns.rows).toEqual([{ attname: 'note' }])
    expect(await missing(owner)).toEqual([])
    await owner.query('drop table retention_rule')
  })
})

test('the next start goes on from that step, told one by one, with every row and with reports that can be read', async () => {
  program = start()
  const origin = await originOf(program)
  const names = readMigrations().map(({ name }) => name)
  const left = names.slice(names.indexOf(BLOCKED))
  expect(program.text()).toContain(`数据库有${left.length}步升级，先做一份备份`)
  expect(backups()).toHaveLength(2)
  expect([...program.text().matchAll(/升级 (\S+) (\S+)/g)].map(([, at, name]) => [at, name])).toEqual(
    left.map((name, at) => [`${at + 1}/${left.length}`, name]),
  )
  const port = readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(join(dataDir, 'pg.password'), 'utf8')
  const owner = new pg.Client({ connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` })
  await owner.connect()
  expect(await missing(owner)).toEqual([])
  const exams = await owner.query<{ id: string }>(`select id::text as id from exam_info where package_version > 0`)
  await owner.end()
  expect(exams.rows).toHaveLength(3)
  const token = await signIn(origin)
  for (const { id } of exams.rows) {
    const report = async () => {
      const url = `${origin}/api/bigdata-service/report/getOneScoreTwoRateSchoolList?examId=${id}`
      return (await fetch(url, { headers: { 'blade-auth': `bearer ${token}` } })).status
    }
    await expect.poll(report, { timeout: 120_000, interval: 500 }).toBe(200)
  }
}, 300_000)

async function signIn(origin: string): Promise<string> {
  const ask = { tenantId: TENANT, username: 'exam', password: md5('Demo@2026'), grant_type: 'password' }
  const { id, secret } = readConfig({ DATA_DIR: dataDir, DEMO: '1' }).client
  const answer = await fetch(`${origin}/api/blade-auth/oauth/token?${new URLSearchParams(ask).toString()}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
