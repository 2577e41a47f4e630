import { highExamArchiveStates, highExamStates } from '@xueheng/contract/domains/gather/high-exam-states.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import type { CrudRow } from '../../../platform/crud/CrudPage.tsx'

const CHAINS = ['auditStatus', 'artAuditStatus']

/** What is open of either chain may be changed, until the row is archived; of what is under audit the server asks first. */
export function mayEdit(row: CrudRow): boolean {
  const isOpen = canDo(highExamArchiveStates, 'edit', Number(row['archiveStatus']))
  return isOpen && CHAINS.some((name) => canDo(highExamStates, 'edit', Number(row[name])) || isWaiting(row, name))
}

export function mayRemove(row: CrudRow): boolean {
  return CHAINS.every((name) => canDo(highExamStates, 'remove', Number(row[name])))
}

export function mayRevoke(row: CrudRow, column: string): boolean {
  const isOpen = canDo(highExamArchiveStates, 'revoke', Number(row['archiveStatus']))
  return isOpen && canDo(highExamStates, 'revoke', Number(row[column]))
}

/** Whether the chain waits for somebody, the school or the bureau. */
export function isWaiting(row: CrudRow, column: string): boolean {
  return canDo(highExamStates, 'correct', Number(row[column]))
}
