import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Tells the planner what stands in these columns of a table, for the statements that follow a bulk write: else they are
 * planned as for a table without such rows, and may take ten times as long. The last statement of its transaction: it
 * holds back the server's own sampling of the table until then. Does nothing where another connection is at it, and
 * where the program has no right to (a migration grants `maintain`).
 */
export async function refreshStatistics(db: Db, table: RawBuilder<unknown>, columns: string[]): Promise<void> {
  await sql`analyze (skip_locked) ${table} (${sql.join(columns.map((name) => sql.ref(name)))})`.execute(db)
}
