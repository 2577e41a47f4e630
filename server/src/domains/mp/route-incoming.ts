import { wxMsg } from '@xueheng/contract/domains/mp/wx-msg.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Account } from './account.ts'
import { answerBinding } from './bind-parent.ts'
import { finishSend } from './finish-sends.ts'
import { type Incoming, onceKeyOf } from './incoming.ts'
import { keepFollowers, markLeft } from './keep-followers.ts'
import { keepMessage } from './keep-message.ts'
import { sendMessage } from './messages.ts'
import { canBePassive, passiveReply } from './passive-reply.ts'
import { type ReplyRule, answeringRules } from './reply-rules.ts'
import { contentOf } from './send-message.ts'
import { readFollowers } from './tags.ts'
import type { MpDeps } from './deps.ts'

const MESSAGES = every(wxMsg, 'whether a later event has come already')
/** Answers without a charge that the platform allows after a message and after an event. */
const MOST_REPLIES = { message: 5, event: 3 }
const PAUSE_MS = 1000
const SCENE = 'qrscene_'

/** What is answered at once, and what follows when the answer is on its way. */
export interface Routed {
  reply: string
  later?: () => Promise<void>
}

/** Writes a message down and decides what is answered. Repeated it is answered the same, and nothing is done again. */
export async function routeIncoming(deps: MpDeps, ctx: Ctx, account: Account, incoming: Incoming): Promise<Routed> {
  if (incoming.event === 'TEMPLATESENDJOBFINISH') {
    await finishSend(ctx.db, account, incoming.texts['MsgID'] ?? '', incoming.texts['Status'] ?? '')
    return { reply: '' }
  }
  const { openid, msgType, detail, msgId, at } = incoming
  const message = { openid, isOut: false, msgType, detail, at, ...(msgId && { msgId }), onceKey: onceKeyOf(incoming) }
  const isNew = await keepMessage(ctx.db, account, message)
  const routed =
    msgType === 'event'
      ? await routeEvent(deps, ctx, account, incoming)
      : await routeMessage(deps, ctx, account, incoming)
  return isNew ? routed : { reply: routed.reply }
}

async function routeEvent(deps: MpDeps, ctx: Ctx, account: Account, incoming: Incoming): Promise<Routed> {
  const { event, eventKey, openid } = incoming
  switch (event) {
    case 'subscribe': {
      const isLast = await noteSubscription(ctx, account, incoming, 1)
      const answered = await autoReply(deps, ctx, account, incoming, ['subscribe', withoutPrefix(eventKey)], true)
      const look = async () => {
        if (isLast && account.secret !== '') await readFollowers(deps, ctx, account, [openid])
        await answered.later?.()
      }
      return { reply: answered.reply, later: look }
    }
    case 'unsubscribe':
      await noteSubscription(ctx, account, incoming, 0)
      return { reply: '' }
    case 'CLICK':
    case 'SCAN':
      return autoReply(deps, ctx, account, incoming, [eventKey], true)
    default:
      return { reply: '' }
  }
}

function withoutPrefix(eventKey: string): string {
  return eventKey.startsWith(SCENE) ? eventKey.slice(SCENE.length) : eventKey
}

/** Events may come out of order: the one with the latest time decides. Answers whether this is the one. */
async function noteSubscription(ctx: Ctx, account: Account, incoming: Incoming, subscribe: 0 | 1): Promise<boolean> {
  const { openid, at, eventKey } = incoming
  const later = await sql`select 1 from ${MESSAGES} m where m.appid = ${account.appid} and m.openid = ${openid}
    and m.msg_type = 'event' and m.detail->>'event' in ('subscribe', 'unsubscribe')
    and m.msg_time > ${wallTime(at)}::timestamp limit 1`.execute(ctx.db)
  if (later.rows.length > 0) return false
  if (subscribe === 0) {
    await markLeft(ctx.db, account.appid, [openid])
    return true
  }
  const scene = withoutPrefix(eventKey)
  const isByCode = scene !== '' && scene !== eventKey
  const told = { subscribe, openid, subscribe_time: Math.floor(at.getTime() / 1000) }
  const byCode = isByCode && { qr_scene_str: scene, subscribe_scene: 'ADD_SCENE_QR_CODE' }
  await keepFollowers(ctx.db, account, [{ ...told, ...byCode }])
  return true
}

const BY_HAND = '人工'

async function routeMessage(deps: MpDeps, ctx: Ctx, account: Account, incoming: Incoming): Promise<Routed> {
  const bound = await answerBinding(ctx, account, incoming)
  if (bound !== undefined) return { reply: await passive(ctx, account, incoming, 'text', { content: bound }) }
  const answered =
    incoming.content.trim() === BY_HAND
      ? { reply: '' }
      : await autoReply(deps, ctx, account, incoming, [incoming.content], false)
  if (answered.reply !== '' || answered.later) return answered
  return { reply: await passive(ctx, account, incoming, 'transfer_customer_service', {}) }
}

/**
 * All rules that answer one of the texts, the first of them as the answer to the callback where its type allows: that is
 * free, and an account without a certificate has no other way. The others follow a second apart.
 */
async function autoReply(
  deps: MpDeps,
  ctx: Ctx,
  account: Account,
  incoming: Incoming,
  said: string[],
  isExact: boolean,
): Promise<Routed> {
  const now = wallTime(new Date()).slice(11)
  const found: ReplyRule[] = []
  for (const text of said) found.push(...(await answeringRules(ctx, account.appid, text, isExact, now)))
  const most = incoming.msgType === 'event' ? MOST_REPLIES.event : MOST_REPLIES.message
  const rules = [...new Map(found.map((rule) => [rule.id, rule])).values()].slice(0, most)
  const first = rules.find(({ replyType }) => canBePassive(replyType))
  const reply = first
    ? await passive(ctx, account, incoming, first.replyType, contentOf(first.replyType, first.replyContent))
    : ''
  const others = account.isVerified && account.secret !== '' ? rules.filter((rule) => rule !== first) : []
  return others.length === 0 ? { reply } : { reply, later: () => sendAll(deps, ctx, account, incoming.openid, others) }
}

async function sendAll(
  deps: MpDeps,
  ctx: Ctx,
  account: Account,
  openid: string,
  rules: readonly ReplyRule[],
): Promise<void> {
  for (const { replyType, replyContent } of rules) {
    await new Promise((wait) => setTimeout(wait, PAUSE_MS))
    await sendMessage(deps, ctx, account, openid, replyType, contentOf(replyType, replyContent))
  }
}

/** The XML of an answer, which is written down once. */
async function passive(
  ctx: Ctx,
  account: Account,
  incoming: Incoming,
  msgType: string,
  detail: Record<string, unknown>,
): Promise<string> {
  const at = new Date()
  const onceKey = `reply:${onceKeyOf(incoming)}`.slice(0, 128)
  await keepMessage(ctx.db, account, { openid: incoming.openid, isOut: true, msgType, detail, onceKey, at })
  return passiveReply(incoming, msgType, detail, at)
}
