import type { CrudRow } from '../../../platform/crud/CrudPage.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'

/** Whose mark is corrected, and which: the course, and its question where it is one. */
export function CorrectionName({ row }: { row: CrudRow }) {
  const t = useT()
  const { studentName, courseName, questionNo } = row
  const question = questionNo ? [t('第{n}题', { n: String(questionNo) })] : []
  return <>{[String(studentName), t(String(courseName)), ...question].join(' · ')}</>
}
