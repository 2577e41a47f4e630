import { sql } from 'kysely'
import { checkId } from '../../../platform/rows/read.ts'
import { AppError } from '../../../platform/error.ts'
import type { FlowModel } from '../engine/flow-model.ts'
import type { State } from '../engine/state.ts'
import type { FlowCtx } from '../flow-ctx.ts'

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
    await sql<Instance>`select i.id::text, i.definition_id::text as "definitionId", d.name as "definitionName",
      i.category, i.business_table as "businessTable", i.business_id::text as "businessId",
      i.start_user::text as "startUser", i.status, d.suspension_state as "suspensionState", i.state, d.compiled as model
    from wf_instance i join wf_definition d on d.id = i.definition_id
    where i.id = ${checkId(id)} for update of i`.execute(ctx.db)
  const instance = found.rows[0]
  if (!instance) throw new AppError('row.notFound')
  return instance
}

export async function saveState(ctx: FlowCtx, { id, state }: Instance): Promise<void> {
  await sql`update wf_instance set state = ${JSON.stringify(state)}::jsonb, rev = rev + 1 where id = ${id}`.execute(
    ctx.db,
  )
}
