import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, visible } from '../../../platform/access/doors.ts'
import type { AccessRule, Reader } from '../../../platform/access/rules.ts'
import { wallTime } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, conflict, fault } from '../../../platform/error.ts'
import { findOnce } from '../../../platform/find-once.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { type StateRow, requireState, stateRow } from '../../../platform/states.ts'
import { isFor } from '../../school/index.ts'

export type ExamTask = EntityRow<typeof examTask.fields>

const SCHOOLS = every(basicSchool, 'whether a task is for a school, whoever asks')

/** The row whose `task_status` moves. */
export function taskState(taskId: string): StateRow {
  return stateRow(examTask, taskId, 'taskStatus')
}

/** Units see a task once it is open, where it is for one of their schools. */
export const taskAccess: AccessRule = {
  entity: examTask,
  limit({ scope }) {
    if (scope.level === 'all') return undefined
    const mine =
      scope.level === 'area'
        ? sql`b.area_code = any(${scope.areaCodes})`
        : sql`b.school_code = any(${scope.schoolCodes})`
    return sql`(task_status <> ${taskStates.states.draft.value} and exists (select 1 from ${SCHOOLS} b
      where b.is_deleted = 0 and ${mine} and ${isFor(sql`area_codes`, sql`school_codes`)}))`
  },
}

/** Rows of a task are seen with it. */
export function withTask(reader: Reader): RawBuilder<unknown> {
  return sql`task_id in (select t.id from ${visible(reader, examTask)} t)`
}

const heldOnce = findOnce<ExamTask>(async (ctx, taskId) => {
  const task = await findOrRefuse(examTask, ctx, taskId)
  const status = await requireState(ctx, taskStates, taskState(taskId), 'report')
  if (status === taskStates.states.draft.value) return task
  const now = wallTime(new Date())
  if (now < task.beginTime) throw conflict(`考务任务从${task.beginTime}开始上报`)
  if (now > task.endTime) throw conflict(`考务任务已于${task.endTime}截止`)
  return task
})

/** The task, held, if it takes reports now: in draft from those who prepare it, open within its times. Throws where it does not. */
export async function taskToReport(ctx: Ctx, taskId: string): Promise<ExamTask> {
  const task = await heldOnce(ctx, taskId)
  if (!task) throw new AppError('row.notFound')
  return task
}

interface Place {
  areaCode: string
  areaName: string | null
  schoolName: string
}

const placeOnce = findOnce<Place>(async (ctx, key) => {
  const [taskId = '', schoolCode = ''] = key.split('/')
  const task = await taskToReport(ctx, taskId)
  const areas = JSON.stringify(task.areaCodes ?? [])
  const schools = JSON.stringify(task.schoolCodes ?? [])
  const found = await sql<
    Omit<Place, 'areaName'>
  >`select b.area_code, b.school_name from ${SCHOOLS} b where b.is_deleted = 0
    and b.school_code = ${schoolCode} and ${isFor(sql`${areas}::jsonb`, sql`${schools}::jsonb`)}`.execute(ctx.db)
  const [place] = found.rows
  return place && { ...place, areaName: (await dictLabels(ctx, 'exam_area')).get(place.areaCode) ?? null }
})

/** Where a school lies that reports for a task; throws where the task takes no reports or is not for it. */
export async function placeInTask(ctx: Ctx, taskId: unknown, schoolCode: unknown): Promise<Place> {
  const place = await placeOnce(ctx, `${String(taskId)}/${String(schoolCode)}`)
  if (!place) throw fault('schoolCode', '考务任务不包括这所学校')
  return place
}
