import { ADJUST_FORM } from '@xueheng/contract/domains/workflow/flowable.ts'
import { requestStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { leaveDetail, leaveForm, leaveStart } from '@xueheng/contract/domains/workflow/leave.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { sql } from 'kysely'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { AppError, fault, faults } from '../../../platform/error.ts'
import { startable } from '../definitions/startable.ts'
import type { Variables } from '../engine/expression.ts'
import type { FlowCtx } from '../flow-ctx.ts'
import type { Business } from '../run/business.ts'
import { LEAVE_PAGES } from '../run/pages.ts'
import { positionOf } from '../run/position.ts'
import { moveRequest } from '../run/request.ts'
import { type FlowDeps, startInstance } from '../run/flow.ts'
import { assertMaySee } from '../run/see.ts'
import { own } from '../../../platform/db/table.ts'
import { deskLeave } from '../tables.ts'
import { every, visibleEver } from '../../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const ACCOUNTS = every(user, 'whether an approver is there and in office')

type LeaveForm = Row<typeof leaveForm>

/** How long a step may lie before its assignee is reminded. */
const REMIND_AFTER = 'PT24H'
const DAY_MS = 86_400_000

/** Requests for leave and their process. */
export const leaveBusiness: Business = {
  ...LEAVE_PAGES,

  async fill(ctx, { instance, formKey, isPassed }, input) {
    if (formKey !== ADJUST_FORM || !isPassed) return {}
    const parsed = parseFields(leaveForm, input)
    if (!parsed.ok) throw faults(parsed.problems)
    const form = parsed.value as LeaveForm
    const days = await checkForm(ctx, form)
    await sql`update ${own(deskLeave)} set task_user = ${form.taskUser}, start_time = ${form.startTime}, end_time = ${form.endTime},
      reason = ${form.reason}, days = ${days} where id = ${instance.businessId}`.execute(ctx.db)
    return variablesOf(form, days)
  },

  moved: (ctx, businessId, position) => moveRequest(ctx, deskLeave, businessId, position),
}

/** Throws a refusal that names the field; answers the days, both ends counted. */
async function checkForm(ctx: FlowCtx, form: LeaveForm): Promise<number> {
  if (form.endTime <= form.startTime) throw fault('endTime', '结束时间应晚于开始时间')
  if (form.taskUser === ctx.user.id) throw fault('taskUser', '审批人员不能是本人')
  const found =
    await sql`select 1 from ${ACCOUNTS} where id = ${checkId(form.taskUser)} and is_deleted = 0 and status = 1`.execute(
      ctx.db,
    )
  if (found.rows.length === 0) throw fault('taskUser', '审批人员不存在或已停用')
  return daysOf(form.startTime, form.endTime)
}

/** Days of the calendar from the first to the last, both counted. */ // inferred
export function daysOf(startTime: string, endTime: string): number {
  const [first, last] = [startTime, endTime].map((time) => Date.parse(`${time.slice(0, 10)}T00:00:00Z`))
  return Math.round(((last ?? 0) - (first ?? 0)) / DAY_MS) + 1
}

function variablesOf(form: LeaveForm, days: number): Variables {
  return { taskUser: form.taskUser, days, startTime: form.startTime, endTime: form.endTime, reason: form.reason }
}

export async function startLeave(deps: FlowDeps, ctx: Ctx, input: Input<typeof leaveStart>) {
  const definition = await startable(ctx, input.processDefinitionId, leaveBusiness.route)
  const days = await checkForm(ctx, input)
  const id = nextId()
  await sql`insert into ${own(deskLeave)} (id, tenant_id, process_definition_id, task_user, start_time, end_time, days, reason, create_user, status)
    values (${id}, ${ctx.user.tenantId}, ${definition.id}, ${input.taskUser}, ${input.startTime}, ${input.endTime}, ${days},
      ${input.reason}, ${ctx.user.id}, ${requestStates.states.approving.value})`.execute(ctx.db)
  const variables = {
    ...variablesOf(input, days),
    createUser: ctx.user.id,
    applyUser: ctx.user.id,
    applyUserName: ctx.user.name,
    businessId: id,
    remindAfter: REMIND_AFTER,
  }
  const { id: definitionId, category } = definition
  const start = { definitionId, category, business: leaveBusiness, businessId: id, variables }
  const processInstanceId = await startInstance(deps, ctx, start)
  await sql`update ${own(deskLeave)} set process_instance_id = ${processInstanceId} where id = ${id}`.execute(ctx.db)
  return { id, processInstanceId }
}

export async function leaveOf(
  ctx: Ctx,
  { businessId, taskId }: Input<typeof leaveDetail>,
): Promise<Output<typeof leaveDetail>> {
  const found = await sql<NonNullable<Output<typeof leaveDetail>>>`select l.id::text, l.task_user::text as task_user,
      coalesce(t.name, t.account, '') as task_user_name, l.start_time, l.end_time, l.days, l.reason,
      l.process_definition_id::text as process_definition_id, l.process_instance_id::text as process_instance_id,
      l.create_user::text as create_user, coalesce(c.name, c.account, '') as create_user_name,
      l.apply_time, l.status, '{}'::jsonb as flow
    from ${own(deskLeave)} l left join ${visibleEver(ctx, user)} t on t.id = l.task_user
      left join ${visibleEver(ctx, user)} c on c.id = l.create_user
    where l.id = ${checkId(businessId)}`.execute(ctx.db)
  const leave = found.rows[0]
  if (!leave) throw new AppError('row.notFound')
  await assertMaySee(ctx, leave.processInstanceId)
  const { taskKey: _key, isMine: _isMine, ...flow } = await positionOf(ctx, leave.processInstanceId, taskId ?? '')
  return { ...leave, flow }
}
