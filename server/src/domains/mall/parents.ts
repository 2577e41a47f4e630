import { orderRefund, refundStates } from '@xueheng/contract/domains/mall/order-refund.ts'
import { orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { conflict, refuse } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { areaOf } from './units.ts'

const ORDERS = every(orderManage, 'whether somebody still waits for an order')
const REFUNDS = every(orderRefund, 'whether somebody still waits for a refund')

const { unpaid, toShip, shipped } = orderStates.states
const OPEN_ORDERS = [unpaid.value, toShip.value, shipped.value]
const { applied, toReturn, toReceive, refunding } = refundStates.states
const OPEN_REFUNDS = [applied.value, toReturn.value, toReceive.value, refunding.value]

export const parentHooks = hook(userParentInfo, {
  async beforeSave(ctx, row, before) {
    row.areaCode = await areaOf(ctx, row.schoolCode ?? before?.schoolCode)
    if (!before)
      Object.assign(row, {
        integralBalance: 0,
        integralTotalIn: 0,
        integralTotalOut: 0,
        integralDebt: 0,
        integralSeq: 0,
      })
  },
  async beforeRemove(ctx, rows) {
    const open = await openThing(
      ctx,
      rows.map(({ id }) => id),
    )
    if (!open) return
    const name = rows.find(({ id }) => id === open.parentId)?.nickname
    const isOrder = open.kind === 'order'
    throw refuse(
      isOrder ? `「${name}」还有未完成的订单${open.no}，不能删除` : `「${name}」还有未完成的退款${open.no}，不能删除`,
    )
  },
})

/** What one of the parents waits for: it moves their points when it ends. */
async function openThing(ctx: Ctx, ids: string[]) {
  const found = await sql<{ parentId: string; kind: 'order' | 'refund'; no: string }>`
    select parent_id, 'order' as kind, order_no as no from ${ORDERS} o
      where is_deleted = 0 and parent_id = any(${ids}::bigint[]) and order_status = any(${OPEN_ORDERS}::int[])
    union all select parent_id, 'refund', refund_no from ${REFUNDS} r
      where is_deleted = 0 and parent_id = any(${ids}::bigint[]) and refund_state = any(${OPEN_REFUNDS}::int[])
    limit 1`.execute(ctx.db)
  return found.rows[0]
}

/** Holds a parent until the end of the transaction, so that nobody removes who now waits for something. */
export async function holdParent(ctx: Ctx, id: string): Promise<void> {
  const found = await sql`select 1 from ${into(userParentInfo)} where id = ${id} and is_deleted = 0 for update`.execute(
    ctx.db,
  )
  if (found.rows.length === 0) throw conflict('家长账号已被删除，请先恢复')
}
