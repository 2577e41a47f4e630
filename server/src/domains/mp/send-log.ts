import { SEND_STATUS } from '@xueheng/contract/domains/mp/batch-states.ts'
import {
  batchList,
  logDelete,
  logDetail,
  logList,
  logSave,
  logSync,
  logUpdate,
  templateBatch,
  templateMsgLog,
} from '@xueheng/contract/domains/mp/template-msg-log.ts'
import { wxUser } from '@xueheng/contract/domains/mp/wx-user.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, into, visible, visibleEver } from '../../platform/access/doors.ts'
import { logChange, logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { idsOf } from '../../platform/rows/handlers.ts'
import { findOf, listOf } from '../../platform/rows/list.ts'
import { chosenAppid, familyQuery } from './account.ts'
import { removeRows } from './remove-rows.ts'

const LINES = every(templateMsgLog, 'a batch that is seen is counted whole')

/** The platform may take a day to tell how a message ended. */
const WAIT = sql`interval '1 day'`

export const sendLogHandlers: Implementation[] = [
  implement(logList, async (ctx, { appid, query }) => {
    const chosen = await chosenAppid(ctx, appid)
    return listOf(ctx, logList, familyQuery(query), linesOf(ctx, sql`l.appid = ${chosen}`))
  }),
  implement(logDetail, (ctx, { id }) => findOf(ctx, logList, id, linesOf(ctx, sql`true`))),
  implement(logDelete, (ctx, input) => removeRows(ctx, templateMsgLog, idsOf(input))),
  implement(logSave, (ctx, { id, remark }) => saveRemark(ctx, id, remark)),
  implement(logUpdate, (ctx, { action, remark }) => saveRemark(ctx, action, remark)),
  implement(logSync, (ctx, { appid }) => settleOld(ctx, appid)),
  implement(batchList, async (ctx, { appid, query }) => {
    const chosen = await chosenAppid(ctx, appid)
    return listOf(ctx, batchList, familyQuery(query), batchesOf(ctx, chosen))
  }),
]

/** With the name of the follower and the template. */
function linesOf(ctx: Ctx, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select l.*, u.nickname, b.template_name as title from ${visible(ctx, templateMsgLog)} l
    left join ${visibleEver(ctx, wxUser)} u on u.appid = l.appid and u.openid = l.touser
    left join ${visibleEver(ctx, templateBatch)} b on b.id::text = l.batch_id
    where ${condition})`
}

function batchesOf(ctx: Ctx, appid: string): RawBuilder<unknown> {
  const of = (...statuses: number[]) => sql`count(*) filter (where l.send_status in (${sql.join(statuses)}))::int`
  const { queued, accepted, delivered, failed, blocked, systemFailed, claimed, unknown } = SEND_STATUS
  return sql`(select b.*, coalesce(c.queued, 0) as queued, coalesce(c.accepted, 0) as accepted,
      coalesce(c.delivered, 0) as delivered, coalesce(c.failed, 0) as failed, coalesce(c.unknown, 0) as unknown
    from ${visible(ctx, templateBatch)} b
    left join lateral (select ${of(queued)} as queued, ${of(accepted)} as accepted, ${of(delivered)} as delivered,
      ${of(failed, blocked, systemFailed)} as failed, ${of(claimed, unknown)} as unknown
      from ${LINES} l where l.batch_id = b.id::text) c on true
    where b.appid = ${appid})`
}

async function saveRemark(ctx: Ctx, id: string, remark: string | null): Promise<void> {
  const before = await findOf(ctx, logList, id, linesOf(ctx, sql`true`))
  if (!before) throw new AppError('row.notFound')
  await sql`update ${into(templateMsgLog)} set remark = ${remark}, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where id = ${before.id}`.execute(ctx.db)
  await logChange(ctx, templateMsgLog, before.id, before, { ...before, remark })
}

async function settleOld(ctx: Ctx, given: string | null): Promise<{ count: number }> {
  const appid = await chosenAppid(ctx, given)
  const settled = await sql`update ${into(templateMsgLog)} set send_status = ${SEND_STATUS.unknown},
      send_result = '微信没有告知结果', update_time = localtimestamp(0)
    where appid = ${appid} and send_status in (${SEND_STATUS.claimed}, ${SEND_STATUS.accepted})
      and coalesce(send_time, claim_time) < localtimestamp - ${WAIT}`.execute(ctx.db)
  const count = Number(settled.numAffectedRows ?? 0)
  await logOperation(ctx, logSync.name, logSync.title, { after: { appid, count } })
  return { count }
}
