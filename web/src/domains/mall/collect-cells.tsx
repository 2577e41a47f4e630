import { collectStates } from '@xueheng/contract/domains/mall/collect-record.ts'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { t } from '../../platform/i18n/i18n.ts'

const TONES: Record<number, string> = { 0: 'is-wait', 1: 'is-good', 2: 'is-bad' }

/** The state of a work in its colour. */
export function auditMark(value: unknown) {
  const found = Object.values(collectStates.states).find((state) => state.value === Number(value))
  return found ? <span className={`mall-state ${TONES[found.value] ?? ''}`}>{t(found.title)}</span> : ''
}

export const COLLECT_CELLS: OwnCells = { auditStatus: { width: 100, draw: auditMark } }
