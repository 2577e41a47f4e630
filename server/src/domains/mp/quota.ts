import type { Db } from '../../platform/ctx.ts'
import { holderOf } from '../../platform/provider/provider.ts'
import { takeUsage, usedToday } from '../../platform/provider/usage.ts'
import type { Account } from './account.ts'
import type { MpDeps } from './deps.ts'

/** Template messages of an account by the day. */
const SEND_LIMIT = 100_000
const NAME = 'template'
export const NO_QUOTA = '今日发送条数已达上限'

/** Takes so many of today's template messages, or none; what was taken stays taken. */
export function takeQuota({ database }: MpDeps, account: Account, wanted: number): Promise<boolean> {
  const { tenantId } = account
  const limit = { tenantId, holder: holderOf({ name: 'wechat' }, account), name: NAME, most: SEND_LIMIT }
  return takeUsage(database.beside(tenantId), limit, wanted)
}

/** How many more today; the account may lack its secret. */
export async function quotaLeft(db: Db, account: Account | undefined): Promise<number> {
  const used = account ? await usedToday(db, holderOf({ name: 'wechat' }, account), NAME) : 0
  return Math.max(SEND_LIMIT - used, 0)
}
