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

/** Title of a job of this family (`exam.`) that waits or runs for a key, alone or with more behind it (`<key>:…`). */
export async function findLivingJob(db: Db, family: string, key: string): Promise<string | undefined> {
  const found = await sql<{ title: string }>`select j.title from ${own(jobTable)} j
    where j.state in ('waiting', 'running') and starts_with(j.name, ${family})
      and (j.singleton_key = ${key} or starts_with(j.singleton_key, ${`${key}:`})) limit 1`.execute(db)
  return found.rows[0]?.title
}
