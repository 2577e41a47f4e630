import { CATEGORY_PREFIX } from '@xueheng/contract/domains/workflow/definition.ts'
import { instanceStates, taskStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { claimList, doneList, sendList, todoList } from '@xueheng/contract/domains/workflow/task.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { listOf } from '../../../platform/rows/list.ts'
import type { Query } from '../../../platform/rows/read.ts'
import { categoryKey, kindOf } from '../definitions/categories.ts'
import { isCandidate } from './people.ts'
import { ROUTE_OF_INSTANCE } from './pages.ts'
import { own } from '../../../platform/db/table.ts'
import { wfDefinition, wfTask, wfInstance } from '../tables.ts'
import { visibleEver } from '../../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

type ListInput = Input<typeof claimList>
type Sql = RawBuilder<unknown>

/** Lists that are shown without a pager end here. */
const MOST_OPEN = 500
const { claim, todo, finish } = taskStates.states

const FINISHED = sql`case when i.status = ${instanceStates.states.running.value} then 'unfinished' else 'finished' end`
/** Of a task `t`, in the words of clients. */
export const TASK_STATUS = sql`case t.status when ${claim.value} then 'claim' when ${todo.value} then 'todo' else 'finish' end`
const FLAG = sql`case t.is_passed when 1 then 'ok' when 0 then 'refuse' else '' end`

const COLUMNS = sql`coalesce(t.id, i.id)::text as id, t.id::text as task_id, t.name as task_name, t.task_key as task_definition_key,
  coalesce(t.assignee::text, '') as assignee, coalesce(u.name, u.account, '') as assignee_name,
  coalesce(s.name, s.account, '') as start_user, ${CATEGORY_PREFIX}::text || i.category as category,
  coalesce(k.dict_value, i.category) as category_name, ${ROUTE_OF_INSTANCE} as form_route,
  i.start_time as create_time, t.create_time as task_time, t.claim_time, t.end_time,
  t.end_time as history_task_end_time, t.execution_id, i.id::text as process_instance_id,
  i.id::text as history_process_instance_id, d.id::text as process_definition_id, d.key as process_definition_key,
  d.name as process_definition_name, d.version as process_definition_version, d.description as process_definition_desc,
  ${FINISHED} as process_is_finished, coalesce(i.outcome, '') as outcome, i.business_table, i.business_id::text as business_id,
  ${TASK_STATUS} as status, coalesce(t.comment, '') as comment, ${FLAG} as flag, t.is_passed as pass,
  t.form_key, '{}'::jsonb as variables`

function joins(ctx: Ctx): Sql {
  const people = visibleEver(ctx, user)
  return sql`join ${own(wfDefinition)} d on d.id = i.definition_id
    left join ${people} u on u.id = t.assignee left join ${people} s on s.id = i.start_user
    ${kindOf(sql`i.category`)}`
}

function tasks(ctx: Ctx, input: ListInput, condition: Sql): Sql {
  return sql`(select ${COLUMNS} from ${own(wfTask)} t join ${own(wfInstance)} i on i.id = t.instance_id ${joins(ctx)}
    where ${condition} and ${filters(input)})`
}

/** One line per instance, with its last task; one that has not come to a person yet has none. */
function instances(ctx: Ctx, input: ListInput, condition: Sql): Sql {
  return sql`(select ${COLUMNS} from ${own(wfInstance)} i left join lateral (select * from ${own(wfTask)} one
      where one.instance_id = i.id order by one.end_time is null desc, one.id desc limit 1) t on true ${joins(ctx)}
    where ${condition} and ${filters(input)})`
}

export function claimable(ctx: Ctx, input: ListInput) {
  const condition = sql`t.status = ${claim.value} and i.status = ${instanceStates.states.running.value} and ${isCandidate(ctx)}`
  return listOf(ctx, claimList, openQuery(input), tasks(ctx, input, condition))
}

export function toDo(ctx: Ctx, input: ListInput) {
  const condition = sql`t.status = ${todo.value} and t.assignee = ${ctx.user.id}`
  return listOf(ctx, todoList, openQuery(input), tasks(ctx, input, condition))
}

export function sent(ctx: Ctx, input: ListInput) {
  return listOf(ctx, sendList, input.query, instances(ctx, input, sql`i.start_user = ${ctx.user.id}`))
}

export function doneByMe(ctx: Ctx, input: ListInput) {
  const condition = sql`t.status = ${finish.value} and t.assignee = ${ctx.user.id}`
  return listOf(ctx, doneList, input.query, tasks(ctx, input, condition))
}

function openQuery({ isPaged, query }: ListInput): Query {
  return isPaged === 1 ? query : { ...query, current: 1, size: MOST_OPEN }
}

function filters(input: ListInput): Sql {
  const category = categoryKey(input.category)
  return sql`(${category} = '' or i.category = ${category})
    and (${input.beginDate}::date is null or i.start_time >= ${input.beginDate}::date)
    and (${input.endDate}::date is null or i.start_time < ${input.endDate}::date + 1)`
}
