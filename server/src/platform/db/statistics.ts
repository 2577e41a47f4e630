import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Tells the planner what stands in these columns of a table, all of them where none is named, for the statements that follow a bulk write: else they are
 * planned as for a table without such rows, and may take ten times as long. The last statement of its transaction: it
 * holds back the server's own sampling of the table until then. Does nothing where another connection is at it, and
 * where the program has no right to (a migration grants `maintain`).
 */
export async function refreshStatistics(db: Db, table: RawBuilder<unknown>, columns?: string[]): Promise<void> {
  // Every statement asks for the rows of a tenant; what an index makes of a column is looked at with all columns alone.
  const named = columns && sql`(${sql.join(['tenant_id', ...columns].map((name) => sql.ref(name)))})`
  await sample(db, sql`analyze (skip_locked) ${table} ${named ?? sql``}`)
}

/**
 * Common values that are kept of a column. 9,000 rows are looked at for them; the 30,000 of the server's own setting take three
 * times as long and plan the statements of an exam no better.
 */
const FINENESS = 30

/** Runs an `analyze` of a bulk write inside its transaction. */
export async function sample(db: Db, analyze: RawBuilder<unknown>): Promise<void> {
  await sql`select set_config('default_statistics_target', ${String(FINENESS)}, true)`.execute(db)
  await analyze.execute(db)
}
