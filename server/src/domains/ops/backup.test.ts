import { createHash } from 'node:crypto'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RowMaker } from '../../../test/rows.ts'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../test/harness.ts'
import { startPostgres } from '../../platform/db/embedded.ts'
import { ArchiveWriter } from './archive.ts'
import { MANIFEST, backupFolder, filesOf, listBackups } from './backup.ts'
import { describeDatabase, tablesOf } from './dump.ts'
import { restore } from './restore.ts'
import { Seal } from './sealed-stream.ts'
import { registry } from '@xueheng/contract'

const app = useTestApp()
const folder = mkdtempSync(join(tmpdir(), 'xueheng-backup-'))
let admin: Client
let file: string
let before: Record<string, string>

/** Tables that live on while a backup is made. */
const MOVING = /^(job|log_.*|audit_.*|scheduled_task|auth_.*|schema_migration|operation_log)$/

async function hashesOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("set timezone = 'UTC'")
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables.rows.filter((row) => !MOVING.test(row.name))) {
      const { rows } = await client.query<{ line: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as line from ${name} t`,
      )
      found[name] = rows[0]?.line ?? ''
    }
    const sequences = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'`,
    )
    for (const { name, value } of sequences.rows) found[`sequence ${name}`] = value
    return found
  } finally {
    await client.end()
  }
}

