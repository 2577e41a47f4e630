import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, image, integer, ref, text } from '../../kit/field.ts'
import { defineReview } from '../../kit/review.ts'
import { defineStates } from '../../kit/states.ts'
import { MALL_SERVICES } from './parent.ts'

const made = { editable: 'never' } as const
const hidden = { ...made, list: false } as const

/** 评论的审核：通过后显示，可以再隐藏。 */ // inferred
export const commentStates = defineStates(
  'mallComment',
  {
    waiting: { value: 0, title: '待审核' },
    passed: { value: 1, title: '已通过' },
    refused: { value: 2, title: '已驳回' },
  },
  {
    pass: { title: '通过', from: ['waiting'], to: 'passed' },
    refuse: { title: '驳回', from: ['waiting', 'passed'], to: 'refused' },
  },
)

/** 评论和回复：买过并收到的书各评一次；审核通过后公开，书城回复一次，可以改。 */ // inferred
export const bookCommentReply = defineEntity('bookcommentreply', {
  title: '评论',
  service: MALL_SERVICES,
  table: 'mall_book_comment',
  dialect: 'mall',
  fields: {
    orderId: ref('订单', 'orderManage', { required: true, editable: 'add', list: false }),
    bookId: ref('图书', 'bookinfo', { required: true, editable: 'add', search: true }),
    parentId: ref('家长', 'userparentinfo', { ...made, search: true }),
    areaCode: dict('县区', 'exam_area', hidden),
    schoolCode: ref('学校', 'basicSchool', { ...made, tree: true, value: 'schoolCode', search: true }),
    isAnonymous: flag('匿名', { editable: 'add', default: 0 }),
    score: integer('评分', { required: true, editable: 'add', min: 1, max: 5, search: true }),
    content: text('评论内容', { required: true, editable: 'add', search: true, length: 500 }),
    picUrls: image('图片', { editable: 'add', list: false, length: 1000, max: 5 }),
    commentTime: dateTime('评论时间', made),
    auditStatus: dict('审核状态', 'mall_comment_status', { ...made, numeric: true, search: true }),
    auditReason: text('驳回原因', { ...hidden, length: 200 }),
    auditUser: text('审核人', { ...hidden, length: 100 }),
    auditTime: dateTime('审核时间', hidden),
    isVisible: flag('显示', { default: 1, help: '审核通过且显示的，读者看得到' }),
    remark: text('内部备注', { list: false, length: 200 }),
    replyContent: text('回复', { search: true, length: 500 }),
    replyUser: text('回复人', { ...hidden, length: 100 }),
    replyTime: dateTime('回复时间', made),
  },
  unique: [['orderId', 'bookId']],
  order: ['-commentTime'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})

const decided = { auditUser: 'userName', auditTime: 'time' } as const

/** 评论一审定局，通过的还可以驳回。 */
export const commentReview = defineReview('bookcommentreply', {
  noun: '评论',
  entity: bookCommentReply,
  states: commentStates,
  column: 'auditStatus',
  queueOrder: 'commentTime',
  steps: {
    audit: {
      title: '评论审核',
      permission: 'bookcommentreply_edit',
      pass: ['pass'],
      reject: 'refuse',
      link: '/read/bookManage/bookCommentReply/index?auditStatus=0',
    },
  },
  reasons: { refuse: '请填写驳回原因' },
  marks: { pass: { ...decided, auditReason: 'none' }, refuse: { ...decided, auditReason: 'opinion' } },
  opinion: ['auditReason'], // inferred
})
