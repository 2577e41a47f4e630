import { sql } from 'kysely'
import { every, into } from '../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { wallTime } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { conflict, fault } from '../../../platform/error.ts'
import type { ScheduledTask } from '../../../platform/scheduler.ts'
import { requireState, transition } from '../../../platform/states.ts'
import { type SchoolTask, type SchoolTaskRow, type TaskStep, taskStateOf } from './school-task.ts'

/** The bureau alone writes tasks, of times that are in order, while they may be changed. Answers whether schools know it. */
export async function checkTask(
  ctx: Ctx,
  kind: SchoolTask,
  row: Partial<SchoolTaskRow>,
  before: SchoolTaskRow | undefined,
): Promise<boolean> {
  assertWholeTenant(ctx, kind.entity.title)
  const { beginTime, endTime } = { ...before, ...row }
  if (beginTime && endTime && beginTime >= endTime) throw fault('endTime', '截止时间应晚于开始时间')
  if (!before) return false
  return (await requireState(ctx, kind.states, taskStateOf(kind, before.id), 'edit')) !== kind.states.states.draft.value
}

/** The bureau alone removes a task that schools have not seen yet. */
export async function checkTaskRemoval(ctx: Ctx, kind: SchoolTask, id: string): Promise<void> {
  assertWholeTenant(ctx, kind.entity.title)
  await requireState(ctx, kind.states, taskStateOf(kind, id), 'remove')
}

/** Moves a task on and notes who did. */
export async function moveTask(ctx: Ctx, kind: SchoolTask, id: string, step: TaskStep, after = {}): Promise<void> {
  const { entity, states } = kind
  assertWholeTenant(ctx, entity.title)
  const { taskName } = await kind.find(ctx, id)
  await transition(ctx, states, taskStateOf(kind, id), step)
  await sql`update ${into(entity)} set update_time = localtimestamp(0), update_user = ${ctx.user.id}
    where id = ${id}`.execute(ctx.db)
  await logOperation(ctx, `${entity.name}.${step}`, `${states.actions[step].title}${entity.title}`, {
    entity: entity.name,
    rowId: id,
    after: { taskName, ...after },
  })
}

/** From now on schools see the task. */
export async function openTask(ctx: Ctx, kind: SchoolTask, id: string): Promise<void> {
  const { endTime } = await kind.find(ctx, id)
  if (endTime <= wallTime(new Date())) throw conflict('截止时间已过，请先修改截止时间')
  await moveTask(ctx, kind, id, 'open')
}

/** Opens a closed task again, until another time. */
export async function reopenTask(ctx: Ctx, kind: SchoolTask, id: string, endTime: string): Promise<void> {
  if (endTime <= wallTime(new Date())) throw fault('endTime', '新的截止时间应晚于现在')
  await moveTask(ctx, kind, id, 'reopen', { endTime })
  await sql`update ${into(kind.entity)} set end_time = ${endTime} where id = ${id}`.execute(ctx.db)
}

/** What the clock works on: the rows of every tenant. */
export interface Tenants {
  database: Database
  tenantIds(): Promise<string[]>
}

/** Closes the open tasks of a kind whose time is over; answers how many. */
export async function closeOverdue({ database, tenantIds }: Tenants, kind: SchoolTask): Promise<number> {
  const { entity, states } = kind
  const tasks = every(entity, 'a task ends at its time, whoever looks')
  let closed = 0
  for (const tenantId of await tenantIds()) {
    const db = database.tenant(tenantId)
    const { rows } = await sql<{ id: string }>`select t.id from ${tasks} t where t.is_deleted = 0
      and t.task_status = ${states.states.open.value} and t.end_time < localtimestamp`.execute(db)
    for (const { id } of rows) await transition({ db }, states, taskStateOf(kind, id), 'close')
    closed += rows.length
  }
  return closed
}

/** Every minute: what is over is closed. */
export function closeByClock(deps: Tenants, kind: SchoolTask): ScheduledTask {
  return {
    name: `${kind.entity.name}.closing`,
    when: 60,
    run: async () => {
      await closeOverdue(deps, kind)
    },
  }
}
