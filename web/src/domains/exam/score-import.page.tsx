import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { StudentCorrection } from './correction/StudentCorrection.tsx'

/** 成绩导入: imported marks; those that are archived are changed by a correction. */
export function Page() {
  const [corrected, correct] = useState<CrudRow>()
  const isArchived = (row: CrudRow) => Number(row['archiveStatus']) === 1
  const actions = [{ code: 'examscorecorrection_add', label: '更正成绩', isFor: isArchived, run: correct }]
  return (
    <CrudPage entity={examScoreImport}>
      <ListToolbar />
      <ListRows actions={actions} isEditable={(row) => !isArchived(row)} />
      {corrected && (
        <StudentCorrection
          examId={String(corrected['examId'])}
          studentNumber={String(corrected['studentNumber'])}
          onClose={() => correct(undefined)}
        />
      )}
    </CrudPage>
  )
}
