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
export const BIZ = {
  adjust: 2,
  orderUse: 11,
  orderUseCancel: 12,
  orderUseRefund: 13,
  orderGive: 21,
  orderGiveRefund: 23,
  activityWork: 32,
  comment: 33,
  vote: 34,
  debt: 42,
} as const

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
  /** Points still to be taken back, which the balance did not cover. */
  debt: number
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
  if (point > 0 && account.debt > 0) await settleDebt(ctx, parentId, record, Math.min(account.debt, balance))
  return { record, isNew: true }
}

/** What is owed is taken from what comes in, as a posting of its own. */
async function settleDebt(ctx: Ctx, parentId: string, income: PointRecord, point: number): Promise<void> {
  await postPoints(ctx, { parentId, bizType: BIZ.debt, bizId: income.id, point: -point, title: '抵扣欠扣积分' })
  await sql`update ${into(userParentInfo)} set integral_debt = integral_debt - ${point} where id = ${parentId}`.execute(
    ctx.db,
  )
}

/** Takes points back that were given: as far as the balance goes, the rest is owed and settled by what comes in later. */
export async function takePoints(ctx: Ctx, posting: Posting): Promise<void> {
  const { balance } = await lockAccount(ctx, posting.parentId)
  const now = Math.min(balance, posting.point)
  if (now > 0) await postPoints(ctx, { ...posting, point: -now })
  if (now === posting.point) return
  await sql`update ${into(userParentInfo)} set integral_debt = coalesce(integral_debt, 0) + ${posting.point - now}
    where id = ${posting.parentId}`.execute(ctx.db)
}

async function lockAccount(ctx: Ctx, parentId: string): Promise<Account> {
  const found = await sql<Account>`select coalesce(integral_balance, 0) as balance, coalesce(integral_seq, 0) as seq,
      coalesce(integral_debt, 0) as debt
    from ${into(userParentInfo)} where id = ${parentId} and is_deleted = 0 for update`.execute(ctx.db)
  const account = found.rows[0]
  if (!account) throw new AppError('row.notFound')
  return account
}

/** Whether points are posted for it already, whatever their number. */
export async function isPosted(ctx: Ctx, of: Pick<Posting, 'parentId' | 'bizType' | 'bizId'>): Promise<boolean> {
  return (await findPosting(ctx, of)) !== undefined
}

async function findPosting(
  ctx: Ctx,
  { parentId, bizType, bizId }: Pick<Posting, 'parentId' | 'bizType' | 'bizId'>,
): Promise<PointRecord | undefined> {
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
