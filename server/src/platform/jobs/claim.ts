import { type RawBuilder, sql } from 'kysely'
import type { JobProgress, JobResult } from '../ctx.ts'
import type { Db } from '../db/db.ts'
import { own } from '../db/table.ts'
import type { JobRow } from './job-deps.ts'
import { JOB_ROW } from './lost.ts'
import { jobTable } from './tables.ts'

/** The job was taken over by another process, or ended: who learns of it stops and writes nothing more. */
export class LostClaim extends Error {
  constructor() {
    super('lost')
  }
}

/** Takes a waiting job; of several deliveries one gets it, the others nothing. */
export async function claimJob(db: Db, id: string): Promise<JobRow | undefined> {
  const claimed = await sql<JobRow>`update ${own(jobTable)}
    set state = 'running', start_time = coalesce(start_time, now()), heartbeat = now(), attempts = attempts + 1
    where id = ${id} and state = 'waiting' returning ${JOB_ROW}`.execute(db)
  return claimed.rows[0]
}

/** Changes the row of a job as long as it is ours. Throws `LostClaim` when it is not. */
async function change(db: Db, row: JobRow, values: RawBuilder<unknown>): Promise<void> {
  const changed = await sql`update ${own(jobTable)} set ${values}
    where id = ${row.id} and state = 'running' and attempts = ${row.attempts}`.execute(db)
  if (changed.numAffectedRows === 0n) throw new LostClaim()
}

/** A sign of life. */
export function beatJob(db: Db, row: JobRow): Promise<void> {
  return change(db, row, sql`heartbeat = now()`)
}

type Report = Parameters<JobProgress['report']>[0]

export function reportJob(db: Db, row: JobRow, { done, total, step, text }: Report): Promise<void> {
  return change(
    db,
    row,
    sql`done_num = coalesce(${done ?? null}, done_num), total_num = coalesce(${total ?? null}, total_num),
      step = coalesce(${step?.slice(0, 200) ?? null}, step), text = coalesce(${text?.slice(0, 2000) ?? null}, text), heartbeat = now()`,
  )
}

export function endJob(
  db: Db,
  row: JobRow,
  state: 'done' | 'failed' | 'cancelled',
  { text = '', link = '', fileId }: JobResult,
): Promise<void> {
  return change(
    db,
    row,
    sql`state = ${state}, end_time = now(), text = ${text.slice(0, 2000)}, link = ${link}, file_id = ${fileId ?? null},
      done_num = case when ${state} = 'done' then greatest(total_num, done_num) else done_num end`,
  )
}

/** A polite stop is no failure: the next process goes on with it at once. */
export function giveBackJob(db: Db, row: JobRow): Promise<void> {
  return change(db, row, sql`heartbeat = now() - interval '1 day', attempts = attempts - 1`)
}
