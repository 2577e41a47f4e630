import { refundReview } from '@xueheng/contract/domains/mall/refund-review.ts'
import { ReviewPage } from '../../platform/review/ReviewPage.tsx'

const FILTERS = ['refundNo', 'orderNo', 'schoolCode']
/** The order, the book, the money and the evidence: whose it is decides nothing. */
const TOLD = [
  'orderNo',
  'bookName',
  'way',
  'count',
  'mostPrice',
  'refundPrice',
  'refundPoint',
  'takenPoint',
  'applyReason',
  'applyDescription',
  'applyPicUrls',
  'schoolCode',
  'remark',
]

/** 退款审核: applications that wait for somebody who has not made them. */
export function Page() {
  return <ReviewPage review={refundReview} step="audit" filters={FILTERS} told={TOLD} />
}
