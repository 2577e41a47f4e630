import { IMPORT_COLUMNS, type ImportKind, parseCourseTarget } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { DoubledColumn, ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { Radio } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'

interface ColumnQuestionsProps {
  sheet: ImportSheet
  kind: ImportKind
  onChange: (next: ImportSheet) => void
}

const PARTS = { score: '', objective: '·客观', subjective: '·主观' } as const

/** Columns that seem to mean the same: which of them is meant has to be said, nothing is chosen beforehand. */
export function ColumnQuestions({ sheet, kind, onChange }: ColumnQuestionsProps) {
  const t = useT()
  return (sheet.questions ?? []).map((question) => (
    <fieldset key={question.target} className="imp-question">
      <legend>{t('哪一列是{name}？', { name: titleOf(kind, question.target, t) })}</legend>
      <Radio.Group
        onChange={(event) => onChange(withAnswer(sheet, question, Number(event.target.value)))}
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
  if (course) return course.courseName + t(PARTS[course.part])
  return t(IMPORT_COLUMNS[kind].find((one) => one.target === target)?.title ?? target)
}

/** The answer takes the meaning from the other columns, and the question away. */
function withAnswer(sheet: ImportSheet, { target, columns }: DoubledColumn, chosen: number): ImportSheet {
  const targets = sheet.targets.map((old, i) => {
    if (i === chosen) return target
    return columns.some((one) => one.column === i) && old === target ? '' : old
  })
  return { ...sheet, targets, questions: (sheet.questions ?? []).filter((one) => one.target !== target) }
}
