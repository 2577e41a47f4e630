import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readApplied, readMigrations } from '../../platform/db/migrate.ts'
import { schemaMigration } from '../../platform/db/tables.ts'

export interface TableDump {
  name: string
  columns: string[]
  rows: number
}

/** What a backup says of the database it holds; enough to build an equal one. */
export interface DatabaseManifest {
  server: string
  migrations: { name: string; hash: string }[]
  tables: TableDump[]
  sequences: { name: string; value: string }[]
}

/** Made by migrations themselves. */
const OWN_TABLES = [schemaMigration.name]

/** Every table of the product with the columns that are stored. Throws on a kind of table a dump would miss. */
export async function tablesOf(client: pg.ClientBase): Promise<TableDump[]> {
  const found = await client.query<{ name: string; kind: string; columns: string[] }>(
    `select c.relname as name, c.relkind as kind, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by 1, 2 order by 1`,
  )
  const other = found.rows.find((row) => row.kind !== 'r')
  if (other) throw new Error(`table ${other.name} is partitioned: backups do not know how to keep it`)
  return found.rows
    .filter((row) => !OWN_TABLES.includes(row.name))
    .map(({ name, columns }) => ({ name, columns, rows: 0 }))
}

/** Begins the one snapshot all tables are read from. Rows hidden by row level security are an error, not a gap. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read, read only')
  await client.query('set local row_security = off')
  await client.query("set local timezone = 'UTC'")
}

export async function describeDatabase(client: pg.ClientBase): Promise<DatabaseManifest> {
  const applied = await readApplied(client)
  const known = new Set(readMigrations().map((migration) => migration.name))
  const foreign = applied.find((row) => !known.has(row.name))
  if (foreign) throw new Error(`migration ${foreign.name} is not part of this program`)
  const sequences = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  const version = await client.query<{ server_version: string }>('show server_version')
  return {
    server: version.rows[0]?.server_version ?? '',
    migrations: applied,
    tables: await tablesOf(client),
    sequences: sequences.rows,
  }
}

/** The rows of a table in COPY's text format, which every later version reads. */
export function readTable(client: pg.ClientBase, table: TableDump): AsyncIterable<Buffer> {
  return client.query(copyTo(`copy public.${quoted(table.name)} (${columnList(table)}) to stdout`))
}

export function columnList(table: Pick<TableDump, 'columns'>): string {
  return table.columns.map(quoted).join(', ')
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
