import { sysMessage } from '@xueheng/contract/domains/notices/sys-message.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { TOLD, wecomMember } from '@xueheng/contract/domains/wecom/member.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Db } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { wecomTold } from './tables.ts'

const MEMBERS = every(wecomMember, 'whoever is tied is told by the clock')
const ACCOUNTS = every(user, 'an account that cannot sign in is told nothing')
const MESSAGES = every(sysMessage, 'each message goes to the account it is for')

/** The platform drops what exceeds 30 a minute and 1000 an hour for one member. */
const PER_MINUTE = 25
const PER_HOUR = 900
/** Messages looked at in one run. */
const AT_ONCE = 500
/** A request ends long before; what is claimed still was left by somebody who did not live. */
const LOST_SECONDS = 120
/** Older messages are no news; what is told of them is forgotten a little later. */
const NEWS = sql`interval '1 day'`
const KEPT = sql`interval '2 days'`

/** One message for one member. */
export interface News {
  messageId: string
  title: string
  content: string
  memberRow: string
  memberId: string
}

/** Messages of the last day that nobody was told yet, of accounts tied to members of a corp before they were written. */
export async function newsOf(db: Db, corpId: string, from: string): Promise<News[]> {
  const tied = sql`(select w.id, w.member_id, w.tied_from::bigint as tied_from, u.account, coalesce(lately.hour, 0) as hour, coalesce(lately.minute, 0) as minute
    from ${MEMBERS} w
    join ${ACCOUNTS} u on u.id::text = w.user_id and u.is_deleted = 0 and u.status = 1
      and (u.expire_time is null or u.expire_time > localtimestamp)
    left join (select member_row, count(*) as hour,
        count(*) filter (where claim_time > localtimestamp - interval '1 minute') as minute
      from ${own(wecomTold)} t where claim_time > localtimestamp - interval '1 hour' group by 1) lately on lately.member_row = w.id
    where w.corp_id = ${corpId} and w.is_deleted = 0)`
  const found =
    await sql<News>`with recent as materialized (select m.id, m.title, m.content, coalesce(m.account, '') as account
      from ${MESSAGES} m where m.create_time > localtimestamp - ${NEWS} and m.id > ${from}::bigint and m.is_deleted = 0),
    tied as materialized (select * from ${tied} w),
    due as (select m.id as message_id, m.title, m.content, w.id as member_row, w.member_id, w.tied_from, w.hour, w.minute
      from recent m join tied w on w.account = m.account
      union all
      select m.id, m.title, m.content, w.id, w.member_id, w.tied_from, w.hour, w.minute from recent m cross join tied w where m.account = ''),
    counted as (select d.*, row_number() over (partition by d.member_row order by d.message_id) as at from due d
      where d.message_id > d.tied_from and not exists (select 1 from ${own(wecomTold)} t
        where t.member_row = d.member_row and t.message_id = d.message_id))
    select message_id, title, content, member_row, member_id from counted
    where minute + at <= ${PER_MINUTE}::int and hour + at <= ${PER_HOUR}::int
    order by message_id, member_row limit ${AT_ONCE}`.execute(db)
  return found.rows
}

/** Takes one message for some members; answers those of them nobody else has taken. */
export async function claimNews(db: Db, tenantId: string, messageId: string, news: readonly News[]): Promise<News[]> {
  const claimed = await sql<{ memberRow: string }>`insert into ${own(wecomTold)}
      (tenant_id, member_row, message_id, told_state, text, claim_time)
    select ${tenantId}, r, ${messageId}::bigint, ${TOLD.claimed}, '', localtimestamp(0)
    from unnest(${news.map(({ memberRow }) => memberRow)}::bigint[]) r
    on conflict do nothing returning member_row`.execute(db)
  const taken = new Set(claimed.rows.map(({ memberRow }) => memberRow))
  return news.filter(({ memberRow }) => taken.has(memberRow))
}

/** The platform refused before anything went out: they are taken again the next time. */
export async function unclaimNews(db: Db, messageId: string, news: readonly News[]): Promise<void> {
  await sql`delete from ${own(wecomTold)} t where message_id = ${messageId}::bigint
    and member_row = any(${news.map(({ memberRow }) => memberRow)}::bigint[])`.execute(db)
}

interface Outcome {
  state: number
  text: string
  msgid?: string | null
}

/** Writes down what became of it, with the message and with the member. */
export async function markTold(
  db: Db,
  messageId: string,
  news: readonly News[],
  { state, text, msgid = null }: Outcome,
): Promise<void> {
  if (news.length === 0) return
  const rows = news.map(({ memberRow }) => memberRow)
  await sql`update ${own(wecomTold)} set told_state = ${state}, text = ${text.slice(0, 200)}, msgid = ${msgid},
      told_time = localtimestamp(0)
    where message_id = ${messageId}::bigint and member_row = any(${rows}::bigint[])`.execute(db)
  await noteMembers(db, rows, text)
}

/** What was claimed by somebody who did not live to write down what came of it is not handed over again. */
export async function settleLost(db: Db): Promise<void> {
  const text = '发送时中断，可能已发出，没有重发'
  const lost = await sql<{
    memberRow: string
  }>`update ${own(wecomTold)} set told_state = ${TOLD.unknown}, text = ${text}
    where told_state = ${TOLD.claimed} and claim_time < localtimestamp - make_interval(secs => ${LOST_SECONDS})
    returning member_row`.execute(db)
  const rows = lost.rows.map(({ memberRow }) => memberRow)
  if (rows.length > 0) await noteMembers(db, rows, text)
  await sql`delete from ${own(wecomTold)} where claim_time < localtimestamp - ${KEPT}`.execute(db)
}

async function noteMembers(db: Db, rows: readonly string[], text: string): Promise<void> {
  await sql`update ${into(wecomMember)} set told_time = localtimestamp(0), told_text = ${text.slice(0, 200)}
    where id = any(${rows}::bigint[])`.execute(db)
}
