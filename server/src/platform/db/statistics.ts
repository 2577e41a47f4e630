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
  await sql`analyze (skip_locked) ${table} ${named ?? sql``}`.execute(db)
}
