import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { CANCEL, PAY, REFUNDED, orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import { userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import { wallTime } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault } from '../../../platform/error.ts'
import { type EntityHooks, hook } from '../../../platform/module.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { requireState, stateRow } from '../../../platform/states.ts'
import { holdParent } from '../parents.ts'
import { BIZ, postPoints } from '../points.ts'
import { assertRegion } from './address.ts'
import { priceLines, readWanted, sums, usePoints } from './lines.ts'
import { fenOf } from './money.ts'
import { numberOf } from './number.ts'
import { endUnpaid, postGiven } from './process.ts'
import { hold } from './stock.ts'

type Order = EntityRow<typeof orderManage.fields>

/** An order is made by its parent's program; afterwards only the remark is written here, the rest by processes. */
export const orderHooks: EntityHooks = hook(orderManage, {
  async beforeSave(ctx, row, before) {
    if (before) return
    assertRegion(row)
    Object.assign(row, await placed(ctx, row))
    await hold(ctx, row.items ?? [])
  },
  async afterSave(ctx, order, before) {
    if (before) return
    await holdParent(ctx, order.parentId)
    if (order.usePoint) await postUsed(ctx, order)
    if (order.orderStatus === orderStates.states.toShip.value) await postGiven(ctx, order)
  },
  async beforeRemove(ctx, orders) {
    for (const order of orders) {
      const state = await requireState(ctx, orderStates, stateRow(orderManage, order.id, 'orderStatus'), 'remove')
      if (state !== orderStates.states.unpaid.value) continue
      await endUnpaid(ctx, order)
      await sql`update ${into(orderManage)} set cancel_type = ${CANCEL.member}, cancel_time = localtimestamp(0)
        where id = ${order.id}`.execute(ctx.db)
    }
  },
})

/** What the server says of a new order: who, what, at which prices, and what is left to be paid. */
async function placed(ctx: Ctx, row: Partial<Order>): Promise<Partial<Order>> {
  const parent = await findOrRefuse(userParentInfo, ctx, row.parentId ?? '')
  if (parent.isEnabled === 0) throw fault('parentId', '家长账号已停用')
  const { lines: full, mostPoints } = await priceLines(ctx, readWanted(row.items ?? []))
  const lines = await usePoints(ctx, full, row.usePoint ?? 0, mostPoints)
  const totals = sums(lines)
  const isPaid = fenOf(totals.payPrice) === 0
  const { unpaid, toShip } = orderStates.states
  return {
    orderNo: numberOf('D', ctx.now),
    orderTime: wallTime(ctx.now),
    studentName: row.studentName || parent.studentName,
    schoolCode: parent.schoolCode,
    areaCode: parent.areaCode,
    items: lines,
    ...totals,
    usePoint: row.usePoint ?? 0,
    orderStatus: isPaid ? toShip.value : unpaid.value,
    ...(isPaid && { payChannel: PAY.points, payTime: wallTime(ctx.now) }),
    refundStatus: REFUNDED.none,
    refundPrice: '0.00',
    refundPoint: 0,
  }
}

async function postUsed(ctx: Ctx, { id, parentId, orderNo, usePoint }: Order): Promise<void> {
  await postPoints(ctx, {
    parentId,
    bizType: BIZ.orderUse,
    bizId: id,
    point: -(usePoint ?? 0),
    title: '下单使用',
    description: orderNo,
  })
}
