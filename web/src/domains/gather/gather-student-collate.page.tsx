import { StudentReview } from './StudentReview.tsx'

/** 采集校对: what passed is held against the register once more. */
export function Page() {
  return <StudentReview step="collate" />
}
