import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import type { Reader } from '../../../platform/access/rules.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import type { StateRow } from '../../../platform/states.ts'
import { type SchoolTask, findPlaceIn, holdTaskOf, limitToAsked, taskStateOf } from '../../school/index.ts'

export type ExamTask = EntityRow<typeof examTask.fields>

export const EXAM_TASKS: SchoolTask<ExamTask> = {
  entity: examTask,
  states: taskStates,
  find: (ctx, id) => findOrRefuse(examTask, ctx, id),
}

/** The row whose `task_status` moves. */
export function taskState(taskId: string): StateRow {
  return taskStateOf(EXAM_TASKS, taskId)
}

/** Units see a task once it is open, where it is for one of their schools. */
export const taskAccess = limitToAsked(EXAM_TASKS)

/** Rows of a task are seen with it. */
export function withTask(reader: Reader): RawBuilder<unknown> {
  return sql`task_id in (select t.id from ${visible(reader, examTask)} t)`
}

/** The task, held, if it takes reports now. Throws where it does not. */
export const taskToReport = holdTaskOf(EXAM_TASKS)

/** Where a school lies that reports for a task; throws where the task takes no reports or is not for it. */
export const placeInTask = findPlaceIn(EXAM_TASKS, taskToReport)
