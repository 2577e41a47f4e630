import { permitReview } from '@xueheng/contract/domains/seal/seal-permit-review.ts'
import { permitStates, sealPermit } from '@xueheng/contract/domains/seal/seal-permit.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useReviewActions } from '../../platform/review/use-review-actions.ts'

const QUESTIONS = { send: '提交后等待审批，确定提交?', withdraw: '撤回后可以修改，确定撤回?' }

/** 印章申请: applications one may see, from draft to the making of the seal. */
export function Page() {
  return (
    <CrudPage entity={sealPermit}>
      <ListToolbar />
      <ListRows isEditable={isEditable} actions={useReviewActions(permitReview, QUESTIONS)} />
    </CrudPage>
  )
}

function isEditable(row: CrudRow): boolean {
  return canDo(permitStates, 'edit', Number(row['permitStatus']))
}
