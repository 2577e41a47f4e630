import { defineCall } from '../../kit/call.ts'
import { listRowFields } from '../../kit/entity.ts'
import { decimal, dict, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { orderManage } from './order.ts'
import { everywhere, under } from './under.ts'

const id = text('订单', { required: true, length: 20, message: '请选择订单' })
const output = listRowFields(orderManage)
const post = { method: 'POST', output } as const
const express = {
  expressCode: dict('快递公司', 'mall_express', { required: true }),
  expressNo: text('快递单号', { length: 40, help: '自提不填' }),
}

/** 通用商城的订单列表，与订单管理是同一批订单。 */
export const orderList = defineList('bladeMallOrder.list', {
  path: '/api/blade-mall/order/list',
  title: '商城订单列表',
  access: { permission: 'ordermanage_view' },
  fields: listRowFields(orderManage),
  order: orderManage.order,
})

/** 收到的款登记在订单上：金额须与实付相同；同一流水号再次登记不起作用。 */ // inferred
export const orderPay = defineCall('orderManage.pay', {
  ...post,
  ...under(orderManage, 'pay'),
  title: '登记付款',
  access: { permission: 'ordermanage_pay' },
  input: {
    id,
    payChannel: dict('支付方式', 'mall_pay_channel', { numeric: true, required: true }),
    transactionId: text('支付流水号', { required: true, length: 64 }),
    payPrice: decimal('实付', { required: true, min: 0, unit: '元' }),
  },
})

/** 未付款的订单可以改价一次，改后须大于0。 */ // inferred
export const orderReprice = defineCall('orderManage.reprice', {
  ...post,
  ...under(orderManage, 'reprice'),
  title: '改价',
  access: { permission: 'ordermanage_pay' },
  input: { id, adjustPrice: decimal('加减金额', { required: true, unit: '元', help: '正数加价，负数减价' }) },
})

export const orderCancel = defineCall('orderManage.cancel', {
  ...post,
  ...under(orderManage, 'cancel'), // inferred
  title: '取消订单',
  access: { permission: 'ordermanage_edit' },
  input: { id },
})

export const orderShip = defineCall('orderManage.ship', {
  ...post,
  ...under(orderManage, 'ship'), // inferred
  title: '发货',
  access: { permission: 'ordermanage_ship' },
  input: { id, ...express },
})

export const orderReceive = defineCall('orderManage.receive', {
  ...post,
  ...under(orderManage, 'receive'), // inferred
  title: '确认收货',
  access: { permission: 'ordermanage_ship' },
  input: { id },
})

const AREA_CODE = { length: 6 } as const

/** 发货前改收货地址；发货后只能改快递单号。只改所给的。 */ // inferred
export const addressUpdate = defineCall('orderlogisticsaddress.update', {
  ...post,
  ...everywhere('orderlogisticsaddress/update'),
  title: '修改物流地址',
  access: { permission: 'ordermanage_ship' },
  input: {
    id: text('订单', { length: 20 }),
    orderId: text('订单', { length: 20 }),
    receiverName: text('收货人', { length: 50, personal: 'name' }),
    receiverMobile: text('收货电话', { length: 20, check: 'phone', personal: 'phone' }),
    provinceCode: text('省代码', AREA_CODE),
    cityCode: text('市代码', AREA_CODE),
    districtCode: text('区县代码', AREA_CODE),
    detailAddress: text('收货地址', { length: 200, personal: 'address' }),
    expressCode: dict('快递公司', 'mall_express'),
    expressNo: text('快递单号', { length: 40 }),
  },
})
