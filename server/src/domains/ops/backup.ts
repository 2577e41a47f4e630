import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { wallTime } from '../../platform/clock.ts'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
import { ArchiveWriter, type Entry } from './archive.ts'
import { type DatabaseManifest, beginSnapshot, describeDatabase, readTable } from './dump.ts'
import { Seal } from './sealed-stream.ts'

export const SUFFIX = '.xhbak'
export const MANIFEST = 'manifest.json'
/** What of the data folder is kept beside the database. `tmp` may always be lost. */
const FOLDERS = ['files', 'packages']
const SECRETS = 'secrets.json'

export interface Manifest {
  format: 1
  version: string
  time: string
  database: DatabaseManifest
  /** Files lie in an object store of their own; only the copies on this machine are in the backup. */
  isStoreOutside: boolean
  entries: Entry[]
}

export interface BackupDeps {
  url: string
  dataDir: string
  masterKey: Buffer
  version: string
  isStoreOutside: boolean
}

type Reporting = Pick<JobProgress, 'report'>

export interface Backup {
  name: string
  size: number
  createTime: string
}

export function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups')
}

/**
 * One sealed file with all tables as of one moment, the files and packages of the data folder, the program's own
 * secrets and, last, the manifest with row counts and hashes. Written beside its name and renamed when it is whole.
 */
export async function backUp(deps: BackupDeps, progress: Reporting, now = new Date()): Promise<Backup> {
  const folder = backupFolder(deps.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `xueheng-${wallTime(now).replaceAll(/[-:]/g, '').replace(' ', '-')}${SUFFIX}`
  const path = join(folder, name)
  const client = new pg.Client({ connectionString: deps.url })
  await client.connect()
  try {
    await beginSnapshot(client)
    const inside = new PassThrough()
    const target = createWriteStream(`${path}.part`, { mode: 0o600 })
    const written = pipeline(inside, createGzip({ level: 6 }), new Seal(deps.masterKey), target)
    const filled = fill(deps, client, new ArchiveWriter(inside), progress, now).then(
      () => inside.end(),
      (error: Error) => inside.destroy(error),
    )
    await Promise.all([written, filled])
    await rename(`${path}.part`, path)
  } catch (error) {
    await rm(`${path}.part`, { force: true })
    throw error
  } finally {
    await client.end()
  }
  return { name, size: (await stat(path)).size, createTime: wallTime(now) }
}

async function fill(
  deps: BackupDeps,
  client: pg.Client,
  archive: ArchiveWriter,
  progress: Reporting,
  now: Date,
): Promise<void> {
  const database = await describeDatabase(client)
  const files = await filesOf(deps.dataDir)
  const total = database.tables.length + files.length
  let done = 0
  for (const table of database.tables) {
    await progress.report({ done, total, ...(done === 0 && { step: '数据库' }) })
    await archive.add(
      `database/${table.name}`,
      counted(readTable(client, table), (rows) => (table.rows = rows)),
    )
    done += 1
  }
  for (const [at, path] of files.entries()) {
    await progress.report({ done, total, ...(at === 0 && { step: '文件' }) })
    await archive.add(path, createReadStream(join(deps.dataDir, path)))
    done += 1
  }
  const manifest: Manifest = {
    format: 1,
    version: deps.version,
    time: now.toISOString(),
    database,
    isStoreOutside: deps.isStoreOutside,
    entries: archive.entries,
  }
  await archive.add(MANIFEST, [Buffer.from(JSON.stringify(manifest))])
  await progress.report({ done: total, total })
}

const LINE_END = 10

/** Rows of COPY text are lines: ends of lines inside values are escaped. */
async function* counted(chunks: AsyncIterable<Buffer>, tell: (rows: number) => void): AsyncGenerator<Buffer> {
  let rows = 0
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) rows += 1
    yield chunk
  }
  tell(rows)
}

/** Paths below the data folder, with `/` on every system. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const found = await Promise.all(FOLDERS.map((folder) => walk(join(dataDir, folder))))
  const secrets = await stat(join(dataDir, SECRETS)).then(
    () => [SECRETS],
    () => [],
  )
  return [...secrets, ...found.flat().map((path) => relative(dataDir, path).split(sep).join('/'))].toSorted()
}

async function walk(folder: string): Promise<string[]> {
  const items = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const item of items) {
    const path = join(folder, item.name)
    if (item.isDirectory()) found.push(...(await walk(path)))
    else found.push(path)
  }
  return found
}

/** Whole backups, newest first. */
export async function listBackups(dataDir: string): Promise<Backup[]> {
  const folder = backupFolder(dataDir)
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith(SUFFIX))
    .toSorted()
    .toReversed()
  return Promise.all(
    names.map(async (name) => {
      const { size, mtime } = await stat(join(folder, name))
      return { name, size, createTime: wallTime(mtime) }
    }),
  )
}

/** Removes all but the newest `keep`. */
export async function dropOld(dataDir: string, keep: number): Promise<void> {
  for (const { name } of (await listBackups(dataDir)).slice(keep))
    await rm(join(backupFolder(dataDir), name), { force: true })
}
