import { user } from '@xueheng/contract/domains/people/user.ts'
import { taskStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import type { FlowPosition } from '@xueheng/contract/domains/workflow/leave.ts'
import { sql } from 'kysely'
import { visibleEver } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { AppError } from '../../../platform/error.ts'
import { wfInstance, wfTask } from '../tables.ts'
import { TASK_STATUS } from './task-lists.ts'

/** Where a process stands, with the step of its task and whether the reader is to act there. */
interface TaskPosition extends FlowPosition {
  taskKey: string
  isMine: boolean
}

/** The task that is asked for, the user's own open one, one that is open, or the last; none before the first. */
export async function positionOf(ctx: Ctx, instanceId: string, taskId: string): Promise<TaskPosition> {
  const found = await sql<TaskPosition>`select coalesce(u.name, u.account, '') as assignee_name,
      coalesce(t.id::text, '') as task_id, coalesce(t.name, '') as task_name, i.id::text as process_instance_id,
      i.definition_id::text as process_definition_id, i.business_id::text as business_id,
      coalesce(t.form_key, '') as form_key, ${TASK_STATUS} as status, coalesce(t.task_key, '') as task_key,
      coalesce(t.assignee = ${ctx.user.id} and t.status = ${taskStates.states.todo.value}, false) as is_mine
    from ${own(wfInstance)} i left join ${own(wfTask)} t on t.instance_id = i.id left join ${visibleEver(ctx, user)} u on u.id = t.assignee
    where i.id = ${instanceId}
    order by t.id::text = ${taskId} desc, t.end_time is null desc, t.assignee = ${ctx.user.id} desc nulls last, t.id desc limit 1`.execute(
    ctx.db,
  )
  const position = found.rows[0]
  if (!position) throw new AppError('row.notFound')
  return position
}
