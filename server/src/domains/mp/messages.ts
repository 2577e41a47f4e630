import {
  chatList,
  msgDelete,
  msgDetail,
  msgList,
  msgReply,
  msgSync,
  wxMsg,
} from '@xueheng/contract/domains/mp/wx-msg.ts'
import { wxUser } from '@xueheng/contract/domains/mp/wx-user.ts'
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { every, visible, visibleEver } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { wallTime } from '../../platform/clock.ts'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { idsOf } from '../../platform/rows/handlers.ts'
import { findOf, listOf } from '../../platform/rows/list.ts'
import { type Account, chosenAccount, chosenAppid, familyQuery } from './account.ts'
import { keepMessage } from './keep-message.ts'
import { removeRows } from './remove-rows.ts'
import { contentOf } from './send-message.ts'
import type { MpDeps } from './deps.ts'
import { SUCCESS, askWechat } from './wechat.ts'

const ALL = every(wxMsg, 'records are written down once, whoever sees them')

const DAY_MS = 86_400_000
/** A person may be answered so long after the last message. */
const REPLY = sql`interval '48 hours'`
const RECORDS_AT_ONCE = 10_000

export function messageHandlers(deps: MpDeps): Implementation[] {
  return [
    implement(msgList, (ctx, input) => list(ctx, input)),
    implement(msgDetail, (ctx, { id }) => findOf(ctx, msgList, id, namedMessages(ctx))),
    implement(chatList, async (ctx, { appid, query }) => {
      const chosen = await chosenAppid(ctx, appid)
      return listOf(ctx, chatList, query, chatsOf(ctx, chosen))
    }),
    implement(msgReply, (ctx, input) => reply(deps, ctx, input)),
    implement(msgSync, (ctx, input) => pullRecords(deps, ctx, input)),
    implement(msgDelete, (ctx, input) => removeRows(ctx, wxMsg, idsOf(input))),
  ]
}

interface ListInput {
  appid: string | null
  msgTypes: string | null
  startTime: string | null
  query: Record<string, unknown>
}

async function list(ctx: Ctx, { appid, msgTypes, startTime, query }: ListInput) {
  const chosen = await chosenAppid(ctx, appid)
  const types = partsOf(msgTypes)
  const source = sql`(select * from ${namedMessages(ctx)} m
    where m.appid = ${chosen} and ${types.length > 0 ? sql`m.msg_type = any(${types}::text[])` : sql`true`}
      and ${startTime ? sql`m.msg_time >= ${startTime}::timestamp` : sql`true`})`
  return listOf(ctx, msgList, familyQuery(query), source)
}

/** With the name of the follower. */
function namedMessages(ctx: Ctx): RawBuilder<unknown> {
  return sql`(select m.*, u.nickname from ${visible(ctx, wxMsg)} m
    left join ${visibleEver(ctx, wxUser)} u on u.appid = m.appid and u.openid = m.openid)`
}

/** Everybody with a message, the last one first: events count as a sign of life, not as words to be answered. */
function chatsOf(ctx: Ctx, appid: string): RawBuilder<unknown> {
  return sql`(select c.openid, u.nickname, u.remark, c.last_time, c.last_in,
      (coalesce(u.subscribe, 0) = 1 and coalesce(c.last_in > localtimestamp - ${REPLY}, false))::int as can_reply,
      (c.last_in is not null and c.last_in >= coalesce(c.last_out, '-infinity'))::int as is_waiting,
      left(c.last->>'content', 60) as preview
    from (select m.openid, max(m.msg_time) as last_time,
        max(m.msg_time) filter (where m.in_out = 0 and m.msg_type <> 'event') as last_in,
        max(m.msg_time) filter (where m.in_out = 1 and m.msg_type <> 'transfer_customer_service') as last_out,
        (array_agg(m.detail order by m.msg_time desc, m.id desc) filter (where m.msg_type not in ('event', 'transfer_customer_service')))[1] as last
      from ${visible(ctx, wxMsg)} m where m.appid = ${appid} group by m.openid) c
    left join ${visible(ctx, wxUser)} u on u.appid = ${appid} and u.openid = c.openid)`
}

interface ReplyInput {
  appid: string | null
  openid: string
  replyType: string
  replyContent: string
}

