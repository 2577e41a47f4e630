import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTaskStates } from '@xueheng/contract/domains/gather/gather-task-states.ts'
import {
  archiveGatherTask,
  closeGatherTask,
  gatherTask,
  openGatherTask,
  reopenGatherTask,
} from '@xueheng/contract/domains/gather/gather-task.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import { assertWholeTenant } from '../../platform/access/rights.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { conflict, fault } from '../../platform/error.ts'
import { hook, implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import type { ScheduledTask } from '../../platform/scheduler.ts'
import { requireState, transition } from '../../platform/states.ts'
import { type GatherTask, taskState } from './open-task.ts'

const TASKS = every(gatherTask, 'a collection ends at its time, whoever looks')
const STUDENTS = every(gatherStudent, 'a collection with any student stays')

export const taskHooks = hook(gatherTask, {
  async beforeSave(ctx, row, before) {
    assertWholeTenant(ctx, '采集任务')
    const all = { ...before, ...row }
    if (all.beginTime && all.endTime && all.beginTime >= all.endTime) throw fault('endTime', '截止时间应晚于开始时间')
    const asked = all.askedFields ?? []
    if (all.requiredFields?.some((name) => !asked.includes(name))) throw fault('requiredFields', '必填项应在采集项之中')
    if (!before) return
    await requireState(ctx, gatherTaskStates, taskState(before.id), 'edit')
    if (before.taskStatus !== gatherTaskStates.states.draft.value) assertSameBase(all, before)
  },
  async beforeRemove(ctx, rows) {
    assertWholeTenant(ctx, '采集任务')
    for (const { id } of rows) {
      await requireState(ctx, gatherTaskStates, taskState(id), 'remove')
      const used =
        await sql`select 1 from ${STUDENTS} s where s.gather_task_id = ${id} and s.is_deleted = 0 limit 1`.execute(
          ctx.db,
        )
      if (used.rows.length > 0) throw conflict('采集任务已有学生，请先删除')
    }
  },
})

/** What rows that are there already were checked and audited by. */
function assertSameBase(all: Partial<GatherTask>, before: GatherTask): void {
  if (all.auditLevels !== before.auditLevels) throw fault('auditLevels', '任务开放后不能改审核级数')
  if (before.gradeCodes.some((code) => !all.gradeCodes?.includes(code)))
    throw fault('gradeCodes', '任务开放后只能增加年级')
}

type Step = 'open' | 'close' | 'reopen' | 'archive'

/** Moves a collection on and notes who did. */
async function move(ctx: Ctx, id: string, step: Step, after: Record<string, unknown> = {}): Promise<void> {
  assertWholeTenant(ctx, '采集任务')
  const { taskName } = await findOrRefuse(gatherTask, ctx, id)
  await transition(ctx, gatherTaskStates, taskState(id), step)
  await sql`update ${into(gatherTask)} set update_time = localtimestamp(0), update_user = ${ctx.user.id} where id = ${id}`.execute(
    ctx.db,
  )
  const { title } = gatherTaskStates.actions[step]
  await logOperation(ctx, `gatherTask.${step}`, `${title}采集任务`, {
    entity: gatherTask.name,
    rowId: id,
    after: { taskName, ...after },
  })
}

async function open(ctx: Ctx, id: string): Promise<void> {
  const { endTime } = await findOrRefuse(gatherTask, ctx, id)
  if (endTime <= wallTime(new Date())) throw conflict('截止时间已过，请先修改截止时间')
  await move(ctx, id, 'open')
}

async function reopen(ctx: Ctx, id: string, endTime: string): Promise<void> {
  if (endTime <= wallTime(new Date())) throw fault('endTime', '新的截止时间应晚于现在')
  await move(ctx, id, 'reopen', { endTime })
  await sql`update ${into(gatherTask)} set end_time = ${endTime} where id = ${id}`.execute(ctx.db)
}

export const taskHandlers = [
  implement(openGatherTask, (ctx, { id }) => open(ctx, id)),
  implement(closeGatherTask, (ctx, { id }) => move(ctx, id, 'close')),
  implement(reopenGatherTask, (ctx, { id, endTime }) => reopen(ctx, id, endTime)),
  implement(archiveGatherTask, (ctx, { id }) => move(ctx, id, 'archive')),
]

interface Tenants {
  database: Database
  tenantIds(): Promise<string[]>
}

/** Closes the open collections whose time is over; answers how many. */
export async function closeOverdueGatherTasks({ database, tenantIds }: Tenants): Promise<number> {
  let closed = 0
  for (const tenantId of await tenantIds()) {
    const db = database.tenant(tenantId)
    const { rows } = await sql<{ id: string }>`select t.id from ${TASKS} t where t.is_deleted = 0
      and t.task_status = ${gatherTaskStates.states.open.value} and t.end_time < localtimestamp`.execute(db)
    for (const { id } of rows) await transition({ db }, gatherTaskStates, taskState(id), 'close')
    closed += rows.length
  }
  return closed
}

/** Every minute: what is over is closed. */
export function gatherClosing(deps: Tenants): ScheduledTask {
  return {
    name: 'gather.task-closing',
    when: 60,
    run: async () => {
      await closeOverdueGatherTasks(deps)
    },
  }
}
