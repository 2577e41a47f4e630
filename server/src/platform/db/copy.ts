import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** A value of a COPY row: dates as text, objects as JSON. */
export type CopyValue = string | number | boolean | bigint | null | undefined | object

type Rows = Iterable<readonly CopyValue[]> | AsyncIterable<readonly CopyValue[]>

const CHUNK = 64 * 1024

/** Streams rows into a table; answers how many. Thousands of rows leave in one piece. */
export async function copyIn(client: pg.PoolClient, table: string, columns: string[], rows: Rows): Promise<number> {
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    let chunk = ''
    for await (const row of rows) {
      chunk += `${row.map(copyText).join('\t')}\n`
      count += 1
      if (chunk.length > CHUNK) {
        yield chunk
        chunk = ''
      }
    }
    if (chunk) yield chunk
  }
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(',')}) from stdin`))
  await pipeline(Readable.from(lines(), { objectMode: false }), stream)
  return count
}

const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One value in COPY's text format. */
export function copyText(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return SPECIAL.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (letter) => ESCAPES[letter] ?? letter) : text
}

/** Writes the rows of a query to a CSV file; null is an empty field, text is quoted where needed. */
export async function copyOutCsv(client: pg.PoolClient, query: string, path: string): Promise<void> {
  const stream = client.query(copyTo(`copy (${query}) to stdout (format csv, header true)`))
  await pipeline(stream, createWriteStream(path))
}
