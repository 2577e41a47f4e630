import { permitReview } from '@xueheng/contract/domains/seal/seal-permit-review.ts'
import { permitStates, sealPermit } from '@xueheng/contract/domains/seal/seal-permit.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { paragraph } from '@xueheng/contract/kit/field.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { FormDialog } from '../../platform/form/FormDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { decideRow, useReviewActions } from '../../platform/review/use-review-actions.ts'

const QUESTIONS = { send: '提交后等待审批，确定提交?', withdraw: '撤回后可以修改，确定撤回?' }
const { title: CANCEL } = permitStates.actions.cancelMake
const REASON = paragraph('取消制章原因', {
  required: true,
  length: 200,
  message: permitReview.reasons?.cancelMake ?? '',
})

/** 印章申请: applications one may see, from draft to the making of the seal. */
export function Page() {
  const [cancelled, cancel] = useState<CrudRow>()
  const actions = [
    ...useReviewActions(permitReview, QUESTIONS),
    { code: 'sesealpermit_make', label: CANCEL, isFor: (row: CrudRow) => isAllowed('cancelMake', row), run: cancel },
  ]
  return (
    <CrudPage entity={sealPermit}>
      <ListToolbar />
      <ListRows isEditable={(row) => isAllowed('edit', row)} actions={actions} />
      {cancelled && <CancelDialog row={cancelled} onClose={() => cancel(undefined)} />}
    </CrudPage>
  )
}

function CancelDialog({ row, onClose }: { row: CrudRow; onClose: () => void }) {
  const t = useT()
  return (
    <FormDialog
      title={t(CANCEL)}
      fields={[['reason', REASON]]}
      work={({ reason }) => decideRow(permitReview, 'cancelMake', row, String(reason))}
      changes={[sealPermit]}
      okText={t(CANCEL)}
      isDanger
      onClose={onClose}
    />
  )
}

function isAllowed(action: 'edit' | 'cancelMake', row: CrudRow): boolean {
  return canDo(permitStates, action, Number(row['permitStatus']))
}
