import { correctionReview } from '@xueheng/contract/domains/exam/score-correction-review.ts'
import type { QueueLine } from '../../platform/review/ReviewQueue.tsx'
import { ReviewPage } from '../../platform/review/ReviewPage.tsx'
import { formatMoment } from '../../platform/i18n/format.ts'
import { CorrectionName } from './correction/CorrectionName.tsx'

const FILTERS = ['examId', 'courseName', 'studentNumber', 'studentName']

/** 更正审批: corrections that wait for somebody who has not asked for them. */
export function Page() {
  return <ReviewPage review={correctionReview} step="audit" filters={FILTERS} Line={Line} Name={CorrectionName} />
}

const Line: QueueLine = ({ row }) => (
  <>
    <b>
      <CorrectionName row={row} />
    </b>
    <span>
      {String(row['oldScore'])} → {String(row['newScore'])}
    </span>
    <small>
      <span>{String(row['applicantName'] ?? '')}</span>
      <time>{formatMoment(String(row['createTime'] ?? ''))}</time>
    </small>
  </>
)
