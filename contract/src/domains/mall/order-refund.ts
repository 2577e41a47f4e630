import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, decimal, dict, image, integer, ref, text } from '../../kit/field.ts'
import { defineStates } from '../../kit/states.ts'
import { MALL_SERVICES } from './parent.ts'
import { under } from './under.ts'

const made = { editable: 'never' } as const
const hidden = { ...made, list: false } as const
const add = { editable: 'add' } as const

/** 退款的状态：仅退款同意后等待退款，退货退款先收回图书。 */ // inferred
export const refundStates = defineStates(
  'mallRefund',
  {
    applied: { value: 10, title: '申请中' },
    toReturn: { value: 20, title: '待退货' },
    toReceive: { value: 30, title: '待收货' },
    refunding: { value: 40, title: '等待退款' },
    done: { value: 50, title: '退款完成' },
    cancelled: { value: 61, title: '已撤销' },
    refused: { value: 62, title: '已拒绝' },
    goodsRefused: { value: 63, title: '拒绝收货' },
  },
  {
    agree: { title: '同意退款', from: ['applied'], to: 'refunding' },
    agreeReturn: { title: '同意退货', from: ['applied'], to: 'toReturn' },
    refuse: { title: '拒绝退款', from: ['applied'], to: 'refused' },
    sendBack: { title: '登记退货', from: ['toReturn'], to: 'toReceive' },
    receive: { title: '确认收到退货', from: ['toReceive'], to: 'refunding' },
    refuseGoods: { title: '拒绝收货', from: ['toReceive'], to: 'goodsRefused' },
    cancel: { title: '撤销退款', from: ['applied', 'toReturn', 'toReceive'], to: 'cancelled' },
    finish: { title: '退款完成', from: ['refunding'], to: 'done' },
    retry: { title: '重新退款', from: ['refunding'], to: '*' },
  },
)

/** 退款方式。 */
export const REFUND_WAY = { money: 10, goods: 20 } as const

/** 交给支付平台的进度。 */
export const REFUND_SENDING = { none: 0, waiting: 1, taken: 2, failed: 3 } as const

/** 退款：一个订单中一种书的全部或一部分；在途和完成的合计不超过实付。 */ // inferred
export const orderRefund = defineEntity('orderrefund', {
  title: '退款',
  service: MALL_SERVICES,
  table: 'mall_order_refund',
  dialect: 'mall',
  limited: true,
  fields: {
    refundNo: text('退款单号', { ...made, required: true, search: 'equal', length: 32 }),
    orderId: ref('订单', 'orderManage', { ...add, required: true, list: false }),
    orderNo: text('订单号', { ...made, required: true, search: 'equal', length: 32 }),
    bookId: ref('图书', 'bookinfo', { ...add, required: true }),
    bookName: text('书名', { ...made, search: true, length: 128, list: false }),
    parentId: ref('家长', 'userparentinfo', made),
    areaCode: dict('县区', 'exam_area', hidden),
    schoolCode: ref('学校', 'basicSchool', { ...made, tree: true, value: 'schoolCode', search: true }),
    way: dict('退款方式', 'mall_refund_way', { ...add, numeric: true, required: true, default: 10, search: true }),
    count: integer('退回数量', { ...add, min: 0, max: 999, default: 0, help: '只退钱不退书填0' }),
    mostPrice: decimal('可退金额', { ...hidden, unit: '元' }),
    refundPrice: decimal('退款金额', { ...add, required: true, min: 0, max: 99_999_999.99, unit: '元' }),
    refundPoint: integer('退回积分', made),
    takenPoint: integer('扣回积分', { ...hidden, help: '下单时赠送的积分' }),
    applyReason: dict('退款原因', 'mall_refund_reason', { ...add, numeric: true, required: true }),
    applyDescription: text('情况说明', { ...add, length: 500, list: false }),
    applyPicUrls: image('凭证', { ...add, length: 1000, max: 5, list: false }),
    refundState: dict('状态', 'mall_refund_state', { ...made, numeric: true, search: true }),
    auditUser: text('审核人', { ...made, length: 100 }),
    auditTime: dateTime('审核时间', made),
    auditReason: text('审核意见', { ...hidden, length: 200 }),
    returnExpressNo: text('退货单号', { ...hidden, length: 40 }),
    receiveTime: dateTime('收货时间', hidden),
    sendState: dict('退款渠道', 'mall_refund_sending', { ...made, numeric: true }),
    sendTime: dateTime('提交时间', hidden),
    payRefundNo: text('退款流水号', { ...hidden, length: 64 }),
    refundTime: dateTime('退款时间', made),
    failReason: text('失败原因', { ...hidden, length: 200 }),
    remark: text('备注', { length: 200, list: false }),
  },
  unique: [['refundNo']],
  order: ['-createTime'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})

const id = text('退款', { required: true, length: 20, message: '请选择退款' })
const post = { method: 'POST', output: listRowFields(orderRefund) } as const

/** 家长寄回图书后登记。 */ // inferred
export const refundSendBack = defineCall('orderrefund.sendBack', {
  ...post,
  ...under(orderRefund, 'sendBack'),
  title: '登记退货',
  access: { permission: 'orderrefund_edit' },
  input: { id, returnExpressNo: text('退货单号', { required: true, length: 40 }) },
})

/** 在支付平台之外退的款，凭证号记在退款上；已经交给支付平台的等它的结果。 */ // inferred
export const refundConfirm = defineCall('orderrefund.confirm', {
  ...post,
  ...under(orderRefund, 'confirm'),
  title: '登记线下退款',
  access: { permission: 'orderrefund_confirm' },
  input: { id, payRefundNo: text('凭证号', { required: true, length: 64 }) },
})

/** 支付平台没有退成的再交一次；平台按退款单号只退一次。 */ // inferred
export const refundRetry = defineCall('orderrefund.retry', {
  ...post,
  ...under(orderRefund, 'retry'),
  title: '重新退款',
  access: { permission: 'orderrefund_confirm' },
  input: { id },
})

/** 支付平台的通知，可以重复、可以晚到；`sign` 是其余各项按名称排序后的 HMAC-SHA256。 */ // inferred
export const refundNotify = defineCall('orderrefund.notify', {
  method: 'POST',
  ...under(orderRefund, 'notify'),
  title: '退款结果通知',
  access: 'public',
  input: {
    tenantId: text('租户编号', { required: true, length: 12 }),
    refundNo: text('退款单号', { required: true, length: 32 }),
    payRefundNo: text('退款流水号', { required: true, length: 64 }),
    refundFen: integer('退款分', { required: true, min: 0 }),
    result: text('结果', { required: true, length: 10 }),
    reason: text('原因', { length: 200 }),
    sign: text('签名', { required: true, length: 64 }),
  },
  answer: 'status',
})
