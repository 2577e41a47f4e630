import { SEND_STATUS, batchStates } from '@xueheng/contract/domains/mp/batch-states.ts'
import type { FollowerFilter } from '@xueheng/contract/domains/mp/msg-template.ts'
import { templateBatch, templateMsgLog } from '@xueheng/contract/domains/mp/template-msg-log.ts'
import { wxUser } from '@xueheng/contract/domains/mp/wx-user.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Ctx, JobProgress, JobResult } from '../../platform/ctx.ts'
import { nextIds } from '../../platform/db/id.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { stateRow, transition } from '../../platform/states.ts'
import { type Account, accountOf } from './account.ts'
import { followersWith } from './followers-with.ts'
import { claim, releaseClaims, unclaim } from './claim-lines.ts'
import { applyFinishes } from './finish-sends.ts'
import type { MpDeps } from './deps.ts'
import { NO_QUOTA, takeQuota } from './quota.ts'
import { type TemplateLetter, sendLine } from './send-line.ts'

/** Lines handed to the platform at once. */
const AT_ONCE = 5
/** Lines written before anything is sent, in one statement. */
const WRITTEN = 5000

const BATCHES = every(templateBatch, 'a job goes on with its batch, whoever may see it now')
const LOG = every(templateMsgLog, 'a job sends every line of its batch, whoever may see it now')
const USERS = every(wxUser, 'a batch was asked for by somebody who sees all followers')

interface Batch extends TemplateLetter {
  id: string
  filter: FollowerFilter | null
  isWritten: number
  batchStatus: number
  total: number
}

/**
 * Sends the lines of a batch. A line is claimed before it is handed over and marked after: whoever takes the job up again
 * hands claimed lines over once more only as long as the platform takes their number once, and leaves older ones as
 * unknown. Stops, to be resumed, where nothing more can be sent.
 */
export function sendBatchJob(deps: MpDeps) {
  return defineJob<{ batchId: string }>({
    name: 'mp.send-batch',
    title: '群发模板消息',
    singletonKey: ({ batchId }) => batchId,
    subject: ({ batchId }) => batchId,
    run: (ctx, { batchId }, progress) => run(deps, ctx, batchId, progress),
    async onFailure(ctx, { batchId }, message) {
      const batch = await findBatch(ctx, batchId)
      if (batch?.batchStatus === batchStates.states.sending.value) await stop(ctx, batch, message)
    },
  })
}

async function findBatch(ctx: Ctx, id: string): Promise<Batch | undefined> {
  const found =
    await sql<Batch>`select b.id, b.appid, b.template_id, b.data, b.url, b.miniprogram, b.filter, b.is_written, b.batch_status, b.total
    from ${BATCHES} b where b.id = ${id}`.execute(ctx.db)
  return found.rows[0]
}

async function run(deps: MpDeps, ctx: Ctx, batchId: string, progress: JobProgress): Promise<JobResult> {
  const batch = await findBatch(ctx, batchId)
  if (!batch || batch.batchStatus !== batchStates.states.sending.value) return { text: '批次已结束' }
  const account = await accountOf(ctx, deps, batch.appid)
  await writeLines(ctx, batch, progress)
  await releaseClaims(ctx, batch.id)
  for (;;) {
    const { done, left } = await counted(ctx, batch.id)
    await progress.report({ done, total: batch.total, step: '发送' })
    if (left === 0 || (await findBatch(ctx, batchId))?.batchStatus !== batchStates.states.sending.value) break
    const reason = await sendSome(deps, ctx, account, batch)
    if (reason !== undefined) return halt(ctx, batch, reason, progress)
  }
  return progress.finish(async (inside) => {
    const now = await findBatch(inside, batch.id)
    const row = stateRow(templateBatch, batch.id, 'batchStatus')
    if (now?.batchStatus === batchStates.states.sending.value) await transition(inside, batchStates, row, 'finish')
    const { done } = await counted(inside, batch.id)
    return { text: `已处理${done}人`, link: '/mpweixin/templateMsgLog' }
  })
}

