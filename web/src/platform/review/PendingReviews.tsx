import { Badge } from 'antd'
import { Link } from 'react-router'
import { useT } from '../i18n/i18n.ts'
import { usePendingReviews } from './use-pending-reviews.ts'
import './review.css'

/** Ways to the queues in which something waits for the user; nothing where nothing does. */
export function PendingReviews() {
  const t = useT()
  const { data = [] } = usePendingReviews()
  if (data.length === 0) return null
  return (
    <section className="review-pending" aria-label={t('待我审核')}>
      <h2>{t('待我审核')}</h2>
      <ul>
        {data.map(({ review, step, title, link, count }) => (
          <li key={`${review}.${step}`}>
            <Link to={link}>
              {t(title)} <Badge count={count} overflowCount={999} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
