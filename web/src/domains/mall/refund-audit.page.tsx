import { refundReview } from '@xueheng/contract/domains/mall/refund-review.ts'
import { ReviewPage } from '../../platform/review/ReviewPage.tsx'

const FILTERS = ['refundNo', 'orderNo', 'schoolCode']

/** 退款审核: applications that wait for somebody who has not made them. */
export function Page() {
  return <ReviewPage review={refundReview} step="audit" filters={FILTERS} />
}
