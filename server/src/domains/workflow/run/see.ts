import { sql } from 'kysely'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError } from '../../../platform/error.ts'
import { isCandidate } from './people.ts'
import { own } from '../../../platform/db/table.ts'
import { wfTask, wfInstance } from '../tables.ts'

/** Who looks after all processes of the tenant. */
export function isFlowManager(ctx: Ctx): boolean {
  return ctx.user.isAdministrator || ctx.user.permissions.has('flow_follow_view')
}

/** A process is seen by who started it, who had or has a task in it, who may claim one, and the flow managers. */
export async function assertMaySee(ctx: Ctx, instanceId: string): Promise<void> {
  const id = checkId(instanceId)
  const found = await sql<{ isMine: boolean }>`select (i.start_user = ${ctx.user.id}
      or exists (select 1 from ${own(wfTask)} t where t.instance_id = i.id and (t.assignee = ${ctx.user.id}
        or t.end_time is null and ${isCandidate(ctx)}))) as is_mine
    from ${own(wfInstance)} i where i.id = ${id}`.execute(ctx.db)
  if (!found.rows[0] || !(found.rows[0].isMine || isFlowManager(ctx))) throw new AppError('row.notFound')
}
