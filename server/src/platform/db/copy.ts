import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PostgresQueryCompiler, type RawBuilder, createQueryId, sql } from 'kysely'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Db } from './db.ts'
import { atOneMoment } from './one-moment.ts'
import { withClient } from './pool.ts'
import { sample } from './statistics.ts'

/** A value of a COPY row: dates as text, objects as JSON. */
export type CopyValue = string | number | boolean | bigint | null | undefined | object

type Rows = Iterable<readonly CopyValue[]> | AsyncIterable<readonly CopyValue[]>

/** Columns of rows on their way in, in order: name → PostgreSQL type. */
export type StagedColumns = Record<string, string>

/** Work on staged rows: the name of their table, for a template, and how many they are. */
type StagedWork<T> = (staged: RawBuilder<unknown>, count: number) => Promise<T>

const STAGE = 'staged_row'
const CHUNK = 64 * 1024

/**
 * Holds rows in a temporary table for the time of `work`; COPY cannot fill a table under row level security itself.
 * Must run inside a transaction, one at a time.
 */
export function withStagedRows<T>(db: Db, columns: StagedColumns, rows: Rows, work: StagedWork<T>): Promise<T> {
  const source = Readable.from(chunks(rows), { objectMode: false })
  return withStaged(db, columns, source, `copy ${STAGE} from stdin`, work)
}

/** The same for a CSV file with a header. */
export function withStagedCsv<T>(db: Db, columns: StagedColumns, path: string, work: StagedWork<T>): Promise<T> {
  return withStaged(db, columns, createReadStream(path), `copy ${STAGE} from stdin (format csv, header true)`, work)
}

async function withStaged<T>(
  db: Db,
  columns: StagedColumns,
  source: Readable,
  copy: string,
  work: StagedWork<T>,
): Promise<T> {
  if (!db.isTransaction) throw new Error('rows are staged inside a transaction')
  const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  const staged = sql.table(STAGE)
  await sql`create temp table ${staged} (${sql.join(typed)}) on commit drop`.execute(db)
  const count = await withClient({ db }, async (client) => {
    const stream = client.query(copyFrom(copy))
    await pipeline(source, stream)
    return stream.rowCount
  })
  await sample(db, sql`analyze ${staged} (${sql.join(keysOf(columns))})`)
  const result = await work(staged, count)
  await sql`drop table ${staged}`.execute(db)
  return result
}

/** Rows are joined and told apart by whole numbers and flags; to sample their texts costs as much as to write them. */
function keysOf(columns: StagedColumns): RawBuilder<unknown>[] {
  const keys = Object.keys(columns).filter((name) => /^(big|small)?int|^boolean/.test(columns[name] ?? ''))
  return (keys.length > 0 ? keys : Object.keys(columns)).map((name) => sql.ref(name))
}

/** Thousands of rows leave in one piece. */
async function* chunks(rows: Rows): AsyncGenerator<string> {
  let chunk = ''
  for await (const row of rows) {
    chunk += `${row.map(copyText).join('\t')}\n`
    if (chunk.length > CHUNK) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk) yield chunk
}

const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One value in COPY's text format. */
export function copyText(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return SPECIAL.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (letter) => ESCAPES[letter] ?? letter) : text
}

/**
 * Writes the rows of a query to a CSV file; null is an empty field, text is quoted where needed. COPY takes no
 * parameters, so texts, numbers and dates of the query become literals; it throws on any other value.
 */
export async function copyOutCsv(db: Db, query: RawBuilder<unknown>, path: string): Promise<void> {
  const id = createQueryId()
  const node = db.getExecutor().transformQuery(query.toOperationNode(), id)
  const text = new LiteralCompiler().compileQuery(node, id).sql
  await withClient({ db }, async (client) => {
    const stream = client.query(copyTo(`copy (${text}) to stdout (format csv, header true)`))
    await pipeline(stream, createWriteStream(path))
  })
}

/** A query and the CSV file its rows go to. */
export interface CsvFile {
  query: RawBuilder<unknown>
  path: string
}

/**
 * Writes the rows of several queries, all as the database stood at one moment, two at a time; who has large ones names them first.
 * Inside a transaction one after the other, each as the transaction sees it then.
 */
export async function copyOutAll(db: Db, files: Iterable<CsvFile>): Promise<void> {
  const left = files[Symbol.iterator]()
  const copyRest = async (inside: Db) => {
    for (let next = left.next(); !next.done; next = left.next())
      await copyOutCsv(inside, next.value.query, next.value.path)
  }
  if (db.isTransaction) return copyRest(db)
  await atOneMoment(db, copyRest)
}

/** Writes values into the statement as quoted literals. */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.appendImmediateValue(value)
  }
}
