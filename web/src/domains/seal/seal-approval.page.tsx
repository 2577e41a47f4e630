import { permitReview } from '@xueheng/contract/domains/seal/seal-permit-review.ts'
import { ReviewPage } from '../../platform/review/ReviewPage.tsx'

const FILTERS = ['applyType', 'sealName', 'unitName']

/** 印章审批: applications that wait for somebody who has not made them. */
export function Page() {
  return <ReviewPage review={permitReview} step="approval" filters={FILTERS} />
}
