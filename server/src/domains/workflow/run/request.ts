import { ADJUST_FORM } from '@xueheng/contract/domains/workflow/flowable.ts'
import { type Outcome, requestStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { sql } from 'kysely'
import { type StoredColumn, type StoredColumns, type Table, own } from '../../../platform/db/table.ts'
import { stateRow, transition } from '../../../platform/states.ts'
import type { FlowCtx } from '../flow-ctx.ts'

import type { Position } from './business.ts'

/** Tables that keep requests. */
type Requests = Table<StoredColumns & { status: StoredColumn<number> }>
type Action = keyof typeof requestStates.actions
const { approving, refused } = requestStates.states
const LAST: Record<Outcome, Action> = {
  approved: 'approve',
  refused: 'refuse',
  withdrawn: 'withdraw',
  terminated: 'withdraw',
}

/** Brings a request into the state that its process has come to. */
export async function moveRequest(ctx: FlowCtx, requests: Requests, id: string, position: Position): Promise<void> {
  const found = await sql<{ status: number }>`select status from ${own(requests)} where id = ${id}`.execute(ctx.db)
  for (const action of actionsFor(position, found.rows[0]?.status ?? 0)) {
    await transition(ctx, requestStates, stateRow(requests, id, 'status'), action)
  }
}

/** A refused request lies with its applicant; one that is handed in again is in approval. */
function actionsFor({ outcome, formKeys }: Position, status: number): Action[] {
  const isRefused = status === refused.value
  if (outcome === 'refused') return isRefused ? [] : ['refuse']
  if (outcome) return isRefused && outcome === 'approved' ? ['resubmit', 'approve'] : [LAST[outcome]]
  const isBack = formKeys.includes(ADJUST_FORM)
  if (isBack && status === approving.value) return ['refuse']
  return !isBack && isRefused ? ['resubmit'] : []
}
