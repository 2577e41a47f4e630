/**
 * A job is two rows: ours, which people see, and the item of the queue (`pgboss.job`), which hands it to a process. Every pair
 * of states has a way forward:
 *
 * | our row \ item            | waits (created, retry) | active for less than 20 s | any other, or none      |
 * |---------------------------|------------------------|---------------------------|-------------------------|
 * | waiting                   | will be handed out     | is being claimed          | lost: queued again      |
 * | running, beats            | its process ends it, whatever the item says                               |
 * | running, silent for 20 s  | queued again as waiting; given up (failed) when it was tried four times   |
 * | done, failed, cancelled   | over: an item that is still handed out finds nothing to claim             |
 *
 * Items may therefore be handed out twice or late: the claim of `take` passes once, and only who holds it (same number of
 * attempts, still running) reports, ends or gives back. An end and what it changes elsewhere are one transaction.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { own } from '../db/table.ts'
import type { JobRow } from './job-deps.ts'
import { LOST_AFTER_SECONDS } from './living.ts'
import { jobTable } from './tables.ts'

export const QUEUE = 'work'
export const JOB_ROW = sql`id, tenant_id, user_id, name, payload, attempts`

const MOST_ATTEMPTS = 4
const PATIENCE = sql`${LOST_AFTER_SECONDS} * interval '1 second'`

/** Items that still bring their job to a process. */
const LIVING_ITEMS = sql`(select q.data->>'jobId' as job_id from pgboss.job q where q.name = ${QUEUE}
  and (q.state in ('created', 'retry') or (q.state = 'active' and q.started_on > now() - ${PATIENCE})))`

function isSilent(mine: string[]): RawBuilder<unknown> {
  return sql`state = 'running' and heartbeat < now() - ${PATIENCE} and not id = any(${mine}::bigint[])`
}

/** Puts jobs whose process is gone back to waiting; answers them and all others that wait and that no item brings to a process. */
export async function findLostJobs(db: Db, mine: string[]): Promise<string[]> {
  const unclaimed = await sql<{ id: string }>`select j.id from ${own(jobTable)} j
    where j.state = 'waiting' and not exists (select 1 from ${LIVING_ITEMS} i where i.job_id = j.id::text)`.execute(db)
  const silent = await sql<{ id: string }>`update ${own(jobTable)} set state = 'waiting', text = '程序重启后继续'
    where ${isSilent(mine)} and attempts < ${MOST_ATTEMPTS} returning id`.execute(db)
  return [...unclaimed.rows, ...silent.rows].map(({ id }) => id)
}

/** Jobs whose process is gone for the last time. */
export async function findExhaustedJobs(db: Db, mine: string[]): Promise<JobRow[]> {
  const found = await sql<JobRow>`select ${JOB_ROW} from ${own(jobTable)}
    where ${isSilent(mine)} and attempts >= ${MOST_ATTEMPTS}`.execute(db)
  return found.rows
}
