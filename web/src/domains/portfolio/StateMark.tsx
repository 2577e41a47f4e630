import { t } from '../../platform/i18n/i18n.ts'
import { stateTitle, toneOf } from './entry.ts'
import './portfolio.css'

/** The state of an entry in its colour; a plain function of tables, so it uses no hooks. */
export function stateMark(auditStatus: unknown) {
  const value = Number(auditStatus ?? 0)
  return <span className={`portfolio-state is-${toneOf(value)}`}>{t(stateTitle(value))}</span>
}
