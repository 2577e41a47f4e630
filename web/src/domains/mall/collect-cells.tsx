import { collectStates } from '@xueheng/contract/domains/mall/collect-record.ts'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { stateMark } from '../../platform/ui/state-mark.tsx'

/** The state of a work in its colour. */
export function auditMark(auditStatus: unknown) {
  return stateMark(collectStates, { waiting: 'wait', passed: 'good', refused: 'bad' }, auditStatus)
}

export const COLLECT_CELLS: OwnCells = { auditStatus: { width: 100, draw: auditMark } }
