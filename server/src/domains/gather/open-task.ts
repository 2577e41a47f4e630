import { gatherTaskStates } from '@xueheng/contract/domains/gather/gather-task-states.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, visible } from '../../platform/access/doors.ts'
import type { AccessRule, Reader } from '../../platform/access/rules.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, conflict, fault } from '../../platform/error.ts'
import { findOnce } from '../../platform/find-once.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { type StateRow, requireState, stateRow } from '../../platform/states.ts'
import { isFor } from '../school/index.ts'

export type GatherTask = EntityRow<typeof gatherTask.fields>

const SCHOOLS = every(basicSchool, 'whether a collection is for a school, whoever asks')

/** The row whose `task_status` moves. */
export function taskState(id: string): StateRow {
  return stateRow(gatherTask, id, 'taskStatus')
}

/** Units see a collection once it is open, where it is for one of their schools. */
export const taskAccess: AccessRule = {
  entity: gatherTask,
  limit({ scope }) {
    if (scope.level === 'all') return undefined
    const mine =
      scope.level === 'area'
        ? sql`b.area_code = any(${scope.areaCodes})`
        : sql`b.school_code = any(${scope.schoolCodes})`
    return sql`(task_status <> ${gatherTaskStates.states.draft.value} and exists (select 1 from ${SCHOOLS} b
      where b.is_deleted = 0 and ${mine} and ${isFor(sql`area_codes`, sql`school_codes`)}))`
  },
}

/** Rows of a collection are seen with it. */
export function withTask(reader: Reader): RawBuilder<unknown> {
  return sql`gather_task_id in (select t.id from ${visible(reader, gatherTask)} t)`
}

const filledOnce = findOnce<GatherTask>(async (ctx, id) => {
  const task = await findOrRefuse(gatherTask, ctx, id)
  const status = await requireState(ctx, gatherTaskStates, taskState(id), 'fill')
  if (status === gatherTaskStates.states.draft.value) return task
  const now = wallTime(new Date())
  if (now < task.beginTime) throw conflict(`采集任务从${task.beginTime}开始填报`)
  if (now > task.endTime) throw conflict(`采集任务已于${task.endTime}截止`)
  return task
})

/** The collection, held, if it is filled in now: in draft by those who prepare it, open within its times. Throws where it is not. */
export async function taskToFill(ctx: Ctx, id: string): Promise<GatherTask> {
  const task = await filledOnce(ctx, id)
  if (!task) throw new AppError('row.notFound')
  return task
}

/** Whether the task is for the school `b`, as a condition. */
export function isTaskFor({ areaCodes, schoolCodes }: GatherTask): RawBuilder<unknown> {
  const list = (codes: string[] | null) => sql`${JSON.stringify(codes ?? [])}::jsonb`
  return isFor(list(areaCodes), list(schoolCodes))
}

const areaOnce = findOnce<{ areaCode: string }>(async (ctx, key) => {
  const [taskId = '', schoolCode = ''] = key.split('/')
  const task = await taskToFill(ctx, taskId)
  const found = await sql<{ areaCode: string }>`select b.area_code from ${SCHOOLS} b where b.is_deleted = 0
    and b.school_code = ${schoolCode} and ${isTaskFor(task)}`.execute(ctx.db)
  return found.rows[0]
})

/** The area of a school that fills in a collection; throws where it is not filled in now or is not for the school. */
export async function areaInTask(ctx: Ctx, taskId: string, schoolCode: string): Promise<string> {
  const found = await areaOnce(ctx, `${taskId}/${schoolCode}`)
  if (!found) throw fault('schoolCode', '采集任务不包括这所学校')
  return found.areaCode
}
