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
  return marks.map((one) => `${t(one.courseName)} ${markText(one)}`).join('\u00a0· ')
}

/** A mark with its parts where they are archived; where it is assigned by levels, with its grade and what it counts: 84（客观50+主观34 / B 77）. */
function markText({ score, scoreStatus, ...more }: CourseMark): string {
  if (score === null) return t(courseMarkText(scoreStatus))
  const grade = [partsText(more), levelText(more)].filter(Boolean).join(' / ')
  return grade === '' ? String(score) : t('{score}（{grade}）', { score, grade })
}

function partsText({ objectiveScore, subjectiveScore }: Partial<CourseMark>): string {
  const isParted = typeof objectiveScore === 'number' && typeof subjectiveScore === 'number'
  return isParted ? t('客观{objectiveScore}+主观{subjectiveScore}', { objectiveScore, subjectiveScore }) : ''
}

function levelText({ levelName, levelScore }: Partial<CourseMark>): string {
  return typeof levelScore === 'number' ? `${levelName ?? ''} ${levelScore}`.trim() : ''
}

/** 学生总成绩: students of an exam with totals, marks and ranks. */
export function Page() {
  return <FactList entity={scoreStudent} cells={CELLS} />
}