async function fileHashes(dataDir: string): Promise<Record<string, string>> {
  const hashes = (await filesOf(dataDir)).map((path) => [
    path,
    createHash('sha256')
      .update(readFileSync(join(dataDir, path)))
      .digest('hex'),
  ])
  return Object.fromEntries(hashes)
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const maker = new RowMaker(admin)
  for (const name of ['basicSchool', 'schoolClasses', 'basicStudent', 'examInfo'])
    await maker.create(registry.entity(name))
  await maker.create(registry.entity('param'), { paramValue: '第一行\n第二行\t列\\反斜线 \\N "引号"' })
  const superuser = new pg.Client({ connectionString: app().databaseUrl })
  await superuser.connect()
  await superuser.query('select setval($1, 4711)', ['exam_import_commit_seq'])
  await superuser.end()
  mkdirSync(join(app().dataDir, 'files', 'ab'), { recursive: true })
  writeFileSync(join(app().dataDir, 'files', 'ab', 'abcdef'), Buffer.alloc(3_000_000, 7))
  mkdirSync(join(app().dataDir, 'packages', TENANT, '1', 'v1'), { recursive: true })
  writeFileSync(join(app().dataDir, 'packages', TENANT, '1', 'v1', 'empty.parquet'), '')
  writeFileSync(
    join(app().dataDir, 'packages', TENANT, '1', 'v1', 'quota.parquet'),
    Buffer.from([...Array(5000).keys()]),
  )
  before = await hashesOf(app().databaseUrl)
  const started = await admin.post('/api/blade-system/ops/backup')
  expect(started.status, started.msg).toBe(200)
  const job = await waitForJob(admin, started.data.jobId)
  expect(job).toMatchObject({ title: '备份' })
  const [made] = await listBackups(app().dataDir)
  file = join(backupFolder(app().dataDir), made?.name ?? '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const put = (to: string, from = file) =>
  restore({ file: from, to, masterKey: app().config.masterKey, say: () => undefined })

type Parts = [path: string, text: string][]

/** A file sealed as a backup is, of these parts; `cut` is where an entry should begin. */
async function sealed(parts: Parts, cut?: Buffer): Promise<string> {
  const path = join(mkdtempSync(join(folder, 'sealed-')), 'own.xhbak')
  const packed = createGzip()
  const written = pipeline(packed, new Seal(app().config.masterKey), createWriteStream(path))
  const archive = new ArchiveWriter(packed)
  for (const [name, text] of parts) await archive.add(name, [Buffer.from(text)])
  packed.end(cut)
  await written
  return path
}

const manifestOf = (entries: object[], migrations: object[] = []) =>
  JSON.stringify({ time: '2026-01-01', entries, database: { tables: [], sequences: [], migrations } })

describe('a backup', () => {
  test('is a file of the owner alone in which nothing can be read', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const bytes = readFileSync(file)
    expect(bytes.includes('basic_school')).toBe(false)
    expect(bytes.includes('masterKey')).toBe(false)
    const { data } = await admin.get('/api/blade-system/ops/backups')
    expect(data).toHaveLength(1)
    expect(data[0].size).toBe(bytes.length)
  })

  test('comes back in an empty folder: every row of every table, every sequence, every byte of every file', async () => {
    const to = join(folder, 'whole')
    const manifest = await put(to)
    expect(manifest.database.tables.length).toBeGreaterThan(30)
    const postgres = await startPostgres(to)
    try {
      expect(await hashesOf(postgres.url)).toEqual(before)
    } finally {
      await postgres.stop()
    }
    const files = await fileHashes(to)
    expect(files).toEqual(await fileHashes(app().dataDir))
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['secrets.json', 'files/ab/abcdef', `packages/${TENANT}/1/v1/empty.parquet`]),
    )
  })

  test('does not go where something is', async () => {
    const to = mkdtempSync(join(folder, 'full-'))
    writeFileSync(join(to, 'mine.txt'), 'mine')
    await expect(put(to)).rejects.toThrow('不是空的')
    expect(readFileSync(join(to, 'mine.txt'), 'utf8')).toBe('mine')
  })

  test('opens with no other key', async () => {
    const to = join(folder, 'other-key')
    await expect(restore({ file, to, masterKey: Buffer.alloc(32, 1), say: () => undefined })).rejects.toThrow('主密钥')
  })

  test.each([
    ['a changed byte', (bytes: Buffer) => bytes.fill(bytes[4000] === 0 ? 1 : 0, 4000, 4001)],
    ['a missing end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 30)],
    ['something behind the end', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(40)])],
  ])('with %s is refused', async (name, spoil) => {
    const broken = join(folder, `${name}.xhbak`)
    writeFileSync(broken, spoil(Buffer.from(readFileSync(file))))
    await expect(put(join(folder, `to ${name}`), broken)).rejects.toThrow(/损坏|不完整/)
  })

  test.each<[string, Parts, string, Buffer?]>([
    ['no manifest', [['files/a', 'a']], '备份文件不完整'],
    ['an end within an entry', [[MANIFEST, manifestOf([])]], '备份文件不完整', Buffer.from([0, 0, 0, 9, 1])],
    [
      'another file than its manifest says',
      [
        ['files/a', 'a'],
        [MANIFEST, manifestOf([{ path: 'files/a', sha256: createHash('sha256').update('b').digest('hex') }])],
      ],
      '备份中的 files/a 与清单不符',
    ],
    [
      'a file that is not in it',
      [[MANIFEST, manifestOf([{ path: 'files/b', sha256: '' }])]],
      '备份中的 files/b 与清单不符',
    ],
    ['a way out of the folder', [['files/../../../evil', 'a']], '备份中有不允许的路径 files/../../../evil'],
    ['a file of another place', [['evil', 'a']], '备份中有不允许的路径 evil'],
    [
      'a step of the database that is not known',
      [[MANIFEST, manifestOf([], [{ name: '2099-later', hash: 'a' }])]],
      '备份来自另一个版本（2099-later），请用该版本恢复',
    ],
  ])('with %s is refused', async (_name, parts, said, cut) => {
    const from = await sealed(parts, cut)
    const to = join(from, '..', 'to')
    await expect(put(to, from)).rejects.toThrow(said)
    expect(existsSync(join(to, 'evil')) || existsSync(join(folder, 'evil'))).toBe(false)
    expect(existsSync(join(to, 'pg'))).toBe(false)
  })

  test('is asked for where there is none, or where something else is', async () => {
    await expect(put(join(folder, 'none'), join(folder, 'none.xhbak'))).rejects.toThrow('没有备份文件')
    const other = join(folder, 'other.xhbak')
    writeFileSync(other, Buffer.alloc(100, 1))
    await expect(put(join(folder, 'to other'), other)).rejects.toThrow('不是备份文件')
    await expect(put(other)).rejects.toThrow(`不能使用目录 ${other}`)
  })

  test('is restored by the command', async () => {
    const to = join(folder, 'by-command')
    const run = promisify(execFile)
    const env = { ...process.env, DATA_DIR: app().dataDir }
    const { stdout } = await run(process.execPath, ['--import', 'tsx', 'server/src/cli/restore.ts', file, '--to', to], {
      env,
    })
    expect(stdout).toContain('已恢复到')
    await expect(
      run(process.execPath, ['--import', 'tsx', 'server/src/cli/restore.ts', file, '--to', to], { env }),
    ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('不是空的') })
  })

  test('the older ones go when there are more than are kept', async () => {
    await admin.post('/api/blade-system/param/submit', {
      paramName: '备份份数',
      paramKey: 'backup.keep',
      paramValue: '1',
    })
    await new Promise((wait) => setTimeout(wait, 1000))
    await waitForJob(admin, (await admin.post('/api/blade-system/ops/backup')).data.jobId)
    const left = await listBackups(app().dataDir)
    expect(left).toHaveLength(1)
    expect(file).not.toContain(left[0]?.name)
  })
})

