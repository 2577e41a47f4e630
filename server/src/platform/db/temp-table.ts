import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Holds the rows of a query in a temporary table until the transaction ends and answers its name for a template. It is
 * analysed and indexed by `key`: rows written in bulk shortly before have no statistics, and a join of such tables may
 * grow with the square of their rows.
 */
export async function createTempTable(
  db: Db,
  name: string,
  query: RawBuilder<unknown>,
  key: string[],
): Promise<RawBuilder<unknown>> {
  const table = sql`${sql.table(name)}`
  await sql`drop table if exists ${table}`.execute(db)
  await sql`create temp table ${table} on commit drop as ${query}`.execute(db)
  const columns = sql.join(key.map((column) => sql.ref(column)))
  await sql`create index on ${table} (${columns})`.execute(db)
  // To sample all its texts costs as much as to write them.
  await sql`analyze ${table} (${columns})`.execute(db)
  return table
}
