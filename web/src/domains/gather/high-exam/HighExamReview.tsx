import { highExamArtReview, highExamReview } from '@xueheng/contract/domains/gather/high-exam-review.ts'
import { auditArtStudentScore, auditStudentScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { Button } from 'antd'
import { useState } from 'react'
import type { CrudRow } from '../../../platform/crud/CrudPage.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { ReviewPage } from '../../../platform/review/ReviewPage.tsx'
import { partsOf } from '../../../platform/review/ReviewParts.tsx'
import { AuditDialog } from './AuditDialog.tsx'
import { isWaiting } from './states.ts'

const FILTERS = ['gatherTaskId', 'schoolCode', 'artsScience', 'studentName']

type Chain = 'culture' | 'art'
const CHAINS = {
  culture: { review: highExamReview, call: auditStudentScore },
  art: { review: highExamArtReview, call: auditArtStudentScore },
} as const
const DETAILS = { culture: detailOf('culture'), art: detailOf('art') }

interface HighExamReviewProps {
  chain: Chain
  step: 'audit1' | 'audit2' | 'artAudit1' | 'artAudit2'
}

/** Candidates whose scores wait for one of the audits; figures may be mended with the verdict. */
export function HighExamReview({ chain, step }: HighExamReviewProps) {
  return <ReviewPage review={CHAINS[chain].review} step={step} filters={FILTERS} Detail={DETAILS[chain]} />
}

function detailOf(chain: Chain) {
  const { review, call } = CHAINS[chain]
  const { Detail } = partsOf(review)
  return function HighExamDetail({ row }: { row: CrudRow }) {
    const t = useT()
    const [isOpen, open] = useState(false)
    return (
      <>
        <Detail row={row} />
        {isWaiting(row, review.column) && <Button onClick={() => open(true)}>{t('更正并审核')}</Button>}
        {isOpen && <AuditDialog call={call} row={row} onClose={() => open(false)} />}
      </>
    )
  }
}
