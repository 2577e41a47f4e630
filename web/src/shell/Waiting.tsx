import { useT } from '../platform/i18n/i18n.ts'
import { Brand } from './Brand.tsx'
import './waiting.css'

/** The moment between an empty window and the first screen. */
export function Waiting() {
  const t = useT()
  return (
    <div className="waiting" role="status" aria-label={t('加载中')}>
      <Brand />
    </div>
  )
}
