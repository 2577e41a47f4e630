import { sql } from 'kysely'
import { wallTime } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, conflict, fault } from '../../../platform/error.ts'
import { findOnce } from '../../../platform/find-once.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { requireState } from '../../../platform/states.ts'
import { SCHOOLS, type SchoolTask, type SchoolTaskRow, isTaskFor, taskStateOf } from './school-task.ts'

/**
 * A function that answers a task, held, if it takes reports now: in draft from those who prepare it, open within its
 * times. It throws where the task does not. A request asks for each task once.
 */
export function holdTaskOf<T extends SchoolTaskRow>(kind: SchoolTask<T>): (ctx: Ctx, id: string) => Promise<T> {
  const { entity, states } = kind
  const doing = states.actions.report.title
  const once = findOnce<T>(async (ctx, id) => {
    const task = await kind.find(ctx, id)
    const status = await requireState(ctx, states, taskStateOf(kind, id), 'report')
    if (status === states.states.draft.value) return task
    const now = wallTime(new Date())
    if (now < task.beginTime) throw conflict(`${entity.title}从${task.beginTime}开始${doing}`)
    if (now > task.endTime) throw conflict(`${entity.title}已于${task.endTime}截止`)
    return task
  })
  return async (ctx, id) => {
    const task = await once(ctx, id)
    if (!task) throw new AppError('row.notFound')
    return task
  }
}

/** Where a school lies. */
export interface TaskPlace {
  areaCode: string
  areaName: string | null
  schoolName: string
}

/**
 * A function that answers where a school lies that reports for a task, of those that `hold` answers. It throws where
 * the task takes no reports or is not for the school. A request asks for each school once.
 */
export function findPlaceIn(
  { entity }: Pick<SchoolTask, 'entity'>,
  hold: (ctx: Ctx, id: string) => Promise<SchoolTaskRow>,
): (ctx: Ctx, taskId: unknown, schoolCode: unknown) => Promise<TaskPlace> {
  const once = findOnce<TaskPlace>(async (ctx, key) => {
    const [taskId = '', schoolCode = ''] = key.split('/')
    const task = await hold(ctx, taskId)
    const { rows } = await sql<Omit<TaskPlace, 'areaName'>>`select b.area_code, b.school_name from ${SCHOOLS} b
      where b.is_deleted = 0 and b.school_code = ${schoolCode} and ${isTaskFor(task)}`.execute(ctx.db)
    const [place] = rows
    return place && { ...place, areaName: (await dictLabels(ctx, 'exam_area')).get(place.areaCode) ?? null }
  })
  return async (ctx, taskId, schoolCode) => {
    const place = await once(ctx, `${String(taskId)}/${String(schoolCode)}`)
    if (!place) throw fault('schoolCode', `${entity.title}不包括这所学校`)
    return place
  }
}
