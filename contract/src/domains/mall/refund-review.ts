import { defineReview } from '../../kit/review.ts'
import { orderRefund, refundStates } from './order-refund.ts'

/** 申请人以外的人审核；寄回的图书由收货的人确认或拒收。 */
export const refundReview = defineReview('orderrefund', {
  noun: '退款申请',
  entity: orderRefund,
  states: refundStates,
  column: 'refundState',
  ownerLink: '/read/orderRefund/index',
  steps: {
    audit: {
      title: '退款审核',
      permission: 'orderrefund_audit',
      pass: ['agree', 'agreeReturn'],
      reject: 'refuse',
      link: '/read/orderRefund/audit',
      notOwn: true,
      narrowest: 'area',
      announced: true,
      amends: ['refundPrice'],
      words: { pass: '同意', reject: '拒绝' },
    },
    receiveGoods: {
      title: '退货收货',
      permission: 'orderrefund_receive',
      // The books go back to the one store there is.
      narrowest: 'area',
      pass: ['receive'],
      reject: 'refuseGoods',
      words: { pass: '确认收到退货', reject: '拒绝收货' },
    },
    withdraw: { title: '撤销退款', permission: 'orderrefund_edit', pass: ['cancel'] },
  },
  reasons: { refuse: '请填写拒绝原因', refuseGoods: '请填写拒绝收货的原因' },
  marks: {
    agree: { auditUser: 'userName', auditTime: 'time', auditReason: 'opinion' },
    agreeReturn: { auditUser: 'userName', auditTime: 'time', auditReason: 'opinion' },
    refuse: { auditUser: 'userName', auditTime: 'time', auditReason: 'opinion' },
    receive: { receiveTime: 'time' },
    refuseGoods: { auditReason: 'opinion' },
  },
  news: { agree: '已同意，等待退款', agreeReturn: '已同意，请寄回图书', refuse: '被拒绝', refuseGoods: '退货被拒收' },
  opinion: ['auditReason'],
  verdict: { name: 'auditResult', pass: 1, reject: 2 },
})
