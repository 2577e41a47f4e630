import { useT } from '../platform/i18n/i18n.ts'
import { useBrand } from '../platform/theme/brand.ts'
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

/** What the product is called here: the tenant's name for it, or its own. */
export function useProductName(): string {
  const t = useT()
  const title = useBrand((brand) => brand.brandTitle)
  return title || t('学衡')
}

export function Brand({ isShort }: { isShort?: boolean }) {
  const name = useProductName()
  const logo = useBrand((brand) => brand.logoUrl)
  return (
    <span className="brand">
      {logo ? <img className="brand-logo" src={logo} alt="" /> : <Seal />}
      {!isShort && <b>{name}</b>}
    </span>
  )
}
