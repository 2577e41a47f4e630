import { type CourseMark, scoreStudent } from '@xueheng/contract/domains/report/score-facts.ts'
import { courseMarkText } from '@xueheng/contract/domains/report/mark-words.ts'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { t } from '../../platform/i18n/i18n.ts'
import { drawCorrectedMarks } from './correction-cell.tsx'
import { FactList } from './FactList.tsx'
import { RANK_CELLS } from './rank-cells.ts'

const CELLS: OwnCells = {
  ...RANK_CELLS,
  courses: { width: 440, draw: (value, row) => drawCorrectedMarks(marksLine(value), row) },
}

/** Every course with its mark, or with why there is none. */
function marksLine(value: unknown): string {
  const marks: CourseMark[] = Array.isArray(value) ? value : []
  return marks.map((one) => `${t(one.courseName)} ${markText(one)}`).join(' · ')
}

/** A mark; where it is assigned by levels, with its grade and what it counts: 84（B 77）. */
function markText({ score, scoreStatus, levelName, levelScore }: CourseMark): string {
  if (score === null) return t(courseMarkText(scoreStatus))
  return levelScore === null
    ? String(score)
    : t('{score}（{grade}）', { score, grade: `${levelName ?? ''} ${levelScore}`.trim() })
}

/** 学生总成绩: students of an exam with totals, marks and ranks. */
export function Page() {
  return <FactList entity={scoreStudent} cells={CELLS} />
}
