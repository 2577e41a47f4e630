import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { own } from '../db/table.ts'
import { jobTable } from './tables.ts'

/** How a user's own long work ended, as rows of a statement: `id`, `title`, `link`, `text`, `end_time`. */
export function endedJobs(userId: string): RawBuilder<unknown> {
  return sql`(select id, title, coalesce(link, '') as link, coalesce(nullif(text, ''),
      case state when 'done' then '已完成' when 'failed' then '失败' else '已取消' end) as text,
      end_time::timestamp(0) as end_time
    from ${own(jobTable)} where user_id = ${userId} and state in ('done', 'failed', 'cancelled'))`
}

/** A job that failed; `endTime` is `yyyy-MM-dd HH:mm:ss`. */
export interface FailedJob {
  id: string
  tenantId: string
  userId: string
  title: string
  text: string
  endTime: string
}

/** The failed jobs of the connection's tenant, newest first, `most` of them. */
export async function listFailedJobs(db: Db, most: number): Promise<FailedJob[]> {
  const found = await sql<FailedJob>`select id, tenant_id, user_id, title, text,
      coalesce(to_char(j.end_time, 'YYYY-MM-DD HH24:MI:SS'), '') as end_time
    from ${own(jobTable)} j where state = 'failed' order by j.create_time desc limit ${most}`.execute(db)
  return found.rows
}

/** What a job was started with. */
export interface JobOrder {
  name: string
  title: string
  payload: object
  key: string | null
  userId: string
}

/** What a failed job was started with; nothing where it is none, or none any more. */
export async function findFailedJob(db: Db, id: string): Promise<JobOrder | undefined> {
  const found = await sql<JobOrder>`select name, title, payload, singleton_key as key, user_id from ${own(jobTable)}
    where id = ${id} and state = 'failed'`.execute(db)
  return found.rows[0]
}

/** A failed job that was done again is no longer among the failed ones. */
export async function settleFailedJob(db: Db, id: string): Promise<void> {
  await sql`update ${own(jobTable)} set state = 'cancelled' where id = ${id} and state = 'failed'`.execute(db)
}
