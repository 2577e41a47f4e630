import { scoreStudentCourse } from '@xueheng/contract/domains/report/score-facts.ts'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { drawCorrected } from './correction-cell.tsx'
import { FactList } from './FactList.tsx'
import { RANK_CELLS } from './rank-cells.ts'

const CELLS: OwnCells = {
  ...RANK_CELLS,
  score: { width: 100, draw: (value, row) => drawCorrected(value === null ? '' : String(value), row) },
}

/** 学生单科成绩: every paper of an exam with its mark and ranks. */
export function Page() {
  return <FactList entity={scoreStudentCourse} cells={CELLS} />
}
