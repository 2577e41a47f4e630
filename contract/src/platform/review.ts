import { defineCall } from '../kit/call.ts'
import { integer, text } from '../kit/field.ts'

/** 待我审核的：每个有待办的审核步骤一行，只数本人能办的。 */
export const pendingReviews = defineCall('review.pending', {
  method: 'GET',
  path: '/api/blade-desk/review/pending',
  title: '待我审核',
  access: 'signedIn',
  output: {
    review: text('审核', { required: true }),
    step: text('步骤', { required: true }),
    title: text('标题', { required: true }),
    link: text('链接', { required: true }),
    count: integer('条数', { required: true }),
  },
  answer: 'list',
})
