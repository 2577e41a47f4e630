import { sql } from 'kysely'
import type { Db } from './db.ts'

/** What one hash or sort may hold before it goes to disk, in MB: the list of a city with all its texts, which the planner takes for ten times as wide as they are. */
const ROOM_MB = 256

/**
 * Gives the statements of `work` more memory for hashes and sorts, inside a transaction. A hash that is planned in parts is joined
 * part by part: what came in the order of an index goes out of it, and each row looks for its place in the index anew.
 */
export async function withRoom<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (!db.isTransaction) throw new Error('memory is given inside a transaction')
  await sql`select set_config('work_mem', ${`${ROOM_MB}MB`}, true)`.execute(db)
  const result = await work()
  await sql`set local work_mem to default`.execute(db)
  return result
}
