import type { CrudRow } from '../../../platform/crud/CrudPage.tsx'

/** Whose mark is corrected, and which: the course, and its question where it is one. */
export function CorrectionName({ row }: { row: CrudRow }) {
  const mark = [row['courseName'], row['questionNo']].filter(Boolean).map(String).join(' ')
  return (
    <>
      {String(row['studentName'])} · {mark}
    </>
  )
}
