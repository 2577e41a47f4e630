import { sql } from 'kysely'
import { checkId } from '../../../platform/rows/read.ts'
import { AppError } from '../../../platform/error.ts'
import type { FlowModel } from '../engine/flow-model.ts'
import type { State } from '../engine/state.ts'
import type { FlowCtx } from '../flow-ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { wfInstance, wfDefinition } from '../tables.ts'

/** A running process with the drawing it runs by. */
export interface Instance {
  id: string
  definitionId: string
  definitionName: string
  category: string
  businessTable: string
  businessId: string
  startUser: string
  status: number
  suspensionState: number
  state: State
  model: FlowModel
}

/** Holds an instance until the transaction ends: whatever else wants to move it waits. */
export async function lockInstance(ctx: FlowCtx, id: string): Promise<Instance> {
  const found =
    await sql<Instance>`select i.id::text, i.definition_id::text as definition_id, d.name as definition_name,
      i.category, i.business_table, i.business_id::text as business_id,
      i.start_user::text as start_user, i.status, d.suspension_state, i.state, d.compiled as model
    from ${own(wfInstance)} i join ${own(wfDefinition)} d on d.id = i.definition_id
    where i.id = ${checkId(id)} for update of i`.execute(ctx.db)
  const instance = found.rows[0]
  if (!instance) throw new AppError('row.notFound')
  return instance
}

export async function saveState(ctx: FlowCtx, { id, state }: Instance): Promise<void> {
  await sql`update ${own(wfInstance)} set state = ${JSON.stringify(state)}::jsonb, rev = rev + 1 where id = ${id}`.execute(
    ctx.db,
  )
}
