import { useT } from '../../platform/i18n/i18n.ts'
import { stateTitle } from './exam.ts'
import { MILESTONES, milestoneOf } from './milestones.ts'
import './exam.css'

/** The state as a word and as a place on the way from draft to published. */
export function StateBadge({ status }: { status: number }) {
  const t = useT()
  const reached = milestoneOf(status)
  return (
    <span className={`exam-badge is-${status}`}>
      <span className="exam-badge-bar" aria-hidden="true">
        {MILESTONES.map((one, at) => (
          <i key={one.value} className={at <= reached ? 'is-reached' : ''} />
        ))}
      </span>
      {t(stateTitle(status))}
    </span>
  )
}
