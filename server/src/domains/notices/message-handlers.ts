import { TASK_MESSAGE, sysMessage, taskMessages, topMessages } from '@xueheng/contract/domains/notices/sys-message.ts'
import { listOf } from '../../platform/rows/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AccessRule } from '../../platform/access/rules.ts'
import { checkId } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { CHANNEL } from '../../platform/db/listen.ts'
import { refuse } from '../../platform/error.ts'
import type { EventHub } from '../../platform/http/events.ts'
import { endedJobs } from '../../platform/jobs/ended.ts'
import { type EntityHooks, type Implementation, hook, implement } from '../../platform/module.ts'
import { knownAccounts } from './accounts.ts'
import { toMe, writes } from './audience.ts'
import { visible } from '../../platform/access/doors.ts'

export const messageAccess: AccessRule = {
  entity: sysMessage,
  limit: (reader) => (writes(reader, 'sysmessage') ? undefined : toMe(reader)),
}

export const messageHooks: EntityHooks = hook(sysMessage, {
  async beforeSave(ctx, row) {
    if (row.account) row.account = await knownAccounts(ctx, row.account)
    if (row.account?.includes(',')) throw refuse('一条消息只能发给一个账号或所有人')
    if (row.link && !/^\/(?![/\\])/.test(row.link)) throw refuse('链接应以/开头')
  },
  // Said inside the transaction, so that it is heard when it has become true.
  async afterSave(ctx, { id }) {
    await sql`select pg_notify(${CHANNEL}, ${`message:${ctx.user.tenantId}:${id}`})`.execute(ctx.db)
  },
})

export function messageHandlers(): Implementation[] {
  return [
    implement(taskMessages, (ctx, { query }) => {
      const tasks = sql`(select * from ${messagesOf(ctx)} m where message_type = ${TASK_MESSAGE})`
      return listOf(ctx, taskMessages, query, tasks)
    }),
    implement(topMessages, (ctx, { query }) => listOf(ctx, topMessages, query, messagesOf(ctx))),
  ]
}

/** Tells the browsers of those a message is written for. */
export function announceMessages(events: EventHub): void {
  events.source('message', async (ctx, id) => {
    const found = await sql<{ id: string; title: string; link: string }>`select id, title, coalesce(link, '') as link
      from ${visible(ctx, sysMessage)} sys_message where id = ${checkId(id)} and ${toMe(ctx)}`.execute(ctx.db)
    return found.rows[0]
  })
}

/** What was written for the caller, and how the caller's long work ended. */
function messagesOf(ctx: Ctx): RawBuilder<unknown> {
  return sql`(select id, title, message_type, coalesce(link, '') as link, content,
      create_time
    from ${visible(ctx, sysMessage)} sys_message where ${toMe(ctx)}
    union all
    select id, title, ${TASK_MESSAGE}::int, link, text, end_time from ${endedJobs(ctx.user.id)} j)`
}
