import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { orderRefund, refundStates } from '@xueheng/contract/domains/mall/order-refund.ts'
import { REFUNDED, orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { wallTime } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { stateRow, transition } from '../../../platform/states.ts'
import { changeRow, lockRow } from '../change-row.ts'
import { fenOf, yuanOf } from '../order/money.ts'
import { closeRefunded } from '../order/process.ts'
import { release } from '../order/stock.ts'
import { BIZ, postPoints, takePoints } from '../points.ts'
import { piecesLeft } from './claims.ts'

type Refund = EntityRow<typeof orderRefund.fields>
type Order = EntityRow<typeof orderManage.fields>

/**
 * The money is back with who paid it: once, whoever says so and however often. Points go back and are taken back, pieces
 * that had not left are free again, and an order of which nothing is left ends.
 */
export async function finishRefund(ctx: Ctx, id: string, payRefundNo: string | null): Promise<Refund> {
  const refund = await lockRow(ctx, orderRefund, id)
  await transition(ctx, refundStates, stateRow(orderRefund, id, 'refundState'), 'finish')
  const order = await lockRow(ctx, orderManage, refund.orderId)
  if (order.orderStatus === orderStates.states.toShip.value)
    await release(ctx, [{ bookId: refund.bookId, bookName: '', count: refund.count ?? 0 }])
  await addUp(ctx, order, refund)
  // Books first, then the parent: as a new order holds them.
  await movePoints(ctx, refund)
  const step = { name: 'finish', title: refundStates.actions.finish.title }
  return changeRow(ctx, orderRefund, refund, { payRefundNo, refundTime: wallTime(ctx.now), failReason: null }, step)
}

async function movePoints(ctx: Ctx, { id, parentId, refundNo, refundPoint, takenPoint }: Refund): Promise<void> {
  const common = { parentId: parentId ?? '', bizId: id, description: refundNo }
  if (refundPoint)
    await postPoints(ctx, { ...common, bizType: BIZ.orderUseRefund, point: refundPoint, title: '售后退回' })
  if (takenPoint)
    await takePoints(ctx, { ...common, bizType: BIZ.orderGiveRefund, point: takenPoint, title: '售后扣回' })
}

async function addUp(ctx: Ctx, order: Order, refund: Refund): Promise<void> {
  const fen = fenOf(order.refundPrice) + fenOf(refund.refundPrice)
  const refundPoint = (order.refundPoint ?? 0) + (refund.refundPoint ?? 0)
  const isAll = fen >= fenOf(order.payPrice) && refundPoint >= (order.usePoint ?? 0)
  const refundStatus = isAll ? REFUNDED.all : REFUNDED.part
  const changed = await changeRow(
    ctx,
    orderManage,
    order,
    { refundPrice: yuanOf(fen), refundPoint, refundStatus },
    { name: 'refund', title: '订单退款' },
  )
  if (isAll) await closeRefunded(ctx, changed, (await piecesLeft(ctx, order)).left)
}
