import { type JobView, jobCancel, jobDetail, jobList, jobStream } from '@xueheng/contract/platform/jobs.ts'
import { sql } from 'kysely'
import { pageOfRows } from '../rows/page.ts'
import { checkId } from '../rows/read.ts'
import type { Ctx } from '../ctx.ts'
import type { EventHub } from '../http/events.ts'
import type { JobRunner } from './boss.ts'
import { type Implementation, implement } from '../module.ts'
import { own } from '../db/table.ts'
import { jobTable } from './tables.ts'

const COLUMNS = sql`id, name, title, subject, state, done_num::float8 as done, total_num::float8 as total, step, text, link, coalesce(file_id::text, '') as file_id,
  to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') as create_time, coalesce(to_char(end_time, 'YYYY-MM-DD HH24:MI:SS'), '') as end_time`

async function findJob(ctx: Ctx, id: string): Promise<JobView | undefined> {
  const found =
    await sql<JobView>`select ${COLUMNS} from ${own(jobTable)} where id = ${checkId(id)} and user_id = ${ctx.user.id}`.execute(
      ctx.db,
    )
  return found.rows[0]
}

function listJobs(ctx: Ctx, query: object) {
  return pageOfRows<JobView>(ctx, query, {
    columns: COLUMNS,
    source: sql`${own(jobTable)} j`,
    condition: sql`j.user_id = ${ctx.user.id}`,
    order: sql`j.create_time desc, j.id desc`,
    size: { preset: 20 },
  })
}

export function jobHandlers(runner: JobRunner, events: EventHub): Implementation[] {
  events.source('job', async (ctx, text) => {
    const [userId = '', id = ''] = text.split(':')
    return userId === ctx.user.id ? findJob(ctx, id) : undefined
  })
  return [
    implement(jobList, listJobs),
    implement(jobDetail, async (ctx, input) => (await findJob(ctx, input.id)) ?? null),
    implement(jobCancel, (ctx, input) => runner.cancel(ctx, checkId(input.id))),
    implement(jobStream, async (ctx, _input, info) => events.stream(ctx, info)),
  ]
}
