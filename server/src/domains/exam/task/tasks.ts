import {
  archiveTask,
  closeTask,
  examTask,
  openTask,
  reopenTask,
} from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { examTaskStudent } from '@xueheng/contract/domains/exam/task/task-student.ts'
import { examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import { conflict, fault } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import type { ScheduledTask } from '../../../platform/scheduler.ts'
import * as school from '../../school/index.ts'
import { EXAM_TASKS } from './open-task.ts'

const STUDENTS = every(examTaskStudent, 'a task with any candidate stays')
const TEACHERS = every(examTaskTeacher, 'a task with any teacher stays')

export const taskHooks = hook(examTask, {
  async beforeSave(ctx, row, before) {
    const isKnown = await school.checkTask(ctx, EXAM_TASKS, row, before)
    const all = { ...before, ...row }
    const isOther = all.examGrade !== before?.examGrade || all.artsScience !== before?.artsScience
    if (isKnown && isOther) throw fault('examGrade', '任务开始后不能改年级和科类')
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) {
      await school.checkTaskRemoval(ctx, EXAM_TASKS, id)
      const used = await sql`select 1 from ${STUDENTS} s where s.task_id = ${id} and s.is_deleted = 0
        union all select 1 from ${TEACHERS} t where t.task_id = ${id} and t.is_deleted = 0 limit 1`.execute(ctx.db)
      if (used.rows.length > 0) throw conflict('考务任务已有考生或教师，请先删除')
    }
  },
})

export const taskHandlers = [
  implement(openTask, (ctx, { id }) => school.openTask(ctx, EXAM_TASKS, id)),
  implement(closeTask, (ctx, { id }) => school.moveTask(ctx, EXAM_TASKS, id, 'close')),
  implement(reopenTask, (ctx, { id, endTime }) => school.reopenTask(ctx, EXAM_TASKS, id, endTime)),
  implement(archiveTask, (ctx, { id }) => school.moveTask(ctx, EXAM_TASKS, id, 'archive')),
]

/** Every minute: tasks whose time is over are closed. */
export function taskClosing(deps: school.Tenants): ScheduledTask {
  return school.closeByClock(deps, EXAM_TASKS)
}
