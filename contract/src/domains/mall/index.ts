import { defineDomain } from '../../kit/domain.ts'
import { activityClose, activityPublish } from './activity-calls.ts'
import { activityManage, activityStates } from './activity-manage.ts'
import { bannerManage } from './banner-manage.ts'
import { bookClass, bookClassList, bookClassTree } from './book-class.ts'
import { bookInfo } from './book-info.ts'
import { bookCommentReply, commentReview, commentStates } from './book-comment.ts'
import { collectRecord, collectStates } from './collect-record.ts'
import { collectReview } from './collect-review.ts'
import { mallImage } from './image-upload.ts'
import { integralAdjust, integralRecord, integralRecordPage, userParentInfo } from './parent.ts'
import { aiFeedback, aiFeedbackPage, questionAnswer } from './question-answer.ts'
import { questionManage, questionUpload } from './question-manage.ts'
import { mallOutside } from './pay-setting.ts'
import { orderManage } from './order.ts'
import * as orderCalls from './order-calls.ts'
import { orderStates } from './order-states.ts'
import { orderRefund, refundConfirm, refundNotify, refundRetry, refundSendBack, refundStates } from './order-refund.ts'
import { refundReview } from './refund-review.ts'
import { schoolManage } from './school-manage.ts'
import { studentAssess } from './student-assess.ts'
import { studentInfo } from './student-info.ts'
import { voteCast, voteClose, voteOpen, voteResult, voteVerify } from './vote-calls.ts'
import { voteSet, voteStates } from './vote-set.ts'

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
    bookCommentReply,
    studentInfo,
    activityManage,
    voteSet,
    questionAnswer,
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
    activityPublish,
    activityClose,
    voteOpen,
    voteClose,
    voteCast,
    voteResult,
    voteVerify,
    aiFeedback,
    aiFeedbackPage,
    mallImage,
  ],
  reviews: [collectReview, refundReview, commentReview],
  states: [collectStates, orderStates, refundStates, commentStates, activityStates, voteStates],
})
