import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { orderRefund } from '@xueheng/contract/domains/mall/order-refund.ts'
import { sql } from 'kysely'
import { orderHooks } from '../domains/mall/order/new-order.ts'
import { cancelOrder, payOrder, receiveOrder, shipOrder } from '../domains/mall/order/process.ts'
import { refundRun } from '../domains/mall/refund/decide.ts'
import { finishRefund } from '../domains/mall/refund/finish.ts'
import { refundHooks } from '../domains/mall/refund/new-refund.ts'
import { into } from '../platform/access/doors.ts'
import type { Ctx } from '../platform/ctx.ts'
import { findOrRefuse } from '../platform/rows/read.ts'
import { submit } from '../platform/rows/write.ts'
import { personName } from './names.ts'
import type { Random } from './random.ts'

/** How far the orders of the demo get, one after the other. */
const WAYS = [
  'completed',
  'toShip',
  'shipped',
  'completed',
  'unpaid',
  'refunded',
  'toShip',
  'completed',
  'asked',
  'cancelled',
  'shipped',
  'returned',
] as const
type Way = (typeof WAYS)[number]

/** How far back they begin; each is a few hours younger than the one before. */
const HOURS = 30

/** Orders of parents by the same steps as anybody's: stock, points and money add up from the first day. */
export async function addOrders(
  ctx: Ctx,
  random: Random,
  parents: readonly string[],
  books: readonly string[],
): Promise<void> {
  for (const [at, way] of WAYS.entries()) {
    const id = await place(ctx, random, parents[at % parents.length] ?? '', books)
    await walk(ctx, random, id, way)
    const hours = way === 'unpaid' ? 0 : (WAYS.length - at) * HOURS
    await sql`update ${into(orderManage)} set order_time = order_time - ${hours} * interval '1 hour',
        pay_time = pay_time - ${hours} * interval '1 hour', delivery_time = delivery_time - ${hours / 2} * interval '1 hour'
      where id = ${id}`.execute(ctx.db)
  }
}

async function place(ctx: Ctx, random: Random, parentId: string, books: readonly string[]): Promise<string> {
  const first = random.integer(0, books.length - 1)
  const second = (first + 1) % books.length
  const items = [{ bookId: books[first], count: random.integer(1, 2) }]
  if (random.chance(0.5)) items.push({ bookId: books[second], count: 1 })
  const receiver = {
    receiverName: personName(random, random.chance(0.5)),
    receiverMobile: `138${String(random.integer(0, 99_999_999)).padStart(8, '0')}`,
    detailAddress: `云川市东湖区文化路${random.integer(1, 180)}号`,
  }
  const { id } = await submit(orderManage, ctx, { parentId, items, ...receiver }, orderHooks.hooks)
  return id
}

async function walk(ctx: Ctx, random: Random, id: string, way: Way): Promise<void> {
  if (way === 'unpaid') return
  if (way === 'cancelled') return void (await cancelOrder(ctx, id, 'member'))
  const { payPrice } = await findOrRefuse(orderManage, ctx, id)
  const transactionId = `4200${id}`
  await payOrder(ctx, id, { payChannel: 1, transactionId, payPrice: payPrice ?? '0' })
  if (way === 'toShip') return
  if (way === 'asked') return void (await askBack(ctx, id))
  if (way === 'refunded') return settle(ctx, await askBack(ctx, id))
  await shipOrder(ctx, id, { expressCode: 'ems', expressNo: `EM${random.integer(100_000_000, 999_999_999)}CN` })
  if (way === 'shipped') return
  await receiveOrder(ctx, id)
  if (way === 'returned') await settle(ctx, await askBack(ctx, id))
}

/** A part of the money of the first book. */
async function askBack(ctx: Ctx, orderId: string) {
  const { items } = await findOrRefuse(orderManage, ctx, orderId)
  const bookId = items[0]?.bookId
  const asked = {
    orderId,
    bookId,
    way: 10,
    count: 0,
    refundPrice: '5.00',
    applyReason: 3,
    applyDescription: '封面有折痕',
  }
  return submit(orderRefund, ctx, asked, refundHooks.hooks)
}

async function settle(ctx: Ctx, refund: Awaited<ReturnType<typeof askBack>>): Promise<void> {
  await refundRun.move(ctx, refund, 'agree', '情况属实')
  await finishRefund(ctx, refund.id, `5000${refund.id}`)
}
