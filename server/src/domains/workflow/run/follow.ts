import { CATEGORY_PREFIX } from '@xueheng/contract/domains/workflow/definition.ts'
import { instanceStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { followList } from '@xueheng/contract/domains/workflow/follow.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { listOf } from '../../../platform/rows/list.ts'
import { kindOf } from '../definitions/categories.ts'
import { ROUTE_OF_INSTANCE } from './pages.ts'
import { own } from '../../../platform/db/table.ts'
import { wfInstance, wfDefinition, wfTask } from '../tables.ts'
import { visibleEver } from '../../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

/** Every place where a running process of the tenant waits for somebody. */
export function following(ctx: Ctx, { query }: Input<typeof followList>) {
  const waiting = sql`(select coalesce(t.id, i.id)::text as id, i.start_time as create_time,
      coalesce(t.execution_id, '') as execution_id, i.id::text as process_instance_id, d.key as process_definition_key,
      d.id::text as process_definition_id, d.name, coalesce(t.name, '') as activity_name,
      coalesce(t.task_key, '') as activity_id, coalesce(t.task_key, '') as task_definition_key,
      ${CATEGORY_PREFIX}::text || i.category as category, coalesce(k.dict_value, i.category) as category_name,
      i.start_user::text as start_user_id, coalesce(s.name, s.account, '') as start_user, i.start_time,
      d.suspension_state, i.business_id::text as business_id, ${ROUTE_OF_INSTANCE} as form_route
    from ${own(wfInstance)} i join ${own(wfDefinition)} d on d.id = i.definition_id
      left join ${own(wfTask)} t on t.instance_id = i.id and t.end_time is null
      left join ${visibleEver(ctx, user)} s on s.id = i.start_user
      ${kindOf(sql`i.category`)}
    where i.status = ${instanceStates.states.running.value})`
  return listOf(ctx, followList, query, waiting)
}
