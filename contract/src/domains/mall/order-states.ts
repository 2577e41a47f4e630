import { defineStates } from '../../kit/states.ts'

/** 订单的状态；自动取消和自动收货走同样的动作。 */ // inferred
export const orderStates = defineStates(
  'mallOrder',
  {
    unpaid: { value: 0, title: '待支付' },
    toShip: { value: 10, title: '待发货' },
    shipped: { value: 20, title: '已发货' },
    completed: { value: 30, title: '已完成' },
    cancelled: { value: 40, title: '已取消' },
  },
  {
    reprice: { title: '改价', from: ['unpaid'], to: '*' },
    pay: { title: '登记付款', from: ['unpaid'], to: 'toShip' },
    cancel: { title: '取消订单', from: ['unpaid'], to: 'cancelled' },
    ship: { title: '发货', from: ['toShip'], to: 'shipped' },
    receive: { title: '确认收货', from: ['shipped'], to: 'completed' },
    close: { title: '全部退款', from: ['toShip', 'shipped', 'completed'], to: 'cancelled' },
    readdress: { title: '修改收货地址', from: ['unpaid', 'toShip'], to: '*' },
    reroute: { title: '修改快递单号', from: ['shipped'], to: '*' },
    refund: { title: '申请退款', from: ['toShip', 'shipped', 'completed'], to: '*' },
    comment: { title: '评论', from: ['completed'], to: '*' },
    remove: { title: '删除', from: ['unpaid', 'cancelled'], to: '*' },
  },
)

/** 取消的原因。 */
export const CANCEL = { timeout: 10, refunded: 20, member: 30 } as const

/** 支付方式：前两种由支付平台收付，后两种在平台之外。 */
export const PAY = { wechat: 1, alipay: 2, offline: 3, points: 4 } as const

/** 订单的退款进度。 */
export const REFUNDED = { none: 0, part: 10, all: 20 } as const
