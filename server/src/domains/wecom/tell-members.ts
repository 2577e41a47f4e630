import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import { TOLD } from '@xueheng/contract/domains/wecom/member.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { every, into } from '../../platform/access/doors.ts'
import type { Db, Logger } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { codeOf, isUnanswered } from '../../platform/provider/ask-provider.ts'
import type { ScheduledTask } from '../../platform/scheduler.ts'
import { type Sender, type WecomDeps, applicationOf, assertReady, sendingCorp } from './client.ts'
import { cutText } from './letter.ts'
import { isStopping } from './provider.ts'
import { type News, claimNews, markTold, newsOf, settleLost, unclaimNews } from './told.ts'

const CORPS = every(wecomCorp, 'messages go out by the clock, whoever set the corp up')
/** Requests of one corp in one run, so that other tasks of the clock have their turn. */
const REQUESTS = 50
/** A corp that cannot send is tried again after so long, or when it is edited. */
const PAUSE = sql`interval '5 minutes'`

export interface TellDeps extends WecomDeps {
  tenantIds(): Promise<string[]>
}

interface Told {
  db: Db
  log: Logger
  tenantId: string
  corp: Sender
}

const NAMES = z
  .string()
  .nullish()
  .transform((given) => new Set((given ?? '').toLowerCase().split('|').filter(Boolean)))
const ANSWER = z.object({ msgid: z.string().nullish(), invaliduser: NAMES })

/**
 * Sends what is written for an account in the product to the member it is tied to, tenant by tenant. Each message is
 * claimed for its members before it is handed over and marked after: whoever dies in between leaves it unsent at worst.
 */
export async function tellMembers(deps: TellDeps, log: Logger): Promise<void> {
  for (const tenantId of await deps.tenantIds()) {
    const db = deps.database.tenant(tenantId)
    const corps = await openCorps(db)
    if (corps.length > 0) await settleLost(db)
    for (const { corpId, pushFrom } of corps) await tellCorp(deps, { db, log, tenantId }, corpId, pushFrom)
  }
}

async function openCorps(db: Db): Promise<{ corpId: string; pushFrom: string }[]> {
  const found = await sql<{ corpId: string; pushFrom: string }>`select corp_id, push_from from ${CORPS} c
    where push_messages = 1 and push_from is not null and is_deleted = 0
      and (push_error is null or push_tried < localtimestamp - ${PAUSE}) order by id`.execute(db)
  return found.rows
}

async function tellCorp(deps: TellDeps, given: Omit<Told, 'corp'>, corpId: string, from: string): Promise<void> {
  const news = await newsOf(given.db, corpId, from)
  if (news.length === 0) return
  const reason = await reasonOf(async () => {
    const corp = await sendingCorp(deps, given, corpId)
    await assertReady(deps, given, corp)
    for (const some of byMessage(news).slice(0, REQUESTS)) await tellOne(deps, { ...given, corp }, some)
  })
  await sql`update ${into(wecomCorp)} set push_error = ${reason?.slice(0, 500) ?? null}, push_tried = localtimestamp(0)
    where corp_id = ${corpId} and is_deleted = 0 and (push_error is not null or ${reason ?? null}::text is not null)`.execute(
    given.db,
  )
}

/** Why nothing more can be sent to the corp now, if so. */
async function reasonOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

function byMessage(news: readonly News[]): News[][] {
  const all = new Map<string, News[]>()
  for (const one of news) all.set(one.messageId, [...(all.get(one.messageId) ?? []), one])
  return [...all.values()]
}

/** One message to all its members. Throws where the corp cannot send now. */
async function tellOne(deps: TellDeps, { db, log, tenantId, corp }: Told, news: News[]): Promise<void> {
  const { messageId = '', title = '', content = '' } = news[0] ?? {}
  const claimed = await claimNews(db, tenantId, messageId, news)
  if (claimed.length === 0) return
  const body = {
    touser: claimed.map(({ memberId }) => memberId).join('|'),
    msgtype: 'text',
    text: { content: cutText(`${title}\n${content}`) },
    agentid: corp.agentId,
  }
  try {
    const ask = applicationOf(deps, { log }, corp)
    const { msgid, invaliduser } = await ask({ method: 'POST', path: '/cgi-bin/message/send', body, answer: ANSWER })
    const isReached = ({ memberId }: News) => !invaliduser.has(memberId.toLowerCase())
    const sent = { state: TOLD.sent, text: '已发出', msgid: msgid?.slice(0, 255) ?? null }
    await markTold(db, messageId, claimed.filter(isReached), sent)
    const missed = { state: TOLD.failed, text: '企业微信里没有该成员，或应用看不到该成员' }
    await markTold(
      db,
      messageId,
      claimed.filter((one) => !isReached(one)),
      missed,
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await settle(db, messageId, claimed, error)
  }
}

async function settle(db: Db, messageId: string, claimed: News[], error: AppError): Promise<void> {
  if (isUnanswered(error)) {
    const text = '企业微信没有应答，可能已发出，没有重发'
    await markTold(db, messageId, claimed, { state: TOLD.unknown, text })
    throw error
  }
  if (isStopping(codeOf(error))) {
    await unclaimNews(db, messageId, claimed)
    throw error
  }
  await markTold(db, messageId, claimed, { state: TOLD.failed, text: error.message })
}

/** Often enough that nobody waits long. */
export function memberTelling(deps: TellDeps, log: Logger): ScheduledTask {
  return { name: 'wecom.memberTelling', when: 10, run: () => tellMembers(deps, log) }
}
