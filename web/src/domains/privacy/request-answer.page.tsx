import { requestReview } from '@xueheng/contract/domains/privacy/request-review.ts'
import { ReviewPage } from '../../platform/review/ReviewPage.tsx'

const FILTERS = ['requestKind', 'studentName', 'requesterName']

/** 请求答复: requests in work, the one that is due first at the top. */
export function Page() {
  return <ReviewPage review={requestReview} step="answer" filters={FILTERS} />
}
