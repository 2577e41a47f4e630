import type { ScreenLayout } from '../platform/crud/layout.ts'

export const mallLayouts: Record<string, ScreenLayout> = {
  schoolmanage: { first: ['schoolName', 'areaCode', 'contactName'] },
  bookclass: { first: ['className', 'parentId'], isUndated: true },
  bookinfo: {
    first: ['bookName', 'author', 'price', 'stock', 'isOnShelf'],
    fields: { bookName: { width: 200 }, isbn: { width: 150 } },
  },
  bannermanage: { first: ['title', 'position', 'isEnabled'], fields: { title: { width: 200 } } },
  userparentinfo: {
    emptyHint: '家长在阅读程序中登录后自动出现',
    first: ['nickname', 'realName', 'integralBalance', 'studentName', 'phone'],
    hasCopy: false,
    fields: {
      avatar: { isHidden: true },
    },
  },
  orderManage: {
    isFedElsewhere: true,
    emptyHint: '家长在阅读程序中下单后自动出现',
    first: ['orderNo', 'goods', 'orderStatus', 'payPrice', 'studentName'],
    hasCopy: false,
    fields: {
      orderNo: { width: 190 },
      goods: { width: 240 },
    },
  },
  orderrefund: {
    emptyHint: '在订单管理中对已付款的订单申请退款',
    first: ['refundNo', 'bookId', 'refundState', 'refundPrice', 'way'],
    hasCopy: false,
    fields: { refundNo: { width: 190 }, orderNo: { width: 190 } },
  },
  bookcommentreply: {
    emptyHint: '家长收到图书后在阅读程序中评论',
    first: ['content', 'score', 'bookId', 'auditStatus', 'replyContent'],
    hasCopy: false,
    fields: { content: { width: 260 }, replyContent: { width: 200 } },
  },
  activitymanage: { first: ['title', 'activityStatus', 'startTime', 'endTime'], fields: { title: { width: 200 } } },
  voteset: { first: ['title', 'voteStatus', 'totalVoters', 'endTime'], fields: { title: { width: 200 } } },
  /** Pupils answer in the reading programs. */
  questionanswer: {
    emptyHint: '学生在阅读程序中作答后自动出现',
    first: ['questionId', 'studentId', 'answerText', 'isRight', 'score'],
    hasCopy: false,
    fields: { questionId: { width: 220 }, answerText: { width: 220 } },
  },
  /** Added by parents in the reading programs. */
  studentinfo: { emptyHint: '家长在阅读程序中添加孩子后自动出现', isReadOnly: true },
  mallOutside: { first: ['serviceName', 'useFor', 'isEnabled'], hasCopy: false },
  collectrecord: {
    emptyHint: '学生提交作品后自动出现',
    first: ['title', 'activityTitle', 'studentName', 'auditStatus', 'score', 'awardName', 'schoolCode'],
    hasCopy: false,
    fields: { workNo: { width: 150 }, areaCode: { isHidden: false } },
  },
  /** Sent in by the reading programs. */
  studentAssess: { emptyHint: '学生在阅读程序中完成测评后自动传入', isReadOnly: true },
}
