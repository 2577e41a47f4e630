import type { PageProps } from '../../platform/tabs/tab.ts'
import { ExamDesk } from './desk/ExamDesk.tsx'
import { ExamList } from './ExamList.tsx'

/** 考试信息: the list, and behind `/<id>` the desk of one exam. */
export function Page({ rest: [examId] }: PageProps) {
  return examId ? <ExamDesk examId={examId} /> : <ExamList />
}
