import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'

/** Places won or lost against the evaluation before; said by shape and sign, not by colour alone. */
export function RankChange({ now, before }: { now: number | null; before: number | null }) {
  const t = useT()
  if (now === null || before === null || now === before) return null
  const isUp = before > now
  const n = formatNumber(Math.abs(before - now))
  return (
    <span
      role="img"
      aria-label={t(isUp ? '上升 {n} 名' : '下降 {n} 名', { n })}
      className={isUp ? 'model-change is-up' : 'model-change is-down'}
    >
      {isUp ? '▲' : '▼'} {n}
    </span>
  )
}
