import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { REFUND_SENDING, REFUND_WAY, orderRefund } from '@xueheng/contract/domains/mall/order-refund.ts'
import { PAY, orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import { refundReview } from '@xueheng/contract/domains/mall/refund-review.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault } from '../../../platform/error.ts'
import { runReview } from '../../../platform/review/review.ts'
import { reviewNotifier } from '../../notices/index.ts'
import { lockRow } from '../change-row.ts'
import { fenOf, yuanOf } from '../order/money.ts'
import { takeBack } from '../order/stock.ts'
import { hasOutside } from '../outside.ts'
import { pointsFor, restOf } from './claims.ts'
import { finishRefund } from './finish.ts'

type Refund = EntityRow<typeof orderRefund.fields>

/** How refunds are judged, and what follows when one is agreed to. */
export const refundRun = runReview(
  refundReview,
  {
    chooseAction: async (_ctx, refund) => (refund.way === REFUND_WAY.goods ? 'agreeReturn' : 'agree'),
    amend: (ctx, refund, { refundPrice }) => payLess(ctx, refund, refundPrice ?? refund.refundPrice),
    async afterDecide(ctx, refund, action) {
      if (action === 'receive') await takeGoods(ctx, refund)
      if (action === 'agree' || action === 'receive') await beginRefund(ctx, refund)
    },
    nameRow: ({ refundNo }) => refundNo,
  },
  reviewNotifier,
)

/** Less money than was asked for; the points go with the money. */
async function payLess(ctx: Ctx, refund: Refund, refundPrice: string): Promise<Partial<Refund>> {
  const [fen, asked] = [fenOf(refundPrice), fenOf(refund.refundPrice)]
  if (fen > asked) throw fault('refundPrice', `不能多于申请的${yuanOf(asked)}元`)
  if (fen === 0 && asked > 0) throw fault('refundPrice', '退款金额须大于0，不同意请拒绝')
  const rest = await restOf(ctx, await lockRow(ctx, orderManage, refund.orderId), refund.bookId, refund.id)
  if (!rest) throw fault('bookId', '订单中没有这种图书')
  return { refundPrice: yuanOf(fen), ...pointsFor(rest, fen, refund.count ?? 0) }
}

/** Books that had left are back on the shelf. */
async function takeGoods(ctx: Ctx, { orderId, bookId, bookName, count }: Refund): Promise<void> {
  const order = await lockRow(ctx, orderManage, orderId)
  if (order.orderStatus === orderStates.states.toShip.value) return
  await takeBack(ctx, [{ bookId, bookName: bookName ?? '', count: count ?? 0 }])
}

/** Hands the refund to whoever took the money; without a service it waits for somebody who says how it was paid. */
async function beginRefund(ctx: Ctx, { id, orderId, refundPrice }: Refund): Promise<void> {
  const { payChannel } = await lockRow(ctx, orderManage, orderId)
  if (fenOf(refundPrice) === 0) {
    await finishRefund(ctx, id, null)
    return
  }
  const isOnline = payChannel === PAY.wechat || payChannel === PAY.alipay
  const sendState = isOnline && (await hasOutside(ctx.db, 'refund')) ? REFUND_SENDING.waiting : REFUND_SENDING.none
  await sql`update ${into(orderRefund)} set send_state = ${sendState} where id = ${id}`.execute(ctx.db)
}
