import { highExamArtReview, highExamReview } from '@xueheng/contract/domains/gather/high-exam-review.ts'
import { takeBackHighExams } from '@xueheng/contract/domains/exam/high-exam-archive.ts'
import { gatherHighExamScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { highExamArchiveStates } from '@xueheng/contract/domains/gather/high-exam-states.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import type { CrudRow, RowAction } from '../../../platform/crud/CrudPage.tsx'
import { useReviewActions } from '../../../platform/review/use-review-actions.ts'
import { useCan } from '../../../platform/session/session.ts'
import { isWaiting, mayRevoke } from './states.ts'

const AUDIT1 = 'gatherhighexamscore_audit1'
const AUDIT2 = 'gatherhighexamscore_audit2'
const SEND = '提交后等待审核，确定提交?'
const WITHDRAW = '撤回后可以修改，确定撤回?'

interface ChainActions {
  actions: RowAction[]
  /** The row whose verdict is to be taken back. */
  revoked: CrudRow | undefined
  forget: () => void
}

function useRevoke(column: string): ChainActions {
  const [revoked, revoke] = useState<CrudRow>()
  const actions: RowAction[] = [
    { code: AUDIT2, label: '撤销通过', isFor: (row) => mayRevoke(row, column), run: revoke },
  ]
  return { actions, revoked, forget: () => revoke(undefined) }
}

export function useCultureActions(): ChainActions {
  const sending = useReviewActions(highExamReview, { send: SEND, withdraw: WITHDRAW })
  const { actions, ...rest } = useRevoke('auditStatus')
  const takeBack = useAction((row: CrudRow) => callApi(takeBackHighExams, { ids: row.id }), {
    confirm: '取消归档后可以撤销审核，确定取消?',
    changes: [gatherHighExamScore],
  })
  const taking: RowAction = {
    code: 'gatherhighexamscore_archive',
    label: '取消归档',
    isFor: (row) => canDo(highExamArchiveStates, 'takeBack', Number(row['archiveStatus'])),
    run: (row) => takeBack.run(row),
  }
  return { actions: [...sending, ...actions, taking], ...rest }
}

/** `audit` opens what decides about a row that waits. */
export function useArtActions(audit: (row: CrudRow) => void): ChainActions {
  const can = useCan()
  const sending = useReviewActions(highExamArtReview, { sendArt: SEND, withdrawArt: WITHDRAW })
  const { actions, ...rest } = useRevoke('artAuditStatus')
  const auditing: RowAction = {
    label: '审核',
    isFor: (row) => isWaiting(row, 'artAuditStatus') && (can(AUDIT1) || can(AUDIT2)),
    run: audit,
  }
  return { actions: [auditing, ...sending, ...actions], ...rest }
}
