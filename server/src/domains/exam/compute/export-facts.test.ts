import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HAND_QUESTIONS } from '../../../../test/fixtures/hand-questions.ts'
import {
  buildFixturePackage,
  FIXTURE_EXAM,
  FIXTURE_TENANT,
  fixtureFacts,
  fixtureSpec,
} from '../../../../test/fixture-package.ts'
import { type OpenAnalytics, openAnalytics } from '../../../platform/analytics/duckdb.ts'
import { cloneDatabase } from '../../../../test/clone-database.ts'
import { type Database, openDatabase } from '../../../platform/db/pool.ts'
import { buildPackage, placePackage } from '../package/build-package.ts'
import { archiveSource } from './export-facts.ts'
import { runPlan } from './run-plan.ts'

let root: string
let analytics: OpenAnalytics
let database: Database

let databaseUrl = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'export-'))
  analytics = await openAnalytics({ memoryLimit: '1GB', threads: 2, tempFolder: join(root, 'tmp'), connections: 1 })
  databaseUrl = await cloneDatabase()
  database = openDatabase(databaseUrl, 1)
  await fillArchive()
})

afterAll(async () => {
  await database.close()
  analytics.close()
  await rm(root, { recursive: true, force: true })
})

function bound() {
  return { db: database.tenant(FIXTURE_TENANT) }
}

async function fillArchive(): Promise<void> {
  const { roster, scores } = fixtureFacts()
  for (const { is_in_report: _shown, ...row } of roster) await insert('exam_score_student', row)
  for (const row of scores) await insert('exam_score_student_course', row)
}

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const full = { tenant_id: FIXTURE_TENANT, exam_id: FIXTURE_EXAM, ...row }
  await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(full).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(full))})`.execute(bound().db)
}

test('an exam archived in PostgreSQL gives the very package of its rows', async () => {
  const expected = await buildFixturePackage(analytics, join(root, 'rows'), { hasQuestions: false })
  const spec = { ...fixtureSpec(), questions: HAND_QUESTIONS }
  const [examFolder, workFolder] = [join(root, 'archive'), join(root, 'archive', 'work')]
  const { hashes } = await runPlan({ analytics, spec, folder: workFolder, source: archiveSource(bound(), spec) })
  const built = await buildPackage({ analytics, spec, workFolder, examFolder, hashes, now: new Date(0) })
  const manifest = await placePackage(built, examFolder, 1)
  const contents = ({ files }: typeof manifest) => files.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))
  expect(contents(manifest)).toEqual(contents(expected.manifest))
  expect(await readdir(workFolder)).not.toContain('course_score.csv')
})

test('a school taken out of the reports leaves the tables and the fingerprint changes', async () => {
  const spec = fixtureSpec()
  const source = archiveSource(bound(), spec)
  const before = await source.fingerprint()
  await insert('exam_school', { school_code: 'S2', school_name: '二中', is_in_report: 0 })
  expect(await source.fingerprint()).not.toBe(before)
  const folder = join(root, 'hidden')
  await runPlan({ analytics, spec, folder, source })
  const shown = await analytics.query<{ code: string }>(
    `select distinct school_code as code from read_parquet($file) where grain = 'school' order by code`,
    { file: join(folder, 'quota.parquet') },
  )
  expect(shown.map(({ code }) => code)).toEqual(['S1', 'S3', 'S4'])
  // Its students still count in the whole.
  const [whole] = await analytics.query<{ num: number }>(
    `select student_num as num from read_parquet($file) where grain = 'all' and course_id = 0`,
    { file: join(folder, 'quota.parquet') },
  )
  expect(whole?.num).toBe(12)
})

test('list and marks are copied as they stood at one moment', async () => {
  const folder = join(root, 'snapshot')
  await mkdir(folder)
  const lines = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim().split('\n').length
  const source = archiveSource(bound(), fixtureSpec())
  await source.write(folder)
  const before = await lines('course_score.csv')

  const other = new pg.Client({ connectionString: databaseUrl })
  await other.connect()
  await other.query('begin')
  await other.query('lock table exam_score_student_course in access exclusive mode')
  // The list is copied, the marks have to wait: meanwhile one of them goes.
  const writing = source.write(folder)
  await waitUntil(async () => (await waiting(other)) === 1)
  await other.query('delete from exam_score_student_course where exam_id = $1 and course_id = 1', [FIXTURE_EXAM])
  await other.query('commit')
  await writing
  expect(await lines('course_score.csv')).toBe(before)
  await source.write(folder)
  expect(await lines('course_score.csv')).toBeLessThan(before)
  await other.end()
})

async function waiting(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database where not granted and datname = $1',
    [new URL(databaseUrl).pathname.slice(1)],
  )
  return rows[0]?.n ?? 0
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('another tenant sees no facts', async () => {
  const { rows } = await sql`select count(*)::int as num from exam_score_student`.execute(database.tenant('999999'))
  expect(rows).toEqual([{ num: 0 }])
})
