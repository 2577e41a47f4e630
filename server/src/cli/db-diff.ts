import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Difference, diffDatabase, diffStored } from '../platform/db/diff.ts'
import { startPostgres } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { declaredTables, tabledEntities } from './declared-tables.ts'

const SCRATCH = `scratch_${process.pid}`

/** Migrates a scratch database and prints what the declarations want beyond it, as the draft of the next migration. */
async function main(): Promise<void> {
  const given = process.env['DATABASE_URL']
  const folder = given ? undefined : mkdtempSync(join(tmpdir(), 'xueheng-diff-'))
  const embedded = folder ? await startPostgres(folder, { fsync: 'off' }) : undefined
  try {
    const differences = await withScratch(given ?? embedded?.url ?? '', compare)
    process.stdout.write(differences.length === 0 ? '-- 声明与数据库一致\n' : draft(differences))
    process.exitCode = differences.length === 0 ? 0 : 1
  } finally {
    await embedded?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

async function withScratch<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  try {
    await admin.query(`create database ${SCRATCH}`)
    const url = new URL(serverUrl)
    url.pathname = `/${SCRATCH}`
    return await work(url.toString())
  } finally {
    await admin.query(`drop database if exists ${SCRATCH} with (force)`)
    await admin.end()
  }
}

async function compare(url: string): Promise<Difference[]> {
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const differences = await diffDatabase(client, await tabledEntities())
    for (const { table } of await declaredTables()) differences.push(...(await diffStored(client, table)))
    return differences
  } finally {
    await client.end()
  }
}

function draft(differences: Difference[]): string {
  return differences.map(({ table, text, sql }) => `-- ${table}: ${text}\n${sql ?? ''}\n`).join('\n')
}

await main()
