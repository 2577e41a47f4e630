import { permitReview } from '@xueheng/contract/domains/seal/seal-permit-review.ts'
import { ReviewPage } from '../../platform/review/ReviewPage.tsx'

const FILTERS = ['applyType', 'sealName', 'unitName']

/** 印章制作: approved applications that wait for their seal; made and cancelled ones by their state. */
export function Page() {
  return <ReviewPage review={permitReview} step="make" filters={FILTERS} />
}
