import { IMPORT_COLUMNS, parseCourseTarget } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { DoubledColumn } from '@xueheng/contract/domains/exam/doubled-column.ts'
import type { ImportKind, ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { Radio } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'
import { PART_TITLES } from './part-titles.ts'
import { hasQuestion } from './wizard-steps.ts'

interface ColumnQuestionsProps {
  sheet: ImportSheet
  kind: ImportKind
  answers: Answers
  onAnswer: (next: ImportSheet, answers: Answers) => void
}

/** Which of several columns means a target, as far as it has been said. */
export type Answers = Record<string, number>

function keyOf({ fileNo, sheetNo }: ImportSheet, { target }: DoubledColumn): string {
  return `${fileNo}-${sheetNo}-${target}`
}

/** Whether something about the columns of a sheet has not been said yet. */
export function isAsking(sheet: ImportSheet, answers: Answers): boolean {
  return hasQuestion(sheet) && (sheet.questions ?? []).some((question) => !(keyOf(sheet, question) in answers))
}

/** Columns that seem to mean the same: which of them is meant has to be said, nothing is chosen beforehand. */
export function ColumnQuestions({ sheet, kind, answers, onAnswer }: ColumnQuestionsProps) {
  const t = useT()
  return (sheet.questions ?? []).map((question) => (
    <fieldset key={question.target} className="imp-question">
      <legend>{t('哪一列是{name}？', { name: titleOf(kind, question.target, t) })}</legend>
      <Radio.Group
        value={answers[keyOf(sheet, question)]}
        onChange={(event) => {
          const chosen = Number(event.target.value)
          onAnswer(withAnswer(sheet, question, chosen), { ...answers, [keyOf(sheet, question)]: chosen })
        }}
        options={question.columns.map(({ column, samples }) => ({
          value: column,
          label: (
            <>
              {t('第 {n} 列「{title}」', { n: column + 1, title: sheet.titles[column] ?? '' })}
              <small>{samples.join('、')}</small>
            </>
          ),
        }))}
      />
    </fieldset>
  ))
}

function titleOf(kind: ImportKind, target: string, t: ReturnType<typeof useT>): string {
  const course = parseCourseTarget(target)
  if (course) return course.courseName + t(PART_TITLES[course.part])
  return t(IMPORT_COLUMNS[kind].find((one) => one.target === target)?.title ?? target)
}

/** The answer takes the meaning from the other columns. */
function withAnswer(sheet: ImportSheet, { target, columns }: DoubledColumn, chosen: number): ImportSheet {
  const targets = sheet.targets.map((old, i) => {
    if (i === chosen) return target
    return columns.some((one) => one.column === i) && old === target ? '' : old
  })
  return { ...sheet, targets }
}
