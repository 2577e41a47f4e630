import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherHighExamScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import {
  archiveGatherTask,
  closeGatherTask,
  gatherTask,
  openGatherTask,
  reopenGatherTask,
} from '@xueheng/contract/domains/gather/gather-task.ts'
import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { conflict, fault } from '../../platform/error.ts'
import { hook, implement } from '../../platform/module.ts'
import type { ScheduledTask } from '../../platform/scheduler.ts'
import * as school from '../school/index.ts'
import { assertAskable } from './collected.ts'
import { GATHER_TASKS, type GatherTask } from './open-task.ts'

/** A collection with any row stays. */
const KEPT = [
  { rows: every(gatherStudent, 'a collection with any student stays'), said: '采集任务已有学生，请先删除' },
  { rows: every(gatherTeacher, 'a collection with any teacher stays'), said: '采集任务已有教师，请先删除' },
  { rows: every(gatherHighExamScore, 'a collection with any score stays'), said: '采集任务已有高考成绩，请先删除' },
]

export const taskHooks = hook(gatherTask, {
  async beforeSave(ctx, row, before) {
    const isKnown = await school.checkTask(ctx, GATHER_TASKS, row, before)
    const all = { ...before, ...row }
    const asked = all.askedFields ?? []
    if (all.requiredFields?.some((name) => !asked.includes(name))) throw fault('requiredFields', '必填项应在采集项之中')
    assertAskable(all.taskType, asked)
    if (isKnown && before) assertSameBase(all, before)
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) {
      await school.checkTaskRemoval(ctx, GATHER_TASKS, id)
      for (const { rows, said } of KEPT) {
        const used =
          await sql`select 1 from ${rows} s where s.gather_task_id = ${id} and s.is_deleted = 0 limit 1`.execute(ctx.db)
        if (used.rows.length > 0) throw conflict(said)
      }
    }
  },
})

/** What rows that are there already were checked and audited by. */
function assertSameBase(all: Partial<GatherTask>, before: GatherTask): void {
  if ((all.taskType ?? 1) !== (before.taskType ?? 1)) throw fault('taskType', '任务开放后不能改类型')
  if (all.auditLevels !== before.auditLevels) throw fault('auditLevels', '任务开放后不能改审核级数')
  if (before.gradeCodes.some((code) => !all.gradeCodes?.includes(code)))
    throw fault('gradeCodes', '任务开放后只能增加年级')
}

export const taskHandlers = [
  implement(openGatherTask, (ctx, { id }) => school.openTask(ctx, GATHER_TASKS, id)),
  implement(closeGatherTask, (ctx, { id }) => school.moveTask(ctx, GATHER_TASKS, id, 'close')),
  implement(reopenGatherTask, (ctx, { id, endTime }) => school.reopenTask(ctx, GATHER_TASKS, id, endTime)),
  implement(archiveGatherTask, (ctx, { id }) => school.moveTask(ctx, GATHER_TASKS, id, 'archive')),
]

/** Every minute: collections whose time is over are closed. */
export function gatherClosing(deps: school.Tenants): ScheduledTask {
  return school.closeByClock(deps, GATHER_TASKS)
}
