import { HighExamReview } from './high-exam/HighExamReview.tsx'

/** 高考成绩二审: candidates that wait for it. */
export function Page() {
  return <HighExamReview chain="culture" step="audit2" />
}
