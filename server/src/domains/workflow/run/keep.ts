import { instanceStates, taskStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { sql } from 'kysely'
import { nextId } from '../../../platform/db/id.ts'
import { stateRow, transition } from '../../../platform/states.ts'
import type { Effects, HistoryLine, OpenedTask } from '../engine/state.ts'
import type { FlowCtx } from '../flow-ctx.ts'
import { type TaskPeople, peopleFor } from './people.ts'
import { type Instance, saveState } from './instance.ts'
import { own } from '../../../platform/db/table.ts'
import { wfTimer, wfTask, wfHistory, wfTaskCandidate, wfInstance } from '../tables.ts'

/** A task that was opened, for those who are to be told. */
export interface KeptTask extends OpenedTask {
  id: string
  people: TaskPeople
}

/** Writes down what a step has done: tasks, candidates, timers, history, the state. Answers the tasks it opened. */
export async function keep(ctx: FlowCtx, instance: Instance, effects: Effects): Promise<KeptTask[]> {
  await closeTokens(ctx, instance.id, effects.closed)
  const opened: KeptTask[] = []
  for (const task of effects.opened) opened.push(await openTask(ctx, instance.id, task))
  const gone = new Set(effects.closed)
  for (const line of effects.history) {
    if (!line.isOpen || !gone.has(line.tokenId)) await addLine(ctx, instance.id, line, opened)
  }
  for (const timer of effects.timers) {
    await sql`insert into ${own(wfTimer)} (id, tenant_id, instance_id, execution_id, activity_id, due_time) values
      (${nextId()}, ${ctx.user.tenantId}, ${instance.id}, ${timer.tokenId}, ${timer.node}, ${timer.dueAt})`.execute(
      ctx.db,
    )
  }
  await saveState(ctx, instance)
  if (effects.end !== undefined) await finish(ctx, instance.id, effects.end)
  return opened
}

/** Tasks and timers that waited where nothing waits any more. */
export async function closeTokens(ctx: FlowCtx, instanceId: string, tokenIds: string[]): Promise<void> {
  if (tokenIds.length === 0) return
  const open = await sql<{ id: string }>`select id::text from ${own(wfTask)} where instance_id = ${instanceId}
    and execution_id = any(${tokenIds}) and end_time is null`.execute(ctx.db)
  for (const { id } of open.rows) await cancelTask(ctx, id)
  await sql`delete from ${own(wfTimer)} where instance_id = ${instanceId} and execution_id = any(${tokenIds})`.execute(
    ctx.db,
  )
}

async function cancelTask(ctx: FlowCtx, id: string): Promise<void> {
  await transition(ctx, taskStates, stateRow(wfTask, id, 'status'), 'cancel')
  await sql`update ${own(wfTask)} set end_time = date_trunc('second', localtimestamp) where id = ${id}`.execute(ctx.db)
  await sql`update ${own(wfHistory)} set end_time = date_trunc('second', localtimestamp), comment = '已取消'
    where task_id = ${id} and end_time is null`.execute(ctx.db)
}

async function openTask(ctx: FlowCtx, instanceId: string, task: OpenedTask): Promise<KeptTask> {
  const people = await peopleFor(ctx, task)
  const { claim, todo } = taskStates.states
  const status = people.assignee === null ? claim.value : todo.value
  const id = nextId()
  await sql`insert into ${own(wfTask)} (id, tenant_id, instance_id, execution_id, task_key, name, form_key, assignee, status)
    values (${id}, ${ctx.user.tenantId}, ${instanceId}, ${task.tokenId}, ${task.node}, ${task.name}, ${task.formKey},
      ${people.assignee}, ${status})`.execute(ctx.db)
  for (const { kind, value } of people.candidates) {
    await sql`insert into ${own(wfTaskCandidate)} (tenant_id, task_id, kind, value)
      values (${ctx.user.tenantId}, ${id}, ${kind}, ${value}) on conflict do nothing`.execute(ctx.db)
  }
  return { ...task, id, people }
}

async function addLine(ctx: FlowCtx, instanceId: string, line: HistoryLine, opened: KeptTask[]): Promise<void> {
  const task = line.isOpen ? opened.find((one) => one.tokenId === line.tokenId) : undefined
  const end = line.isOpen ? null : sql`date_trunc('second', localtimestamp)`
  await sql`insert into ${own(wfHistory)} (tenant_id, instance_id, activity_id, activity_name, activity_type, task_id, assignee, end_time)
    values (${ctx.user.tenantId}, ${instanceId}, ${line.node}, ${line.name}, ${line.type}, ${task?.id ?? null},
      ${task?.people.assignee ?? null}, ${end})`.execute(ctx.db)
}

async function finish(ctx: FlowCtx, id: string, endActivity: string): Promise<void> {
  await transition(ctx, instanceStates, stateRow(wfInstance, id, 'status'), 'finish')
  await sql`update ${own(wfInstance)} set end_time = date_trunc('second', localtimestamp), end_activity = ${endActivity}
    where id = ${id}`.execute(ctx.db)
}
