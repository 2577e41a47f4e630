import { user } from '@xueheng/contract/domains/people/user.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { News, ReviewNotifier } from '../../platform/review/bound.ts'
import { findDeciders } from '../rights/index.ts'
import { sendMessage } from './send-message.ts'

const everyUser = every(user, 'somebody is told whether or not the sender sees the account')

/** 审核消息 */
const REVIEW_MESSAGE = 1

/** How people hear of reviews: a message of the system each. */
export const reviewNotifier: ReviewNotifier = { tellUser, findDeciders }

async function tellUser(ctx: Ctx, userId: string, { title, content, link }: News): Promise<void> {
  const found = await sql<{ account: string }>`select account from ${everyUser}
    where id::text = ${userId} and is_deleted = 0`.execute(ctx.db)
  const account = found.rows[0]?.account
  if (!account) return
  await sendMessage(ctx, { account, messageType: REVIEW_MESSAGE, title, content, ...(link && { link }) })
}
