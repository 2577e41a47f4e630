import { SEND_STATUS } from '@xueheng/contract/domains/mp/batch-states.ts'
import type { TemplateValue } from '@xueheng/contract/domains/mp/msg-template.ts'
import { templateMsgLog } from '@xueheng/contract/domains/mp/template-msg-log.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'

const LOG = every(templateMsgLog, 'a job sends every line of its batch, whoever may see it now')
/** Lines handed to the platform together. */
const CLAIMED = 20
/** So long the platform takes one `client_msg_id` once; a little less, as clocks differ. */
const SAFE_SECONDS = 540

/** A message to one follower of a batch. */
export interface Line {
  id: string
  touser: string
  data: TemplateValue[] | null
  /** When it was handed over by somebody who did not live to write down what came of it. */
  claimedBefore: string | null
}

/** What a process claimed that is gone: handed over again while that is safe, else never. */
export async function releaseClaims(ctx: Ctx, batchId: string): Promise<void> {
  const isSafe = sql`claim_time > localtimestamp - make_interval(secs => ${SAFE_SECONDS})`
  await sql`update ${into(templateMsgLog)} set
      send_status = case when ${isSafe} then ${SEND_STATUS.queued}::int else ${SEND_STATUS.unknown}::int end,
      send_result = case when ${isSafe} then null else '程序中断，不知道是否已发出' end
    where batch_id = ${batchId} and claim_time is not null
      and send_status in (${SEND_STATUS.claimed}, ${SEND_STATUS.queued})`.execute(ctx.db)
}

/** Those that may have been handed over already come first, while that is safe. */
export async function claim(ctx: Ctx, batchId: string): Promise<Line[]> {
  // Materialized: joined as it stands it might be asked again for every row, and claim more.
  const claimed = await sql<Line>`with picked as materialized (
      select l.id, l.claim_time::text as claimed_before from ${LOG} l
      where l.batch_id = ${batchId} and l.send_status = ${SEND_STATUS.queued}
      order by l.claim_time nulls last, l.id limit ${CLAIMED} for update skip locked)
    update ${into(templateMsgLog)} t set send_status = ${SEND_STATUS.claimed},
      claim_time = coalesce(t.claim_time, localtimestamp(0))
    from picked p where t.id = p.id returning t.id, t.touser, t.data, p.claimed_before`.execute(ctx.db)
  return claimed.rows
}

/** They were not handed over this time; an earlier time is not forgotten. */
export async function unclaim(ctx: Ctx, lines: readonly Line[]): Promise<void> {
  const times = [lines.map(({ id }) => id), lines.map(({ claimedBefore }) => claimedBefore)]
  await sql`update ${into(templateMsgLog)} t set send_status = ${SEND_STATUS.queued}, claim_time = q.before::timestamp
    from unnest(${times[0]}::bigint[], ${times[1]}::text[]) as q (id, before)
    where t.id = q.id and t.send_status = ${SEND_STATUS.claimed}`.execute(ctx.db)
}
