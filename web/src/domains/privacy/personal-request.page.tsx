import { personalRequest, requestStates } from '@xueheng/contract/domains/privacy/personal-request.ts'
import { requestReview } from '@xueheng/contract/domains/privacy/request-review.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { ListForm } from '../../platform/crud/EntityDialog.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { useReviewActions } from '../../platform/review/use-review-actions.ts'
import { DueCounts } from './DueCounts.tsx'
import { dueMark, requestMark } from './request-mark.tsx'
import { StudentInput } from './StudentInput.tsx'

const CELLS: OwnCells = {
  openUntil: { width: 150, draw: dueMark },
  requestStatus: { width: 110, draw: requestMark },
}
const INPUTS = { studentId: StudentInput }
const QUESTIONS = { accept: '受理后开始办理，确定受理?' }

/** 个人信息请求: what guardians ask for about a child, the most urgent first. */
export function Page() {
  const actions = useReviewActions(requestReview, QUESTIONS)
  return (
    <CrudPage entity={personalRequest} Form={RequestForm}>
      <DueCounts />
      <ListToolbar />
      <ListRows isEditable={mayEdit} isRemovable={mayRemove} cells={CELLS} actions={actions} />
    </CrudPage>
  )
}

function RequestForm() {
  return <ListForm inputs={INPUTS} />
}

function mayEdit(row: CrudRow): boolean {
  return canDo(requestStates, 'edit', Number(row['requestStatus']))
}

function mayRemove(row: CrudRow): boolean {
  return canDo(requestStates, 'remove', Number(row['requestStatus']))
}
