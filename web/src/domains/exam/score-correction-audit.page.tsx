import { correctionReview } from '@xueheng/contract/domains/exam/score-correction-review.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import type { QueueLine } from '../../platform/review/ReviewQueue.tsx'
import { ReviewPage } from '../../platform/review/ReviewPage.tsx'
import { formatMoment } from '../../platform/i18n/format.ts'

const FILTERS = ['examId', 'courseName', 'studentNumber', 'studentName']

/** 更正审批: corrections that wait for somebody who has not asked for them. */
export function Page() {
  return <ReviewPage review={correctionReview} step="audit" filters={FILTERS} Line={Line} Name={Name} />
}

/** The course, and its question where it is one. */
function markOf(row: CrudRow): string {
  return [row['courseName'], row['questionNo']].filter(Boolean).map(String).join(' ')
}

const Line: QueueLine = ({ row }) => (
  <>
    <b>
      {String(row['studentName'])} · {markOf(row)}
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

function Name({ row }: { row: CrudRow }) {
  return <>{[row['studentName'], markOf(row)].map(String).join(' ')}</>
}
