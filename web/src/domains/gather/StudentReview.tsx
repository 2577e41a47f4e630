import { gatherReview } from '@xueheng/contract/domains/gather/gather-review.ts'
import { ReviewPage } from '../../platform/review/ReviewPage.tsx'

const FILTERS = ['gatherTaskId', 'schoolCode', 'gradeCode', 'studentName']

/** Collected students that wait for one of the steps. */
export function StudentReview({ step }: { step: 'audit1' | 'audit2' | 'collate' }) {
  return <ReviewPage review={gatherReview} step={step} filters={FILTERS} />
}
