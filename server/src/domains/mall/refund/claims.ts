import { type OrderLine, orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { orderRefund, refundStates } from '@xueheng/contract/domains/mall/order-refund.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fenOf, partOf, sumOf } from '../order/money.ts'

type Order = EntityRow<typeof orderManage.fields>

const REFUNDS = every(orderRefund, 'what is asked back of an order counts, whoever looks')
const { done, cancelled, refused, goodsRefused } = refundStates.states
/** Refunds that came to nothing claim nothing. */
const ENDED = [cancelled.value, refused.value, goodsRefused.value]

interface Claim {
  id: string
  bookId: string
  count: number
  refundPrice: string
  refundPoint: number
  takenPoint: number
  refundState: number
}

/** What is asked back of an order or has been given back. Its row is held by the caller, so that nobody asks meanwhile. */
async function claimsOf(ctx: Ctx, orderId: string): Promise<Claim[]> {
  const found = await sql<Claim>`select id, book_id, coalesce(count, 0) as count, refund_price,
      coalesce(refund_point, 0) as refund_point, coalesce(taken_point, 0) as taken_point, refund_state
    from ${REFUNDS} r where order_id = ${orderId} and refund_state <> all(${ENDED}::int[])`.execute(ctx.db)
  return found.rows
}

/** The lines with the pieces nobody has been paid back for, and whether a refund is under way. */
export async function piecesLeft(ctx: Ctx, order: Order): Promise<{ left: OrderLine[]; isOpen: boolean }> {
  const claims = await claimsOf(ctx, order.id)
  const settled = claims.filter(({ refundState }) => refundState === done.value)
  const left = order.items.map((line) => {
    const back = settled.filter(({ bookId }) => bookId === line.bookId)
    return { ...line, count: line.count - sumOf(back.map(({ count }) => count)) }
  })
  return { left, isOpen: settled.length < claims.length }
}

/** What of one line may still be asked back. */
export interface Rest {
  line: OrderLine
  fen: number
  count: number
  usedPoint: number
  givenPoint: number
  isOpen: boolean
}

/** `except`: a refund that is looked at as if nobody had asked for it yet. */
export async function restOf(ctx: Ctx, order: Order, bookId: string, except?: string): Promise<Rest | undefined> {
  const line = order.items.find((one) => one.bookId === bookId)
  if (!line) return undefined
  const claims = (await claimsOf(ctx, order.id)).filter((claim) => claim.bookId === bookId && claim.id !== except)
  return {
    line,
    fen: fenOf(line.payPrice) - sumOf(claims.map(({ refundPrice }) => fenOf(refundPrice))),
    count: line.count - sumOf(claims.map(({ count }) => count)),
    usedPoint: line.usePoint - sumOf(claims.map(({ refundPoint }) => refundPoint)),
    givenPoint: line.givePoint - sumOf(claims.map(({ takenPoint }) => takenPoint)),
    isOpen: claims.some(({ refundState }) => refundState !== done.value),
  }
}

/**
 * Points that go with a part of a line: by money, or by pieces where no money was paid, without fractions. Who takes the
 * last of the line takes the rest of its points, so that in the end all have gone back.
 */
export function pointsFor(rest: Rest, fen: number, count: number): { refundPoint: number; takenPoint: number } {
  const paid = fenOf(rest.line.payPrice)
  const isLast = paid > 0 ? fen === rest.fen : count === rest.count
  if (isLast) return { refundPoint: rest.usedPoint, takenPoint: rest.givenPoint }
  const [part, whole] = paid > 0 ? [fen, paid] : [count, rest.line.count]
  return {
    refundPoint: Math.min(rest.usedPoint, partOf(rest.line.usePoint, part, whole)),
    takenPoint: Math.min(rest.givenPoint, partOf(rest.line.givePoint, part, whole)),
  }
}
