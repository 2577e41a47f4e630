import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startPostgres } from '../../platform/db/embedded.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { ArchiveReader } from './archive.ts'
import { MANIFEST, type Manifest } from './backup.ts'
import { type DatabaseManifest, columnList, quoted, tablesOf } from './dump.ts'
import { Unseal } from './sealed-stream.ts'

export interface RestoreOptions {
  file: string
  /** An empty or missing folder; it becomes a data folder. */
  to: string
  masterKey: Buffer
  say(text: string): void
}

const SAFE_PATH = /^(?:secrets\.json|(?:files|packages|database)\/[\w./-]+)$/

/**
 * Builds a data folder from a backup: unpacks and proves every byte first, then makes a database at the backup's
 * migrations and copies the rows in. Refuses a folder that is not empty. Throws and leaves nothing usable otherwise.
 */
export async function restore({ file, to, masterKey, say }: RestoreOptions): Promise<Manifest> {
  await assertEmpty(to)
  await mkdir(to, { recursive: true })
  const rows = await mkdtemp(join(to, 'restore-'))
  try {
    const manifest = await unpack(file, masterKey, to, rows)
    say(`备份时间 ${manifest.time}，${manifest.database.tables.length}张表，${manifest.entries.length}个条目，校验无误`)
    assertKnown(manifest.database)
    const postgres = await startPostgres(to)
    try {
      await migrate(postgres.url, new Set(manifest.database.migrations.map((migration) => migration.name)))
      await load(postgres.url, manifest.database, rows)
    } finally {
      await postgres.stop()
    }
    return manifest
  } finally {
    await rm(rows, { recursive: true, force: true })
  }
}

async function assertEmpty(folder: string): Promise<void> {
  const items = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Error(`不能使用目录 ${folder}`)
  })
  if (items.length > 0) throw new Error(`目录 ${folder} 不是空的，恢复只写入空目录`)
}

/** Files to their places, rows to `rows`; every size and hash must be what the manifest says. */
export async function unpack(file: string, masterKey: Buffer, to: string, rows: string): Promise<Manifest> {
  await stat(file).catch(() => {
    throw new Error(`没有备份文件 ${file}`)
  })
  const unsealed = createReadStream(file).pipe(new Unseal(masterKey))
  const gunzip = createGunzip()
  unsealed.on('error', (error) => gunzip.destroy(error))
  const found = new Map<string, string>()
  let manifest: Manifest | undefined
  for await (const { path, content } of new ArchiveReader(unsealed.pipe(gunzip)).entries()) {
    if (path === MANIFEST) manifest = JSON.parse(await textOf(content)) as Manifest
    else found.set(path, await keep(placeOf(path, to, rows), content))
  }
  if (!manifest) throw new Error('备份文件不完整')
  for (const { path, sha256 } of manifest.entries) {
    if (found.get(path) !== sha256) throw new Error(`备份中的 ${path} 与清单不符`)
  }
  return manifest
}

function placeOf(path: string, to: string, rows: string): string {
  if (!SAFE_PATH.test(path) || path.split('/').includes('..')) throw new Error(`备份中有不允许的路径 ${path}`)
  return path.startsWith('database/') ? join(rows, path.slice('database/'.length)) : join(to, path)
}

async function keep(path: string, content: AsyncIterable<Buffer>): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  const hash = createHash('sha256')
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.from(hashed()), createWriteStream(path, { mode: 0o600 }))
  return hash.digest('hex')
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** A database can only be built up to migrations this program has, unchanged. */
function assertKnown({ migrations }: DatabaseManifest): void {
  const known = new Map(readMigrations().map((migration) => [migration.name, migration.hash]))
  const foreign = migrations.find(({ name, hash }) => known.get(name) !== hash)
  if (foreign) throw new Error(`备份来自另一个版本（${foreign.name}），请用该版本恢复`)
}

/** Everything in one transaction, without triggers: rows come in as they were, in any order. */
async function load(url: string, database: DatabaseManifest, rows: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query("set local session_replication_role = replica; set local timezone = 'UTC'")
    const present = await tablesOf(client)
    await client.query(`truncate ${present.map(({ name }) => `public.${quoted(name)}`).join(', ')}`)
    for (const table of database.tables) {
      const target = client.query(copyFrom(`copy public.${quoted(table.name)} (${columnList(table)}) from stdin`))
      await pipeline(createReadStream(join(rows, table.name)), target)
      if (target.rowCount !== table.rows) throw new Error(`表 ${table.name} 的行数与清单不符`)
    }
    for (const { name, value } of database.sequences) {
      await client.query('select setval($1::regclass, $2::bigint)', [`public.${quoted(name)}`, value])
    }
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
