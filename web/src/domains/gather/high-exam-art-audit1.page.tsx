import { HighExamReview } from './high-exam/HighExamReview.tsx'

/** 艺术成绩一审: candidates that wait for it. */
export function Page() {
  return <HighExamReview chain="art" step="artAudit1" />
}
