import { auditArtStudentScore, gatherHighExamScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { AuditDialog } from './high-exam/AuditDialog.tsx'
import { RevokeDialog } from './high-exam/RevokeDialog.tsx'
import { useArtActions } from './high-exam/use-chain-actions.ts'

const SOURCE = { segment: 'listArts' }
const LAYOUT = {
  first: ['studentName', 'candidateNumber', 'schoolCode', 'artType', 'artScore', 'artAuditStatus', 'auditStatus'],
  emptyHint: '还没有艺术类考生：在高考成绩采集中填写艺术类别',
  isReadOnly: true,
}

/** 艺术类成绩采集: candidates of the arts, their scores handed in and audited apart from the culture scores. */
export function Page() {
  const [audited, audit] = useState<CrudRow>()
  const { actions, revoked, forget } = useArtActions(audit)
  return (
    <CrudPage entity={gatherHighExamScore} source={SOURCE} layout={LAYOUT}>
      <ListToolbar />
      <ListRows actions={actions} />
      {audited && <AuditDialog call={auditArtStudentScore} row={audited} onClose={() => audit(undefined)} />}
      {revoked && <RevokeDialog chain="art" row={revoked} onClose={forget} />}
    </CrudPage>
  )
}
