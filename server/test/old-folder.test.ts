import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '../src/app.ts'
import { prepareDemo } from '../src/demo/prepare.ts'
import { md5 } from '../src/domains/credentials/password.ts'
import { rebuildOldPackages } from '../src/domains/exam/package/rebuild-old.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import { layFolder, readFolder } from './fixtures/old-folder/lay.ts'
import { missingRows, rowsOf } from './fixtures/old-folder/missing-rows.ts'

// A data folder of version 0.1.0, as its demo left it: 240 students, three published exams and one that is archived.
const TENANT = '097108'
const old = readFolder('0.1.0')
const said: string[] = []
let dataDir: string
let config: Config
let app: App

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'xueheng-old-'))
  await layFolder(old, dataDir)
  config = readConfig({ DATA_DIR: dataDir, DEMO: '1', CAPTCHA: 'off', LOG_LEVEL: 'silent', PORT: '0', DB_POOL: '4' })
  app = await createApp(config, (text) => void said.push(text))
})
afterAll(async () => {
  await app?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** As the owner of the tables, who sees every row. */
async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const port = readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(join(dataDir, 'pg.password'), 'utf8')
  const owner = new pg.Client({ connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

const query = <T>(text: string): Promise<T[]> => asOwner(async (owner) => (await owner.query(text)).rows as T[])

async function get(path: string, query: Record<string, string>): Promise<{ status: number; body: any }> {
  const ask = { tenantId: TENANT, username: 'exam', password: md5('Demo@2026'), grant_type: 'password' }
  const { id, secret } = config.client
  const signedIn = await app.http.inject({
    method: 'POST',
    url: `/api/blade-auth/oauth/token?${new URLSearchParams(ask).toString()}`,
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
  })
  const { access_token: token } = signedIn.json<{ access_token: string }>()
  const url = `/api/bigdata-service/${path}?${new URLSearchParams(query).toString()}`
  const answer = await app.http.inject({ url, headers: { 'blade-auth': `bearer ${token}` } })
  return { status: answer.statusCode, body: answer.json() }
}

test('it is backed up before the first step, and every step is told', () => {
  const steps = said.filter((line) => line.startsWith('升级'))
  expect(said[1]).toMatch(/^已备份到 backups\/xueheng-.*\.xhbak$/)
  expect(steps.at(-1)).toMatch(new RegExp(`^升级 ${steps.length}/${steps.length} `))
  expect(steps.length).toBeGreaterThan(100)
})

test.each(old.tables.map((table) => [table.name, table] as const))('every row of %s is there', async (_name, table) => {
  expect(rowsOf(table.rows)).toHaveLength(table.count)
  expect(await asOwner((owner) => missingRows(owner, table))).toEqual([])
})

test('its reports are made anew by a job, and say what they said', async () => {
  await prepareDemo(app, config, (text) => void said.push(text))
  expect(said.at(-1)).toMatch(/^升级/)
  const exams = await query<{ id: string; name: string }>(
    `select id::text as id, exam_name as name from exam_info where package_version = 1 order by begin_date`,
  )
  expect(exams).toHaveLength(3)
  const examId = exams[0]?.id ?? ''
  const report = () => get('report/getOneScoreTwoRateSchoolList', { examId })
  expect((await report()).body.msg).toBe('报表由旧版程序生成，升级后会自动重新生成；久未完成时请重新生成报表')

  await app.runner.work()
  await rebuildOldPackages(app)
  const job = () =>
    query<{ state: string; title: string; text: string }>(
      `select state, title, text from job where name = 'exam.rebuild-packages'`,
    )
  await expect.poll(async () => (await job())[0]?.state, { timeout: 60_000 }).toBe('done')
  expect(await job()).toEqual([{ state: 'done', title: '按新版程序重新生成报表', text: '重新生成3场考试的报表' }])
  for (const exam of exams) expect(await changedFigures(exam.id), exam.name).toEqual([])
  expect((await report()).status).toBe(200)
  expect(
    await query(
      `select distinct exam_status as status, package_version as version from exam_info where package_version > 0`,
    ),
  ).toEqual([{ status: 7, version: 2 }])

  await rebuildOldPackages(app)
  expect(await job()).toHaveLength(1)
})

/** Figures of an exam in which the first version of its reports and the second differ, by table and column. */
async function changedFigures(examId: string): Promise<string[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const db = await instance.connect()
  const all = async (text: string) => (await db.runAndReadAll(text)).getRowObjectsJson()
  const changed: string[] = []
  for (const [table, key] of Object.entries({
    quota: 'course_id, grain, area_code, school_code, class_code',
    student: 'student_number',
  })) {
    const [before, after] = [1, 2].map(
      (version) => `'${join(dataDir, 'packages', TENANT, examId, `v${version}`, `${table}.parquet`)}'`,
    )
    const columns = await all(`select column_name as name from (describe select * from ${before})`)
    const later = new Set(
      (await all(`select column_name as name from (describe select * from ${after})`)).map(({ name }) => name),
    )
    for (const { name } of columns) {
      if (!later.has(name)) changed.push(`${table}.${String(name)} is gone`)
      else {
        const [row] = await all(`select count(*)::int as num from (
          (select ${key}, "${String(name)}" from ${before} except all select ${key}, "${String(name)}" from ${after}))`)
        if (row?.['num'] !== 0) changed.push(`${table}.${String(name)} differs in ${String(row?.['num'])}`)
      }
    }
  }
  db.closeSync()
  instance.closeSync()
  return changed
}
