import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { REFUND_SENDING, REFUND_WAY, orderRefund, refundStates } from '@xueheng/contract/domains/mall/order-refund.ts'
import { orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { conflict, fault } from '../../../platform/error.ts'
import { type EntityHooks, hook } from '../../../platform/module.ts'
import { requireState, stateRow, transition } from '../../../platform/states.ts'
import { lockRow } from '../change-row.ts'
import { fenOf, yuanOf } from '../order/money.ts'
import { numberOf } from '../order/number.ts'
import { holdParent } from '../parents.ts'
import { type Rest, pointsFor, restOf } from './claims.ts'

type Refund = EntityRow<typeof orderRefund.fields>
type Order = EntityRow<typeof orderManage.fields>

export const refundHooks: EntityHooks = hook(orderRefund, {
  async beforeSave(ctx, row, before) {
    if (!before) Object.assign(row, await applied(ctx, row))
  },
  async beforeRemove(ctx, rows) {
    const { applied: open, cancelled, refused, goodsRefused } = refundStates.states
    for (const row of rows) {
      const state = row.refundState ?? open.value
      if (state === open.value)
        await transition(ctx, refundStates, stateRow(orderRefund, row.id, 'refundState'), 'cancel')
      else if (![cancelled.value, refused.value, goodsRefused.value].includes(state))
        throw conflict(`退款${row.refundNo}为「${refundStates.states[stateOf(refundStates, state)].title}」，不能删除`)
    }
  },
})

/** An application as it is kept: against the order held meanwhile, so that two cannot ask for the same money. */
async function applied(ctx: Ctx, row: Partial<Refund>): Promise<Partial<Refund>> {
  const order = await lockRow(ctx, orderManage, row.orderId ?? '')
  await requireState(ctx, orderStates, stateRow(orderManage, order.id, 'orderStatus'), 'refund')
  await holdParent(ctx, order.parentId)
  const rest = await restOf(ctx, order, row.bookId ?? '')
  if (!rest) throw fault('bookId', '订单中没有这种图书')
  if (rest.isOpen) throw conflict(`《${rest.line.bookName}》有处理中的退款`)
  const fen = fenOf(row.refundPrice)
  const count = row.count ?? 0
  assertPieces(order, rest, row.way ?? REFUND_WAY.money, count)
  assertMoney(rest, fen, count)
  return {
    refundNo: numberOf('T', ctx.now),
    orderNo: order.orderNo,
    bookName: rest.line.bookName,
    mostPrice: yuanOf(rest.fen),
    parentId: order.parentId,
    areaCode: order.areaCode,
    schoolCode: order.schoolCode,
    refundState: refundStates.states.applied.value,
    sendState: REFUND_SENDING.none,
    ...pointsFor(rest, fen, count),
  }
}

function assertPieces({ orderStatus }: Order, rest: Rest, way: number, count: number): void {
  if (count > rest.count) throw fault('count', `最多可退${rest.count}册`)
  if (way !== REFUND_WAY.goods) return
  if (orderStatus === orderStates.states.toShip.value) throw fault('way', '还没有发货，请选择仅退款')
  if (count === 0) throw fault('count', '请填写退回数量')
}

/** What was paid by points alone goes back by pieces. */
function assertMoney(rest: Rest, fen: number, count: number): void {
  const isPaid = fenOf(rest.line.payPrice) > 0
  if (fen > rest.fen) throw fault('refundPrice', `最多可退${yuanOf(rest.fen)}元`)
  if (isPaid && fen === 0) throw fault('refundPrice', rest.fen === 0 ? '这种图书已全部退款' : '退款金额须大于0')
  if (!isPaid && count === 0) throw fault('count', '用积分换的图书按数量退，请填写退回数量')
}
