import { scoreStudentCourse } from '@xueheng/contract/domains/report/score-facts.ts'
import { FactList } from './FactList.tsx'
import { RANK_CELLS } from './rank-cells.ts'

/** 学生单科成绩: every paper of an exam with its mark and ranks. */
export function Page() {
  return <FactList entity={scoreStudentCourse} cells={RANK_CELLS} />
}
