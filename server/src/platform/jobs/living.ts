import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { own } from '../db/table.ts'
import { jobTable } from './tables.ts'

/** Several beats of a running job: one that has been silent longer has lost its process. */
export const LOST_AFTER_SECONDS = 20

/** When the oldest living job of this name began, in milliseconds; nothing where none runs. */
export async function findOldestStart(db: Db, name: string): Promise<number | undefined> {
  const found = await sql<{ since: number | null }>`
    select (extract(epoch from min(j.start_time)) * 1000)::float8 as since
    from ${own(jobTable)} j where j.name = ${name} and j.state = 'running'
      and j.heartbeat > now() - make_interval(secs => ${LOST_AFTER_SECONDS})`.execute(db)
  return found.rows[0]?.since ?? undefined
}
