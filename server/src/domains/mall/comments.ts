import { bookCommentReply, commentReview, commentStates } from '@xueheng/contract/domains/mall/book-comment.ts'
import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'
import { runReview } from '../../platform/review/review.ts'
import { numberSetting } from '../../platform/settings.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { reviewNotifier } from '../notices/index.ts'
import { lockRow } from './change-row.ts'
import { BIZ, postPoints } from './points.ts'

type Comment = EntityRow<typeof bookCommentReply.fields>

export const commentHooks: EntityHooks = hook(bookCommentReply, {
  async beforeSave(ctx, row, before) {
    if (!before) Object.assign(row, await written(ctx, row))
    if (row.replyContent === undefined || row.replyContent === (before?.replyContent ?? null)) return
    const isReply = Boolean(row.replyContent)
    Object.assign(row, {
      replyUser: isReply ? ctx.user.name : null,
      replyTime: isReply ? wallTime(ctx.now) : null,
    })
  },
  around: (ctx, input, work, action) => (action === 'submit' ? commentRun.submit(ctx, input, work) : work(ctx)),
})

/** Whoever has bought a book and received it writes about it, once. */
async function written(ctx: Ctx, row: Partial<Comment>): Promise<Partial<Comment>> {
  const order = await lockRow(ctx, orderManage, row.orderId ?? '')
  if (!order.items.some(({ bookId }) => bookId === row.bookId)) throw fault('bookId', '订单中没有这种图书')
  await requireState(ctx, orderStates, stateRow(orderManage, order.id, 'orderStatus'), 'comment')
  const { parentId, areaCode, schoolCode } = order
  const auditStatus = commentStates.states.waiting.value
  return { parentId, areaCode, schoolCode, auditStatus, commentTime: wallTime(ctx.now) }
}

/** How a comment is judged; it passes once and earns its points. */
export const commentRun = runReview(
  commentReview,
  {
    async afterDecide(ctx, { id, parentId }, action) {
      const point = await numberSetting(ctx.db, 'mall.commentPoint')
      if (action !== 'pass' || !parentId || point === 0) return
      await postPoints(ctx, { parentId, bizType: BIZ.comment, bizId: id, point, title: '评论图书' })
    },
  },
  reviewNotifier,
)
