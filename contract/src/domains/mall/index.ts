import { defineDomain } from '../../kit/domain.ts'
import { bannerManage } from './banner-manage.ts'
import { bookClass, bookClassList, bookClassTree } from './book-class.ts'
import { bookInfo } from './book-info.ts'
import { collectRecord, collectStates } from './collect-record.ts'
import { collectReview } from './collect-review.ts'
import { integralAdjust, integralRecord, integralRecordPage, userParentInfo } from './parent.ts'
import { questionManage, questionUpload } from './question-manage.ts'
import { mallOutside } from './pay-setting.ts'
import { orderManage } from './order.ts'
import * as orderCalls from './order-calls.ts'
import { orderStates } from './order-states.ts'
import { orderRefund, refundConfirm, refundNotify, refundRetry, refundSendBack, refundStates } from './order-refund.ts'
import { refundReview } from './refund-review.ts'
import { schoolManage } from './school-manage.ts'
import { studentAssess } from './student-assess.ts'

export const mall = defineDomain({
  name: 'mall',
  title: '阅读与书城',
  entities: [
    userParentInfo,
    collectRecord,
    studentAssess,
    schoolManage,
    bookClass,
    bookInfo,
    bannerManage,
    questionManage,
    orderManage,
    orderRefund,
    mallOutside,
  ],
  byHand: [integralRecord],
  calls: [
    integralRecordPage,
    integralAdjust,
    bookClassList,
    bookClassTree,
    questionUpload,
    orderCalls.orderList,
    orderCalls.orderPay,
    orderCalls.orderReprice,
    orderCalls.orderCancel,
    orderCalls.orderShip,
    orderCalls.orderReceive,
    orderCalls.addressUpdate,
    refundSendBack,
    refundConfirm,
    refundRetry,
    refundNotify,
  ],
  reviews: [collectReview, refundReview],
  states: [collectStates, orderStates, refundStates],
})