function halt(ctx: Ctx, batch: Batch, reason: string, progress: JobProgress): Promise<JobResult> {
  return progress.finish(async (inside) => {
    await stop(inside, batch, reason)
    return { text: `已停下：${reason}`, link: '/mpweixin/templateMsgLog' }
  })
}

async function stop(ctx: Ctx, batch: Batch, reason: string): Promise<void> {
  await transition(ctx, batchStates, stateRow(templateBatch, batch.id, 'batchStatus'), 'stop')
  await sql`update ${into(templateBatch)} set stop_reason = ${reason.slice(0, 300)} where id = ${batch.id}`.execute(
    ctx.db,
  )
}

/** A line per follower, some thousand at a time in the order of their rows; of a repetition only the missing ones come. */
async function writeLines(ctx: Ctx, batch: Batch, progress: JobProgress): Promise<void> {
  if (batch.isWritten === 1) return
  const condition = followersWith(batch.appid, batch.filter ?? {})
  for (let last = '0'; ;) {
    progress.signal.throwIfAborted()
    const people = sql`(select u.id, u.openid from ${USERS} u
      where u.is_deleted = 0 and u.id > ${last} and ${condition} order by u.id limit ${WRITTEN})`
    const written = await sql<{ last: string | null }>`with people as materialized ${people}, added as (
        insert into ${into(templateMsgLog)} (id, tenant_id, appid, batch_id, touser, template_id, url, send_status)
        select ${nextIds(WRITTEN)}, ${ctx.user.tenantId}, ${batch.appid}, ${batch.id}, p.openid, ${batch.templateId}, ${batch.url},
          ${SEND_STATUS.queued} from people p
        on conflict (tenant_id, batch_id, touser, coalesce(student_code, '')) where batch_id is not null do nothing)
      select max(p.id) as last from people p`.execute(ctx.db)
    const next = written.rows[0]?.last
    if (!next) break
    last = next
    await progress.report({ step: '列出接收人' })
  }
  await keepTotal(ctx, batch)
}

/** Between the question and the work people come and go. */
async function keepTotal(ctx: Ctx, batch: Batch): Promise<void> {
  const found = await sql<{
    n: number
  }>`select count(*)::int as n from ${LOG} l where l.batch_id = ${batch.id}`.execute(ctx.db)
  batch.total = found.rows[0]?.n ?? 0
  await sql`update ${into(templateBatch)} set total = ${batch.total}, is_written = 1 where id = ${batch.id}`.execute(
    ctx.db,
  )
}

async function counted(ctx: Ctx, batchId: string): Promise<{ done: number; left: number }> {
  const found = await sql<{ done: number; left: number }>`select
      count(*) filter (where l.send_status <> ${SEND_STATUS.queued})::int as done,
      count(*) filter (where l.send_status = ${SEND_STATUS.queued})::int as left
    from ${LOG} l where l.batch_id = ${batchId}`.execute(ctx.db)
  return found.rows[0] ?? { done: 0, left: 0 }
}

/** Claims some lines and sends them; answers why nothing more can be sent now, if so. */
async function sendSome(deps: MpDeps, ctx: Ctx, account: Account, batch: Batch): Promise<string | undefined> {
  const lines = await claim(ctx, batch.id)
  if (!(await takeQuota(deps, account, lines.length))) {
    await unclaim(ctx, lines)
    return NO_QUOTA
  }
  let reason: string | undefined
  const waiting = [...lines]
  const work = async (): Promise<void> => {
    for (let line = waiting.shift(); line; line = waiting.shift()) {
      if (reason !== undefined) await unclaim(ctx, [line])
      else {
        // Others may have found a reason meanwhile: theirs stands.
        const { is, text } = await sendLine(deps, ctx, account, batch, line)
        if (is === 'halt' || is === 'unknown') reason ??= text
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await applyFinishes(
    ctx.db,
    account.appid,
    lines.map(({ id }) => id),
  )
  return reason
}
