import { DELIVERED } from '@xueheng/contract/domains/wecom/message-states.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { nextIds } from '../../platform/db/id.ts'
import { own } from '../../platform/db/table.ts'
import { CHECKED_SECONDS } from './letter.ts'
import { wecomDelivery } from './tables.ts'
import type { DeptFacts } from './units.ts'

/** Departments of one request, at most. */
const PER_PART = 100
/** A little less than the platform keeps what it was asked to send, as clocks differ. */
const SAFE_SECONDS = CHECKED_SECONDS - 600

type Access = Pick<Ctx, 'db'>

/** A department that is handed over. */
export interface Delivery {
  id: string
  deptId: number
  /** When it was handed over by somebody who did not live to write down what came of it. */
  claimedBefore: string | null
}

/** Writes down whom a message is for. */
export async function keepDeliveries(ctx: Ctx, messageId: string, depts: readonly DeptFacts[]): Promise<void> {
  const rows = depts.map(({ deptId, deptName }, at) => ({ at, dept_id: deptId, dept_name: deptName }))
  await sql`insert into ${own(wecomDelivery)} (id, tenant_id, message_id, part_no, dept_id, dept_name, deliver_state, text)
    select ${nextIds(rows.length)}, ${ctx.user.tenantId}, ${messageId}, r.at / ${PER_PART}::int + 1, r.dept_id, r.dept_name,
      ${DELIVERED.waiting}, ''
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (at int, dept_id int, dept_name varchar)
    on conflict (message_id, dept_id) do nothing`.execute(ctx.db)
}

/** Those the platform refused go once more, in parts of their own; answers how many have no result yet. */
export async function prepareAgain({ db }: Access, messageId: string): Promise<number> {
  await sql`update ${own(wecomDelivery)} t set deliver_state = ${DELIVERED.waiting}, text = '', claim_time = null,
      part_no = f.last + (f.at - 1) / ${PER_PART}::int + 1
    from (select d.id, d.deliver_state, max(d.part_no) over () as last,
        row_number() over (partition by d.deliver_state order by d.dept_id)::int as at
      from ${own(wecomDelivery)} d where d.message_id = ${messageId}) f
    where t.id = f.id and f.deliver_state = ${DELIVERED.failed}`.execute(db)
  const left = await sql<{ n: number }>`select count(*)::int as n from ${own(wecomDelivery)} d
    where d.message_id = ${messageId} and d.deliver_state in (${DELIVERED.waiting}, ${DELIVERED.claimed})`.execute(db)
  return left.rows[0]?.n ?? 0
}

/** What was handed over and never answered: handed over again while the platform sends it once, else never. */
export async function releaseClaims({ db }: Access, messageId: string): Promise<void> {
  const isSafe = sql`claim_time > localtimestamp - make_interval(secs => ${SAFE_SECONDS})`
  await sql`update ${own(wecomDelivery)} set
      deliver_state = case when ${isSafe} then ${DELIVERED.waiting}::int else ${DELIVERED.unknown}::int end,
      text = case when ${isSafe} then '' else '发送时中断，可能已发出，没有重发' end
    where message_id = ${messageId} and claim_time is not null
      and deliver_state in (${DELIVERED.claimed}, ${DELIVERED.waiting})`.execute(db)
}

/** The next part; one that may have been handed over already comes first, while that is safe. */
export async function claimPart({ db }: Access, messageId: string): Promise<Delivery[]> {
  const claimed = await sql<Delivery>`with part as materialized (
      select d.part_no from ${own(wecomDelivery)} d
      where d.message_id = ${messageId} and d.deliver_state = ${DELIVERED.waiting}
      order by d.claim_time nulls last, d.part_no limit 1),
    picked as materialized (select d.id, d.claim_time::text as claimed_before from ${own(wecomDelivery)} d, part
      where d.message_id = ${messageId} and d.deliver_state = ${DELIVERED.waiting} and d.part_no = part.part_no
      for update of d)
    update ${own(wecomDelivery)} t set deliver_state = ${DELIVERED.claimed},
      claim_time = coalesce(t.claim_time, localtimestamp(0))
    from picked p where t.id = p.id returning t.id, t.dept_id, p.claimed_before`.execute(db)
  return claimed.rows.toSorted((a, b) => a.deptId - b.deptId)
}

/** They were not handed over this time; an earlier time is not forgotten. */
export async function unclaim({ db }: Access, part: readonly Delivery[]): Promise<void> {
  const [ids, times] = [part.map(({ id }) => id), part.map(({ claimedBefore }) => claimedBefore)]
  await sql`update ${own(wecomDelivery)} t set deliver_state = ${DELIVERED.waiting}, claim_time = q.before::timestamp
    from unnest(${ids}::bigint[], ${times}::text[]) as q (id, before) where t.id = q.id`.execute(db)
}

export async function mark(
  { db }: Access,
  part: readonly Pick<Delivery, 'id'>[],
  { state, text, msgid = null }: { state: number; text: string; msgid?: string | null },
): Promise<void> {
  await sql`update ${own(wecomDelivery)} set deliver_state = ${state}, text = ${text.slice(0, 200)}, msgid = ${msgid},
      deliver_time = localtimestamp(0)
    where id = any(${part.map(({ id }) => id)}::bigint[])`.execute(db)
}

export interface Count {
  deptNum: number
  successNum: number
  failNum: number
  waitingNum: number
}

export async function countDeliveries({ db }: Access, messageId: string): Promise<Count> {
  const of = (...states: number[]) => sql`count(*) filter (where d.deliver_state in (${sql.join(states)}))::int`
  const { waiting, claimed, sent, failed, unknown } = DELIVERED
  const found = await sql<Count>`select count(*)::int as dept_num, ${of(sent)} as success_num,
      ${of(claimed, failed, unknown)} as fail_num, ${of(waiting)} as waiting_num
    from ${own(wecomDelivery)} d where d.message_id = ${messageId}`.execute(db)
  return found.rows[0] ?? { deptNum: 0, successNum: 0, failNum: 0, waitingNum: 0 }
}
