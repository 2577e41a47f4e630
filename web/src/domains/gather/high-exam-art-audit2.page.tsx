import { HighExamReview } from './high-exam/HighExamReview.tsx'

/** 艺术成绩二审: candidates that wait for it. */
export function Page() {
  return <HighExamReview chain="art" step="artAudit2" />
}
