import { useT } from '../platform/i18n/i18n.ts'
import './brand.css'

/** The seal: a balance, 衡. */
export function Seal() {
  return (
    <svg className="brand-seal" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <g>
        <path d="M16 6.5v19M10.5 25.5h11M7 10.5h18" />
        <path d="m7 10.500-3 7.500h6zM25 10.500l-3 7.500h6z" />
      </g>
    </svg>
  )
}

export function Brand({ isShort }: { isShort?: boolean }) {
  const t = useT()
  return (
    <span className="brand">
      <Seal />
      {!isShort && <b>{t('学衡')}</b>}
    </span>
  )
}
