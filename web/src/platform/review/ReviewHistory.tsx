import { useQuery } from '@tanstack/react-query'
import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import { findReviewCall } from '@xueheng/contract/derive/review-calls.ts'
import { get } from '../api/client.ts'
import type { CrudRow } from '../crud/row.ts'
import { formatTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Empty } from '../ui/Empty.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { reviewKey } from './use-queue.ts'
import './review.css'

/** A step in the log of a row. */
interface Line {
  id: string
  action: string
  opinion: string | null
  userName: string
  createTime: string
}

/** What a row has gone through, newest first. */
export function ReviewHistory({ review, row }: { review: AnyReview; row: CrudRow }) {
  const t = useT()
  const found = useQuery({
    queryKey: [...reviewKey(review), 'history', row.id, row['updateTime']],
    queryFn: () => get<Line[]>(findReviewCall(review, '', 'history').path, { id: row.id }),
  })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return null
  return (
    <section className="review-history" aria-label={t('审核记录')}>
      <h3>{t('审核记录')}</h3>
      {found.data.length === 0 ? (
        <Empty title={t('还没有审核')} />
      ) : (
        <ol>
          {found.data.map((line) => (
            <li key={line.id}>
              <time>{formatTime(line.createTime)}</time>
              <b>{t(line.action)}</b>
              <span>{line.userName}</span>
              {line.opinion && <q>{line.opinion}</q>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
