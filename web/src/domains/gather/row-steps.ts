import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import type { CrudRow } from '../../platform/crud/row.ts'

/** What is asked before a collected row takes a step. */
export const GATHER_QUESTIONS = {
  send: '提交后等待审核，确定提交?',
  withdraw: '撤回后可以修改，确定撤回?',
  takeBack: '取消归档后可以再校对或驳回，已写入的先不变，确定取消?',
}

/** What is open may be changed, and what is under audit, of which the server asks first. */
export function mayEditGathered(row: CrudRow): boolean {
  const state = Number(row['gatherStatus'] ?? 0)
  return canDo(gatherStates, 'edit', state) || canDo(gatherStates, 'change', state)
}

export function mayRemoveGathered(row: CrudRow): boolean {
  return canDo(gatherStates, 'remove', Number(row['gatherStatus']))
}
