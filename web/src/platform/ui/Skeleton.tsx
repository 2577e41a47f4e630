import { useT } from '../i18n/i18n.ts'
import './skeleton.css'

/** Grey lines in the shape of a list while a screen or its data is on the way. */
export function Skeleton({ rows = 8 }: { rows?: number }) {
  const t = useT()
  return (
    <div className="xh-skeleton" role="status" aria-label={t('加载中')}>
      <i className="is-title" />
      {Array.from({ length: rows }, (_none, row) => (
        <i key={row} style={{ width: `${96 - ((row * 37) % 22)}%` }} />
      ))}
    </div>
  )
}
