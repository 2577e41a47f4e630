import { StudentReview } from './StudentReview.tsx'

/** 采集复审: the bureau has the last word. */
export function Page() {
  return <StudentReview step="audit2" />
}
