import { type OrderLine, orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { CANCEL, PAY, orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import { wallTime } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { conflict, fault, refuse } from '../../../platform/error.ts'
import { stateRow, transition } from '../../../platform/states.ts'
import { changeRow, lockRow } from '../change-row.ts'
import { BIZ, postPoints } from '../points.ts'
import { piecesLeft } from '../refund/claims.ts'
import { adjust, sums } from './lines.ts'
import { fenOf } from './money.ts'
import { release, sendOut } from './stock.ts'

type Order = EntityRow<typeof orderManage.fields>
type Step = keyof typeof orderStates.actions

const ORDERS = every(orderManage, 'a payment is of one order, whoever looks')

/** Moves the state; of two who move the same order one is refused. */
export async function moveOrder(ctx: Ctx, id: string, step: Step): Promise<void> {
  await transition(ctx, orderStates, stateRow(orderManage, id, 'orderStatus'), step)
}

function change(ctx: Ctx, order: Order, step: Step, changes: Partial<Order>): Promise<Order> {
  return changeRow(ctx, orderManage, order, changes, { name: step, title: orderStates.actions[step].title })
}

interface Payment {
  payChannel: number
  transactionId: string
  payPrice: string
}

/** Takes note of a payment. The same one again changes nothing: providers tell more than once. */
export async function payOrder(ctx: Ctx, id: string, payment: Payment): Promise<Order> {
  const order = await lockRow(ctx, orderManage, id)
  const { payChannel, transactionId } = payment
  if (payChannel === PAY.points) throw fault('payChannel', '积分在下单时使用，不能登记为付款')
  if (order.transactionId === transactionId && order.payChannel === payChannel) return order
  await moveOrder(ctx, id, 'pay')
  if (fenOf(payment.payPrice) !== fenOf(order.payPrice))
    throw fault('payPrice', `应付${order.payPrice}元，登记的金额不符`)
  await assertUnused(ctx, payment)
  const paid = await change(ctx, order, 'pay', { payChannel, transactionId, payTime: wallTime(ctx.now) })
  await postGiven(ctx, paid)
  return paid
}

async function assertUnused(ctx: Ctx, { payChannel, transactionId }: Payment): Promise<void> {
  const used = await sql<{ orderNo: string }>`select order_no from ${ORDERS} o
    where pay_channel = ${payChannel} and transaction_id = ${transactionId} and is_deleted = 0 limit 1`.execute(ctx.db)
  const [other] = used.rows
  if (other) throw conflict(`该支付流水号已登记在订单${other.orderNo}上`)
}

/** Points a paid order earns. */
export async function postGiven(ctx: Ctx, { id, parentId, orderNo, givePoint }: Order): Promise<void> {
  if (!givePoint) return
  const posting = { parentId, bizType: BIZ.orderGive, bizId: id, point: givePoint, title: '下单赠送' }
  await postPoints(ctx, { ...posting, description: orderNo })
}

/** Once, before it is paid; something is left to pay. */
export async function repriceOrder(ctx: Ctx, id: string, by: string): Promise<Order> {
  const order = await lockRow(ctx, orderManage, id)
  await moveOrder(ctx, id, 'reprice')
  if (fenOf(order.adjustPrice) !== 0) throw refuse('订单只能改价一次')
  if (fenOf(by) === 0) throw fault('adjustPrice', '加减金额不能为0')
  if (fenOf(order.payPrice) + fenOf(by) <= 0) throw fault('adjustPrice', '改价后实付须大于0')
  const items = adjust(order.items, fenOf(by))
  const { adjustPrice, payPrice } = sums(items)
  return change(ctx, order, 'reprice', { items, adjustPrice, payPrice })
}

/** An order nobody has paid ends: what it held and the points it used are given back. */
export async function cancelOrder(ctx: Ctx, id: string, why: 'timeout' | 'member'): Promise<Order> {
  const order = await lockRow(ctx, orderManage, id)
  await endUnpaid(ctx, order)
  return change(ctx, order, 'cancel', { cancelType: CANCEL[why], cancelTime: wallTime(ctx.now) })
}

/** The same for an order that is removed at once: its removal is the line in the log. */
export async function endUnpaid(ctx: Ctx, order: Order): Promise<void> {
  await moveOrder(ctx, order.id, 'cancel')
  await release(ctx, order.items)
  if (order.usePoint) await returnUsed(ctx, order)
}

async function returnUsed(ctx: Ctx, { id, parentId, orderNo, usePoint }: Order): Promise<void> {
  const posting = { parentId, bizType: BIZ.orderUseCancel, bizId: id, point: usePoint ?? 0, title: '取消订单退回' }
  await postPoints(ctx, { ...posting, description: orderNo })
}

export interface Express {
  expressCode: string
  expressNo: string | null
}

/** Code of the dictionary for what is handed over without a carrier. */
const NO_CARRIER = 'none'

/** What is not refunded leaves the house; not while somebody asks for money back. */
export async function shipOrder(ctx: Ctx, id: string, express: Express): Promise<Order> {
  const order = await lockRow(ctx, orderManage, id)
  await moveOrder(ctx, id, 'ship')
  assertExpress(express)
  const { left, isOpen } = await piecesLeft(ctx, order)
  if (isOpen) throw conflict('订单有处理中的退款，不能发货')
  await sendOut(ctx, left)
  const { expressCode, expressNo } = express
  return change(ctx, order, 'ship', { expressCode, expressNo: expressNo || null, deliveryTime: wallTime(ctx.now) })
}

function assertExpress({ expressCode, expressNo }: Express): void {
  if (expressCode !== NO_CARRIER && !expressNo) throw fault('expressNo', '请输入快递单号')
}

export async function receiveOrder(ctx: Ctx, id: string): Promise<Order> {
  const order = await lockRow(ctx, orderManage, id)
  await moveOrder(ctx, id, 'receive')
  return change(ctx, order, 'receive', { receiveTime: wallTime(ctx.now) })
}

/** Everything paid is given back: the order ends, and what it still holds is free again. */
export async function closeRefunded(ctx: Ctx, order: Order, left: OrderLine[]): Promise<void> {
  await moveOrder(ctx, order.id, 'close')
  if (order.orderStatus === orderStates.states.toShip.value) await release(ctx, left)
  await change(ctx, order, 'close', { cancelType: CANCEL.refunded, cancelTime: wallTime(ctx.now) })
}
