import { type JobView, jobCancel, jobDetail, jobList, jobStream } from '@xueheng/contract/domains/system/auth.ts'
import { pageOf } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import { checkId } from '../../platform/crud/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Listener } from '../../platform/db/listen.ts'
import type { JobRunner } from '../../platform/jobs/boss.ts'
import { type Implementation, type RequestInfo, implement } from '../../platform/module.ts'

const COLUMNS = sql`id, name, title, state, done_num::float8 as done, total_num::float8 as total, step, text, link, coalesce(file_id::text, '') as "fileId",
  to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') as "createTime", coalesce(to_char(end_time, 'YYYY-MM-DD HH24:MI:SS'), '') as "endTime"`

async function findJob(ctx: Ctx, id: string): Promise<JobView | undefined> {
  const found =
    await sql<JobView>`select ${COLUMNS} from job where id = ${checkId(id)} and user_id = ${ctx.user.id}`.execute(
      ctx.db,
    )
  return found.rows[0]
}

async function listJobs(ctx: Ctx, current: number, size: number) {
  const [rows, count] = [
    await sql<JobView>`select ${COLUMNS} from job where user_id = ${ctx.user.id} order by create_time desc limit ${size} offset ${(current - 1) * size}`.execute(
      ctx.db,
    ),
    await sql<{ n: number }>`select count(*)::int as n from job where user_id = ${ctx.user.id}`.execute(ctx.db),
  ]
  return pageOf(rows.rows as never[], count.rows[0]?.n ?? 0, { current, size })
}

const KEEP_ALIVE_MS = 20_000

/** Tells the browser of every change of the user's own jobs until it goes away. */
function streamJobs(listener: Listener, ctx: Ctx, { request, reply }: RequestInfo): void {
  const mine = `${ctx.user.tenantId}:${ctx.user.id}:`
  reply.hijack()
  const out = reply.raw
  out.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  out.write('retry: 3000\n\n')
  const stop = listener.on('job', (text) => {
    if (!text.startsWith(mine)) return
    void findJob(ctx, text.slice(mine.length)).then(
      (job) => job && out.write(`event: job\ndata: ${JSON.stringify(job)}\n\n`),
      () => undefined,
    )
  })
  const beat = setInterval(() => out.write(': keep-alive\n\n'), KEEP_ALIVE_MS)
  request.raw.on('close', () => {
    stop()
    clearInterval(beat)
  })
}

export function jobHandlers(runner: JobRunner, listener: Listener): Implementation[] {
  return [
    implement(jobList, (ctx, input) => listJobs(ctx, input.current ?? 1, input.size ?? 20)),
    implement(jobDetail, async (ctx, input) => (await findJob(ctx, input.id)) ?? null),
    implement(jobCancel, (ctx, input) => runner.cancel(ctx, checkId(input.id))),
    implement(jobStream, async (ctx, _input, info) => streamJobs(listener, ctx, info)),
  ]
}