async function reply(deps: MpDeps, ctx: Ctx, { appid, openid, replyType, replyContent }: ReplyInput): Promise<void> {
  const content = contentOf(replyType, replyContent)
  const account = await chosenAccount(ctx, deps, appid)
  await sendMessage(deps, ctx, account, openid, replyType, content)
  await logOperation(ctx, msgReply.name, msgReply.title, { after: { appid: account.appid, openid, replyType } })
}

/** Sends a message of the service and writes it down. Not to be repeated: nobody could tell whether the first one arrived. */
export async function sendMessage(
  deps: MpDeps,
  ctx: Ctx,
  account: Account,
  openid: string,
  msgType: string,
  content: Record<string, unknown>,
): Promise<void> {
  const path = '/cgi-bin/message/custom/send'
  const body = { touser: openid, msgtype: msgType, [msgType]: content }
  await askWechat(deps, ctx, account, { method: 'POST', path, body, answer: SUCCESS })
  const at = new Date()
  await keepMessage(ctx.db, account, {
    openid,
    isOut: true,
    msgType,
    detail: content,
    at,
    ...(ctx.user.id && { userId: ctx.user.id }),
  })
}

const RECORDS = z.object({
  recordlist: z.array(
    z.object({
      openid: z.string(),
      opercode: z.number(),
      text: z.string().default(''),
      time: z.number(),
      worker: z.string().default(''),
    }),
  ),
  number: z.number(),
  msgid: z.union([z.number(), z.string()]),
})
const SENT = 2002
const RECEIVED = 2003

/** What people of the service and followers said elsewhere; the last day where no time is named. */
async function pullRecords(
  deps: MpDeps,
  ctx: Ctx,
  { appid, startTime, endTime }: { appid: string | null; startTime: string | null; endTime: string | null },
): Promise<{ count: number }> {
  const end = endTime ? new Date(endTime.replace(' ', 'T')) : new Date()
  const start = startTime ? new Date(startTime.replace(' ', 'T')) : new Date(end.getTime() - DAY_MS)
  if (end <= start) throw fault('endTime', '结束时间须晚于开始时间')
  if (end.getTime() - start.getTime() > DAY_MS) throw fault('endTime', '开始与结束最多相隔24小时')
  const account = await chosenAccount(ctx, deps, appid)
  let count = 0
  for (let msgid: number | string = 1; ;) {
    const page: z.infer<typeof RECORDS> = await askWechat(deps, ctx, account, {
      method: 'POST',
      path: '/customservice/msgrecord/getmsglist',
      body: { starttime: seconds(start), endtime: seconds(end), msgid, number: RECORDS_AT_ONCE },
      isRepeatable: true,
      answer: RECORDS,
    })
    for (const record of page.recordlist) if (await keepRecord(ctx, account, record)) count += 1
    if (page.number < RECORDS_AT_ONCE || page.msgid === msgid) break
    msgid = page.msgid
  }
  await logOperation(ctx, msgSync.name, msgSync.title, { after: { appid: account.appid, count } })
  return { count }
}

async function keepRecord(
  ctx: Ctx,
  account: Account,
  record: z.infer<typeof RECORDS>['recordlist'][number],
): Promise<boolean> {
  const { openid, opercode, text, time, worker } = record
  if (opercode !== SENT && opercode !== RECEIVED) return false
  if (await isKnown(ctx, account, record)) return false
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return keepMessage(ctx.db, account, {
    openid,
    isOut: opercode === SENT,
    msgType: 'text',
    detail: { content: text, ...(worker && { worker }) },
    onceKey: `record:${openid}:${time}:${opercode}:${hash}`.slice(0, 128),
    at: new Date(time * 1000),
  })
}

/** What the callback wrote down, or was sent from here, stands in the records as well, a moment apart. */
async function isKnown(
  ctx: Ctx,
  { appid }: Account,
  { openid, opercode, text, time }: z.infer<typeof RECORDS>['recordlist'][number],
): Promise<boolean> {
  const at = wallTime(new Date(time * 1000))
  const found =
    await sql`select 1 from ${ALL} m where m.appid = ${appid} and m.openid = ${openid} and m.msg_type = 'text'
    and m.in_out = ${opercode === SENT ? 1 : 0} and m.detail->>'content' = ${text} and coalesce(m.once_key, '') not like 'record:%'
    and m.msg_time between ${at}::timestamp - interval '5 seconds' and ${at}::timestamp + interval '5 seconds' limit 1`.execute(
      ctx.db,
    )
  return found.rows.length > 0
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
