import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Ctx } from '../../../platform/ctx.ts'
import { withClient } from '../../../platform/db/pool.ts'

const TABLE = 'import_csv'

/**
 * Streams a CSV file into a table of the session and lets `work` take it from there: COPY cannot write under
 * row level security. Must run inside a transaction.
 */
export function copyCsvIn<T>(
  ctx: Pick<Ctx, 'db'>,
  path: string,
  columns: string,
  work: (client: pg.PoolClient, table: string) => Promise<T>,
): Promise<T> {
  return withClient(ctx, async (client) => {
    await client.query(`create temp table ${TABLE} (${columns}) on commit drop`)
    await pipeline(createReadStream(path), client.query(copyFrom(`copy ${TABLE} from stdin (format csv, header true)`)))
    await client.query(`analyze ${TABLE}`)
    const result = await work(client, TABLE)
    await client.query(`drop table ${TABLE}`)
    return result
  })
}

/** A path in the temporary folder for the time of `work`. */
export async function withTempFile<T>(
  ctx: Pick<Ctx, 'files'>,
  extension: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = ctx.files.tempPath(extension)
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
