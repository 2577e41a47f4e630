import { gatherTaskStates } from '@xueheng/contract/domains/gather/gather-task-states.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Reader } from '../../platform/access/rules.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import type { StateRow } from '../../platform/states.ts'
import { type SchoolTask, findPlaceIn, holdTaskOf, limitToAsked, taskStateOf } from '../school/index.ts'

export type GatherTask = EntityRow<typeof gatherTask.fields>

export const GATHER_TASKS: SchoolTask<GatherTask> = {
  entity: gatherTask,
  states: gatherTaskStates,
  find: (ctx, id) => findOrRefuse(gatherTask, ctx, id),
}

/** The row whose `task_status` moves. */
export function taskState(taskId: string): StateRow {
  return taskStateOf(GATHER_TASKS, taskId)
}

/** Units see a collection once it is open, where it is for one of their schools. */
export const taskAccess = limitToAsked(GATHER_TASKS)

/** Rows of a collection are seen with it. The tasks are read apart: beside their policy no index would find a part of a name. */
export function withTask(reader: Reader): RawBuilder<unknown> {
  return sql`gather_task_id = any(array(select t.id from ${visible(reader, gatherTask)} t))`
}

/** The collection, held, if it is filled in now. Throws where it is not. */
export const taskToFill = holdTaskOf(GATHER_TASKS)

/** Where a school lies that fills in a collection; throws where it is not filled in now or is not for the school. */
export const placeInTask = findPlaceIn(GATHER_TASKS, taskToFill)
