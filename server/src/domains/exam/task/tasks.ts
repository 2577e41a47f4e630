import {
  archiveTask,
  closeTask,
  examTask,
  openTask,
  reopenTask,
} from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { examTaskStudent } from '@xueheng/contract/domains/exam/task/task-student.ts'
import { examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { sql } from 'kysely'
import { every, into } from '../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { wallTime } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { conflict, fault } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import type { ScheduledTask } from '../../../platform/scheduler.ts'
import { requireState, transition } from '../../../platform/states.ts'
import { taskState } from './open-task.ts'

const TASKS = every(examTask, 'a task ends at its time, whoever looks')
const STUDENTS = every(examTaskStudent, 'a task with any candidate stays')
const TEACHERS = every(examTaskTeacher, 'a task with any teacher stays')

export const taskHooks = hook(examTask, {
  async beforeSave(ctx, row, before) {
    assertWholeTenant(ctx, '考务任务')
    const all = { ...before, ...row }
    if (all.beginTime && all.endTime && all.beginTime >= all.endTime) throw fault('endTime', '截止时间应晚于开始时间')
    if (!before) return
    await requireState(ctx, taskStates, taskState(before.id), 'edit')
    if (before.taskStatus === taskStates.states.draft.value) return
    const isOther = all.examGrade !== before.examGrade || all.artsScience !== before.artsScience
    if (isOther) throw fault('examGrade', '任务开始后不能改年级和科类')
  },
  async beforeRemove(ctx, rows) {
    assertWholeTenant(ctx, '考务任务')
    for (const { id } of rows) {
      await requireState(ctx, taskStates, taskState(id), 'remove')
      const used = await sql`select 1 from ${STUDENTS} s where s.task_id = ${id} and s.is_deleted = 0
        union all select 1 from ${TEACHERS} t where t.task_id = ${id} and t.is_deleted = 0 limit 1`.execute(ctx.db)
      if (used.rows.length > 0) throw conflict('考务任务已有考生或教师，请先删除')
    }
  },
})

type Step = 'open' | 'close' | 'reopen' | 'archive'

/** Moves a task on and notes who did. */
async function move(ctx: Ctx, id: string, step: Step, after: Record<string, unknown> = {}): Promise<void> {
  assertWholeTenant(ctx, '考务任务')
  const { taskName } = await findOrRefuse(examTask, ctx, id)
  await transition(ctx, taskStates, taskState(id), step)
  await sql`update ${into(examTask)} set update_time = localtimestamp(0), update_user = ${ctx.user.id} where id = ${id}`.execute(
    ctx.db,
  )
  const { title } = taskStates.actions[step]
  await logOperation(ctx, `examTask.${step}`, `${title}考务任务`, {
    entity: examTask.name,
    rowId: id,
    after: { taskName, ...after },
  })
}

async function open(ctx: Ctx, id: string): Promise<void> {
  const { endTime } = await findOrRefuse(examTask, ctx, id)
  if (endTime <= wallTime(new Date())) throw conflict('截止时间已过，请先修改截止时间')
  await move(ctx, id, 'open')
}

async function reopen(ctx: Ctx, id: string, endTime: string): Promise<void> {
  if (endTime <= wallTime(new Date())) throw fault('endTime', '新的截止时间应晚于现在')
  await move(ctx, id, 'reopen', { endTime })
  await sql`update ${into(examTask)} set end_time = ${endTime} where id = ${id}`.execute(ctx.db)
}

export const taskHandlers = [
  implement(openTask, (ctx, { id }) => open(ctx, id)),
  implement(closeTask, (ctx, { id }) => move(ctx, id, 'close')),
  implement(reopenTask, (ctx, { id, endTime }) => reopen(ctx, id, endTime)),
  implement(archiveTask, (ctx, { id }) => move(ctx, id, 'archive')),
]

interface Tenants {
  database: Database
  tenantIds(): Promise<string[]>
}

/** Closes the open tasks whose time is over; answers how many. */
export async function closeOverdue({ database, tenantIds }: Tenants): Promise<number> {
  let closed = 0
  for (const tenantId of await tenantIds()) {
    const db = database.tenant(tenantId)
    const { rows } = await sql<{ id: string }>`select t.id from ${TASKS} t where t.is_deleted = 0
      and t.task_status = ${taskStates.states.open.value} and t.end_time < localtimestamp`.execute(db)
    for (const { id } of rows) await transition({ db }, taskStates, taskState(id), 'close')
    closed += rows.length
  }
  return closed
}

/** Every minute: what is over is closed. */
export function taskClosing(deps: Tenants): ScheduledTask {
  return {
    name: 'exam.task-closing',
    when: 60,
    run: async () => {
      await closeOverdue(deps)
    },
  }
}