test.each([
  [
    'a table in parts',
    'create table parted (id bigint) partition by range (id)',
    'table parted is partitioned: backups do not know how to keep it',
    tablesOf,
  ],
  [
    'a migration of another program',
    "insert into schema_migration (name, hash) values ('9999-foreign', 'x')",
    'migration 9999-foreign is not part of this program',
    describeDatabase,
  ],
])('a database with %s is not kept in part', async (_what, change, told, read) => {
  const client = new pg.Client({ connectionString: app().databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(change)
    await expect(read(client)).rejects.toThrow(told)
  } finally {
    await client.end()
  }
})

test('operations are for administrators of the managing tenant', async () => {
  const stranger = await app().user({ role: 'administrator', tenantId: '200001' })
  for (const path of ['overview', 'failed-jobs', 'backups']) {
    expect((await stranger.get(`/api/blade-system/ops/${path}`)).status, path).toBe(403)
  }
  expect((await stranger.post('/api/blade-system/ops/backup')).status).toBe(403)
  const { data } = await admin.get('/api/blade-system/ops/overview')
  const { overview } = data
  expect(overview.database.size).toBeGreaterThan(1_000_000)
  expect(overview.migrations.count).toBeGreaterThan(10)
  expect(overview.disk.folder).toBeGreaterThan(3_000_000)
  expect(overview.expiry).toEqual({ certificate: '', licence: '' })
  expect(overview.backup.cron).toBe('')
})

test('a failed job is listed with its reason and can be tried again', async () => {
  const db = app().app.database.tenant(TENANT)
  const id = '4711'
  await sql`insert into job (id, tenant_id, user_id, name, title, payload, state, text, end_time)
    values (${id}, ${TENANT}, ${admin.userId}, 'ops.back-up', '备份', '{}', 'failed', '磁盘已满', now())`.execute(db)
  const list = await admin.get('/api/blade-system/ops/failed-jobs')
  expect(list.data).toEqual([expect.objectContaining({ id, title: '备份', text: '磁盘已满', tenantId: TENANT })])
  const again = await admin.post('/api/blade-system/ops/retry', { id, tenantId: TENANT })
  expect(again.status, again.msg).toBe(200)
  await waitForJob(admin, again.data.jobId)
  expect((await admin.get('/api/blade-system/ops/failed-jobs')).data).toEqual([])
  expect((await admin.post('/api/blade-system/ops/retry', { id, tenantId: TENANT })).status).toBe(404)
})
