import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { useEffect, useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { StudentCorrection, defaultExam, useExams } from '../exam/index.ts'

interface FactListProps {
  entity: AnyEntity
  cells?: OwnCells
}

/** A list of archived marks; a row leads to the correction of its student's marks, the one way to change them. */
export function FactList({ entity, cells }: FactListProps) {
  const [correcting, correct] = useState<CrudRow>()
  useNamedExam()
  return (
    <CrudPage entity={entity}>
      <ListToolbar />
      <ListRows
        isFlat
        {...(cells && { cells })}
        actions={[{ code: 'examscorecorrection_add', label: '更正成绩', run: correct }]}
      />
      {correcting && (
        <StudentCorrection
          examId={String(correcting['examId'])}
          studentNumber={String(correcting['studentNumber'])}
          onClose={() => correct(undefined)}
        />
      )}
    </CrudPage>
  )
}

/** Marks are those of one exam: where the address names none, it is the one reports begin with. */
function useNamedExam(): void {
  const [search, setSearch] = useTabSearch()
  const { data: exams = [] } = useExams()
  const examId = search.get('examId') ? undefined : defaultExam(exams)
  useEffect(() => {
    if (examId) setSearch({ examId }, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the setter is made anew each time; only the exam matters
  }, [examId])
}
