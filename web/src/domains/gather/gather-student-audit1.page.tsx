import { StudentReview } from './StudentReview.tsx'

/** 采集初审: the school looks first. */
export function Page() {
  return <StudentReview step="audit1" />
}
