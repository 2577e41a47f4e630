import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { wallTime } from '../clock.ts'
import type { Db } from './db.ts'
import { own } from './table.ts'
import { schemaMigration } from './tables.ts'

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url))
const LOCK = 7_203_411

export interface Migration {
  name: string
  sql: string
  hash: string
}

let read: Migration[] | undefined

/** Every file of `migrations/`, in the order they are applied; read once. */
export function readMigrations(): readonly Migration[] {
  read ??= readFiles()
  return read
}

function readFiles(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(`${FOLDER}/${name}`, 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Applies every file of `migrations/` that is not yet applied, in name order, each in its own transaction,
 * one process at a time. Throws when an applied file has changed since. Answers the names applied now.
 * `only`: no files but these, for a database that is to stand where a backup stood. `tell` hears of each file that was applied.
 */
export async function migrate(
  url: string,
  only?: ReadonlySet<string>,
  tell: (name: string, done: number) => void = () => undefined,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      `create table if not exists ${schemaMigration.name} (name text primary key, hash text not null, applied_time timestamptz not null default now())`,
    )
    const applied = new Map((await readApplied(client)).map((row) => [row.name, row.hash]))
    const fresh: string[] = []
    for (const migration of readMigrations()) {
      if (only && !only.has(migration.name)) continue
      const hash = applied.get(migration.name)
      if (hash && hash !== migration.hash)
        throw new Error(`migration ${migration.name} has changed after it was applied`)
      if (!hash) {
        await apply(client, migration)
        tell(migration.name, fresh.push(migration.name))
      }
    }
    return fresh
  } finally {
    await client.end()
  }
}

/** The migrations a database has, by name. */
export async function readApplied(client: pg.ClientBase): Promise<{ name: string; hash: string }[]> {
  const found = await client.query<{ name: string; hash: string }>(
    `select name, hash from ${schemaMigration.name} order by name`,
  )
  return found.rows
}

/** How many migrations a database has, and the youngest of them. */
export async function describeApplied(db: Db): Promise<{ count: number; last: string; lastTime: string }> {
  const found = await sql<{ count: number; last: string; time: Date }>`select count(*)::int as count,
      max(name) as last, max(applied_time) as time from ${own(schemaMigration)}`.execute(db)
  const row = found.rows[0]
  return { count: row?.count ?? 0, last: row?.last ?? '', lastTime: row ? wallTime(row.time) : '' }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query(`insert into ${schemaMigration.name} (name, hash) values ($1, $2)`, [
      migration.name,
      migration.hash,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${migration.name}: ${(error as Error).message}`, { cause: error })
  }
}
