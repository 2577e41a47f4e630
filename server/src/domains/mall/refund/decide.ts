import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { REFUND_SENDING, REFUND_WAY, orderRefund } from '@xueheng/contract/domains/mall/order-refund.ts'
import { PAY, orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import { refundReview } from '@xueheng/contract/domains/mall/refund-review.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { runReview } from '../../../platform/review/review.ts'
import { reviewNotifier } from '../../notices/index.ts'
import { lockRow } from '../change-row.ts'
import { fenOf } from '../order/money.ts'
import { takeBack } from '../order/stock.ts'
import { hasOutside } from '../outside.ts'
import { finishRefund } from './finish.ts'

type Refund = EntityRow<typeof orderRefund.fields>

/** How refunds are judged, and what follows when one is agreed to. */
export const refundRun = runReview(
  refundReview,
  {
    chooseAction: async (_ctx, refund) => (refund.way === REFUND_WAY.goods ? 'agreeReturn' : 'agree'),
    async afterDecide(ctx, refund, action) {
      if (action === 'receive') await takeGoods(ctx, refund)
      if (action === 'agree' || action === 'receive') await beginRefund(ctx, refund)
    },
    nameRow: ({ refundNo }) => refundNo,
  },
  reviewNotifier,
)

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
