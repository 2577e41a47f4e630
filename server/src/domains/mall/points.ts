import { integralRecord, userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { selectColumns } from '../../platform/rows/rows.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError, conflict, refuse } from '../../platform/error.ts'
import { own } from '../../platform/db/table.ts'
import { mallIntegralRecord } from './tables.ts'
import { into } from '../../platform/access/doors.ts'

type PointRecord = EntityRow<typeof integralRecord.fields>

/** Keys of the dictionary `integral_biz_type` that the program itself writes. */
export const BIZ = { adjust: 2, activityWork: 32 } as const

interface Posting {
  parentId: string
  bizType: number
  /** What the points are for: with `bizType` it is posted once. */
  bizId: string
  /** Signed, not 0. */
  point: number
  title: string
  description?: string
}

interface Account {
  balance: number
  seq: number
}

/**
 * Posts points to a parent's account, in the caller's transaction. The same posting again answers the record of the
 * first; other points under the same business are a conflict; a balance never falls below 0.
 */
export async function postPoints(ctx: Ctx, posting: Posting): Promise<{ record: PointRecord; isNew: boolean }> {
  const account = await lockAccount(ctx, posting.parentId)
  const known = await findPosting(ctx, posting)
  if (known && known.point !== posting.point) throw conflict('这笔积分已按另一数额记过')
  if (known) return { record: known, isNew: false }
  const { point, parentId } = posting
  if (!Number.isInteger(point) || point === 0) throw refuse('积分应为不等于0的整数')
  const balance = account.balance + point
  if (balance < 0) throw refuse('积分不足')
  const record = await addRecord(ctx, posting, account, balance)
  await sql`update ${into(userParentInfo)} set integral_balance = ${balance}, integral_seq = ${account.seq + 1},
      integral_total_in = coalesce(integral_total_in, 0) + ${Math.max(point, 0)},
      integral_total_out = coalesce(integral_total_out, 0) + ${Math.max(-point, 0)}
    where id = ${parentId}`.execute(ctx.db)
  return { record, isNew: true }
}

async function lockAccount(ctx: Ctx, parentId: string): Promise<Account> {
  const found = await sql<Account>`select coalesce(integral_balance, 0) as balance, coalesce(integral_seq, 0) as seq
    from ${into(userParentInfo)} where id = ${parentId} and is_deleted = 0 for update`.execute(ctx.db)
  const account = found.rows[0]
  if (!account) throw new AppError('row.notFound')
  return account
}

async function findPosting(ctx: Ctx, { parentId, bizType, bizId }: Posting): Promise<PointRecord | undefined> {
  const found = await sql<PointRecord>`select ${selectColumns(integralRecord)} from ${own(mallIntegralRecord)}
    where parent_id = ${parentId} and biz_type = ${bizType} and biz_id = ${bizId} and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]
}

async function addRecord(ctx: Ctx, posting: Posting, before: Account, balance: number): Promise<PointRecord> {
  const { parentId, bizType, bizId, point, title, description } = posting
  const made =
    await sql<PointRecord>`insert into ${own(mallIntegralRecord)} (id, tenant_id, parent_id, seq, biz_type, biz_id, title,
      point, balance_before, balance_after, description, operator_name, create_user, update_user)
    values (${nextId()}, ${ctx.user.tenantId}, ${parentId}, ${before.seq + 1}, ${bizType}, ${bizId}, ${title},
      ${point}, ${before.balance}, ${balance}, ${description ?? ''}, ${ctx.user.name}, ${ctx.user.id}, ${ctx.user.id})
    returning ${selectColumns(integralRecord)}`.execute(ctx.db)
  return made.rows[0] as PointRecord
}
