import { ADJUST_FORM } from '@xueheng/contract/domains/workflow/flowable.ts'
import { definitionStates, instanceStates, taskStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import type { completeTask } from '@xueheng/contract/domains/workflow/task.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, conflict, refuse } from '../../../platform/error.ts'
import { stateRow, transition } from '../../../platform/states.ts'
import { type FlowDeps, advance, businessOf, terminate } from './flow.ts'
import { type Instance, lockInstance } from './instance.ts'
import { isCandidate } from './people.ts'
import { own } from '../../../platform/db/table.ts'
import { wfTask, wfHistory } from '../tables.ts'

interface Task {
  id: string
  instanceId: string
  executionId: string
  key: string
  formKey: string
  assignee: string | null
}

/** Of several who claim the same task, one gets it; the others are told it is no longer open. */
export async function claim(ctx: Ctx, taskId: string): Promise<void> {
  const id = checkId(taskId)
  const may = await sql<{ instanceId: string }>`select t.instance_id::text as instance_id from ${own(wfTask)} t
    where t.id = ${id} and ${isCandidate(ctx)}`.execute(ctx.db)
  const found = may.rows[0]
  if (!found) throw new AppError('row.notFound')
  assertMoving(await lockInstance(ctx, found.instanceId))
  await transition(ctx, taskStates, stateRow(wfTask, id, 'status'), 'claim')
  await sql`update ${own(wfTask)} set assignee = ${ctx.user.id}, claim_time = date_trunc('second', localtimestamp)
    where id = ${id}`.execute(ctx.db)
  await sql`update ${own(wfHistory)} set assignee = ${ctx.user.id} where task_id = ${id}`.execute(ctx.db)
}

/** Closes the user's task and moves its process on; all of it happens, or nothing does. */
export async function complete(deps: FlowDeps, ctx: Ctx, input: Input<typeof completeTask>): Promise<void> {
  if (input.comment.trim() === '') throw refuse('请先填写批复意见')
  const task = await ownTask(ctx, input.taskId)
  if (input.processInstanceId && input.processInstanceId !== task.instanceId) throw refuse('任务与流程实例不一致')
  const instance = await lockInstance(ctx, task.instanceId)
  assertMoving(instance)
  const isPassed = input.flag === 'ok'
  await transition(ctx, taskStates, stateRow(wfTask, task.id, 'status'), 'complete')
  await closeTask(ctx, task.id, input.comment, isPassed)
  const { variables } = instance.state
  const step = { instance, taskKey: task.key, formKey: task.formKey, isPassed }
  Object.assign(variables, await businessOf(deps, instance).fill(ctx, step, input.variables ?? {}))
  const passed = typeof variables['passed'] === 'object' ? variables['passed'] : {}
  Object.assign(variables, { pass: isPassed, comment: input.comment, passed: { ...passed, [task.key]: isPassed } })
  await advance(deps, ctx, instance, (executor) => executor.complete(task.executionId, isPassed), {
    isPassed,
    isApplicant: task.formKey === ADJUST_FORM,
  })
}

/** A task that is not the user's is as if it did not exist. */
async function ownTask(ctx: Ctx, taskId: string): Promise<Task> {
  const found = await sql<Task>`select id::text, instance_id::text as instance_id, execution_id,
      task_key as key, form_key, assignee::text from ${own(wfTask)}
    where id = ${checkId(taskId)} and assignee = ${ctx.user.id}`.execute(ctx.db)
  const task = found.rows[0]
  if (!task) throw new AppError('row.notFound')
  return task
}

async function closeTask(ctx: Ctx, id: string, comment: string, isPassed: boolean): Promise<void> {
  const flag = isPassed ? 1 : 0
  await sql`update ${own(wfTask)} set end_time = date_trunc('second', localtimestamp), comment = ${comment}, is_passed = ${flag}
    where id = ${id}`.execute(ctx.db)
  await sql`update ${own(wfHistory)} set end_time = date_trunc('second', localtimestamp), comment = ${comment}, is_passed = ${flag}
    where task_id = ${id}`.execute(ctx.db)
}

function assertMoving(instance: Instance): void {
  if (instance.suspensionState === definitionStates.states.suspended.value) throw conflict('流程已挂起，暂不能办理')
  if (instance.status !== instanceStates.states.running.value) throw conflict('流程已经结束')
}

/** Flow managers may stop any process, the one who started it only while nobody has acted. */
export async function stop(deps: FlowDeps, ctx: Ctx, instanceId: string, reason: string): Promise<void> {
  const instance = await lockInstance(ctx, instanceId)
  const isManager = ctx.user.isAdministrator || ctx.user.permissions.has('flow_follow_delete')
  if (!isManager && instance.startUser !== ctx.user.id) throw new AppError('row.notFound')
  if (!isManager && (await hasActed(ctx, instanceId))) throw conflict('已有人办理，不能撤回')
  await terminate(deps, ctx, instance, reason, instance.startUser === ctx.user.id ? 'withdrawn' : 'terminated')
}

async function hasActed(ctx: Ctx, instanceId: string): Promise<boolean> {
  const found = await sql`select 1 from ${own(wfTask)} where instance_id = ${instanceId}
    and status = ${taskStates.states.finish.value} limit 1`.execute(ctx.db)
  return found.rows.length > 0
}
