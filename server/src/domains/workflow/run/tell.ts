import { TASK_MESSAGE } from '@xueheng/contract/domains/notices/sys-message.ts'
import { sql } from 'kysely'
import type { FlowCtx, SendMessage } from '../flow-ctx.ts'
import { every } from '../../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const ACCOUNTS = every(user, 'whom a task concerns is told, whoever caused it')

/** A short text for some users, with the page it is about. */
interface Told {
  userIds: string[]
  title: string
  text: string
  link: string
}

/** Writes to everybody who is to act or to know. */
export async function tellUsers(
  { sendMessage }: { sendMessage: SendMessage },
  ctx: FlowCtx,
  { userIds, title, text, link }: Told,
): Promise<void> {
  const found = await sql<{ account: string }>`select account from ${ACCOUNTS}
    where id = any(${userIds}::bigint[]) and is_deleted = 0 order by id`.execute(ctx.db)
  for (const { account } of found.rows) {
    await sendMessage(ctx, { account, messageType: TASK_MESSAGE, title, content: text, link })
  }
}
