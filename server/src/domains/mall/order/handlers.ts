import * as call from '@xueheng/contract/domains/mall/order-calls.ts'
import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault } from '../../../platform/error.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { withoutMasked } from '../../../platform/access/mask.ts'
import { findOrRefuse, textOf } from '../../../platform/rows/read.ts'
import { listOf } from '../../../platform/rows/list.ts'
import { changeRow, lockRow, shown } from '../change-row.ts'
import { assertRegion } from './address.ts'
import { cancelOrder, moveOrder, payOrder, receiveOrder, repriceOrder, shipOrder } from './process.ts'

type Order = EntityRow<typeof orderManage.fields>

/** A step at an order the caller may see. */
async function at(ctx: Ctx, id: string, work: () => Promise<Order>): Promise<Order> {
  await findOrRefuse(orderManage, ctx, id)
  return shown(orderManage, await work())
}

export const orderHandlers: Implementation[] = [
  implement(call.orderList, (ctx, { query }) =>
    listOf(ctx, call.orderList, query, sql`(select * from ${visible(ctx, orderManage)} t)`),
  ),
  implement(call.orderPay, (ctx, { id, ...payment }) => at(ctx, id, () => payOrder(ctx, id, payment))),
  implement(call.orderReprice, (ctx, { id, adjustPrice }) => at(ctx, id, () => repriceOrder(ctx, id, adjustPrice))),
  implement(call.orderCancel, (ctx, { id }) => at(ctx, id, () => cancelOrder(ctx, id, 'member'))),
  implement(call.orderShip, (ctx, { id, ...express }) => at(ctx, id, () => shipOrder(ctx, id, express))),
  implement(call.orderReceive, (ctx, { id }) => at(ctx, id, () => receiveOrder(ctx, id))),
  implement(call.addressUpdate, (ctx, input) => {
    const id = input.orderId || input.id
    if (!id) throw fault('orderId', '请选择订单')
    return at(ctx, id, () => changeAddress(ctx, id, input))
  }),
]

const ADDRESS = ['receiverName', 'receiverMobile', 'provinceCode', 'cityCode', 'districtCode', 'detailAddress'] as const
const EXPRESS = ['expressCode', 'expressNo'] as const

/** The address until it is on its way; then the number under which it is. */
async function changeAddress(ctx: Ctx, id: string, input: Input<typeof call.addressUpdate>): Promise<Order> {
  const order = await lockRow(ctx, orderManage, id)
  const typed = withoutMasked(orderManage.fields, input, order)
  const address = changed(order, typed, ADDRESS)
  const express = changed(order, typed, EXPRESS)
  if (Object.keys({ ...address, ...express }).length === 0) return order
  assertRegion({ ...order, ...address })
  if (Object.keys(address).length > 0) await moveOrder(ctx, id, 'readdress')
  if (Object.keys(express).length > 0) await moveOrder(ctx, id, 'reroute')
  const title = orderStates.actions.readdress.title
  return changeRow(ctx, orderManage, order, { ...address, ...express }, { name: 'readdress', title })
}

/** What is named and differs. */
function changed(order: Order, typed: Record<string, unknown>, names: readonly (keyof Order)[]): Partial<Order> {
  const given = names.flatMap((name) => {
    const value = textOf(typed[name])
    return value && value !== order[name] ? [[name, value] as const] : []
  })
  return Object.fromEntries(given)
}
