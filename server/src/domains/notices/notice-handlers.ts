import * as call from '@xueheng/contract/domains/notices/notice.ts'
import { listOf } from '../../platform/rows/list.ts'
import type { Query } from '../../platform/rows/read.ts'
import { sql } from 'kysely'
import { checkId } from '../../platform/rows/read.ts'
import type { AccessRule } from '../../platform/access/rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { CHANNEL } from '../../platform/db/listen.ts'
import { AppError } from '../../platform/error.ts'
import type { EventHub } from '../../platform/http/events.ts'
import { type EntityHooks, type Implementation, hook, implement } from '../../platform/module.ts'
import { knownAccounts } from './accounts.ts'
import { addressed, writes } from './audience.ts'
import { own } from '../../platform/db/table.ts'
import { noticeRead } from './tables.ts'
import { into, visible, visibleEver } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const PAGE_SIZE = 5

/** Readers see what is out and meant for them; those who write notices see them all. */
export const noticeAccess: AccessRule = {
  entity: call.notice,
  limit: (reader) => (writes(reader, 'notice') ? undefined : addressed(reader)),
}

export const noticeHooks: EntityHooks = hook(call.notice, {
  async beforeSave(ctx, row, before) {
    if (!before) row.readCount = 0
    if (row.accounts) row.accounts = await knownAccounts(ctx, row.accounts)
  },
  // Said inside the transaction, so that it is heard when it has become true.
  async afterSave(ctx, { id }) {
    await sql`select pg_notify(${CHANNEL}, ${`notice:${ctx.user.tenantId}:${id}`})`.execute(ctx.db)
  },
})

export function noticeHandlers(): Implementation[] {
  return [
    implement(call.noticeTop, (ctx, { query }) => top(ctx, query)),
    implement(call.noticeUnread, async (ctx) => ({ unread: await countUnread(ctx) })),
    implement(call.noticeRead, (ctx, { id }) => markRead(ctx, checkId(id))),
    implement(call.noticeReceipts, (ctx, { id, query }) => receipts(ctx, checkId(id), query)),
  ]
}

/** Tells the browsers of those a notice is meant for. */
export function announceNotices(events: EventHub): void {
  events.source('notice', async (ctx, id) => {
    const found = await sql<{ id: string; title: string }>`select id, title from ${visible(ctx, call.notice)} notice
      where id = ${checkId(id)} and ${addressed(ctx)}`.execute(ctx.db)
    return found.rows[0]
  })
}

function isRead(ctx: Ctx) {
  return sql`exists (select 1 from ${own(noticeRead)} r where r.notice_id = notice.id and r.user_id = ${ctx.user.id})`
}

function top(ctx: Ctx, query: Query) {
  const mine = sql`(select id, title, category, release_time, content, (${isRead(ctx)})::int as is_read
    from ${visible(ctx, call.notice)} notice where ${addressed(ctx)})`
  return listOf(ctx, call.noticeTop, { size: PAGE_SIZE, ...query }, mine)
}

async function countUnread(ctx: Ctx): Promise<number> {
  const count = await sql<{ n: number }>`select count(*)::int as n from ${visible(ctx, call.notice)} notice
    where ${addressed(ctx)} and not ${isRead(ctx)}`.execute(ctx.db)
  return count.rows[0]?.n ?? 0
}

/** The first reading leaves a receipt and is counted, in one statement; later ones change nothing. */
async function markRead(ctx: Ctx, id: string): Promise<void> {
  // Who looks with another's eyes has not read it for them.
  if (ctx.user.viewer) return
  const meant = sql`select 1 from ${visible(ctx, call.notice)} notice where id = ${id} and ${addressed(ctx)}`
  const found = await meant.execute(ctx.db)
  if (found.rows.length === 0) throw new AppError('row.notFound')
  await sql`with receipt as (
      insert into ${own(noticeRead)} (tenant_id, notice_id, user_id)
      values (${ctx.user.tenantId}, ${id}, ${ctx.user.id}) on conflict do nothing returning 1)
    update ${into(call.notice)} set read_count = coalesce(read_count, 0) + 1
    where id = ${id} and exists (select 1 from receipt)`.execute(ctx.db)
}

function receipts(ctx: Ctx, id: string, query: Query) {
  const readers = sql`(select u.account, u.name, r.read_time
    from ${own(noticeRead)} r join ${visibleEver(ctx, user)} u on u.id = r.user_id where r.notice_id = ${id})`
  return listOf(ctx, call.noticeReceipts, query, readers)
}
