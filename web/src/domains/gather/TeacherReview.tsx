import { gatherTeacherReview } from '@xueheng/contract/domains/gather/gather-teacher-review.ts'
import { ReviewPage } from '../../platform/review/ReviewPage.tsx'

const FILTERS = ['gatherTaskId', 'schoolCode', 'gradeCode', 'teacherName']

/** Collected teachers that wait for one of the steps. */
export function TeacherReview({ step }: { step: 'audit1' | 'audit2' | 'collate' }) {
  return <ReviewPage review={gatherTeacherReview} step={step} filters={FILTERS} />
}
