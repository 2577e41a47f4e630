import { confirmMarkTeachers, sendBackMarkTeachers } from '@xueheng/contract/domains/exam/task/mark-teacher.ts'
import { markStates } from '@xueheng/contract/domains/exam/task/mark-states.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { MARKING, examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../../platform/access/doors.ts'
import { logOperation } from '../../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { AppError, refuse } from '../../../../platform/error.ts'
import { findOrRefuse } from '../../../../platform/rows/read.ts'
import { requireState, stateRow, transitionAll } from '../../../../platform/states.ts'
import { reviewNotifier } from '../../../notices/index.ts'
import { type ExamTask, taskState } from '../open-task.ts'

interface Marker {
  id: string
  teacherName: string
  courseName: string
  schoolName: string | null
  createUser: string | null
}

/** The pulled teachers of a task that the reader sees: those with the ids, all of which must be there, or all in one state. */
export async function findMarkers(
  ctx: Ctx,
  taskId: string,
  of: { ids: string[] } | { status: number },
): Promise<Marker[]> {
  const which = 'ids' in of ? sql`t.id::text = any(${of.ids}::varchar[])` : sql`t.arrange_status = ${of.status}`
  const { rows } = await sql<Marker>`select t.id, t.teacher_name, t.course_name, t.school_name, t.create_user
    from ${visible(ctx, examTaskTeacher)} t where t.task_id = ${taskId} and t.teacher_kind = ${MARKING} and ${which}
    order by t.course_name, t.mark_account`.execute(ctx.db)
  if ('ids' in of && rows.length < new Set(of.ids).size) throw new AppError('row.notFound')
  return rows
}

async function openTask(ctx: Ctx, taskId: string): Promise<ExamTask> {
  const task = await findOrRefuse(examTask, ctx, taskId)
  await requireState(ctx, taskStates, taskState(taskId), 'mark')
  return task
}

const stateOf = ({ id }: { id: string }) => stateRow(examTaskTeacher, id, 'arrangeStatus')

/** The school agrees: to those it names, or to all that wait for it. */
export async function confirmMarkers(ctx: Ctx, taskId: string, ids: string[]): Promise<{ changed: number }> {
  const { taskName } = await openTask(ctx, taskId)
  const markers = await findMarkers(ctx, taskId, ids.length > 0 ? { ids } : { status: markStates.states.pulled.value })
  if (markers.length === 0) throw refuse('没有待确认的阅卷教师')
  await transitionAll(ctx, markStates, markers.map(stateOf), 'confirm')
  await note(ctx, markers, { confirm_status: 1 })
  const after = { taskName, teachers: namesOf(markers) }
  await logOperation(ctx, confirmMarkTeachers.name, confirmMarkTeachers.title, {
    entity: examTaskTeacher.name,
    rowId: taskId,
    after,
  })
  return { changed: markers.length }
}

/** The school cannot spare them: their places are open again, and whoever pulled them hears why. */
export async function sendMarkersBack(
  ctx: Ctx,
  taskId: string,
  ids: string[],
  reason: string,
): Promise<{ changed: number }> {
  const { taskName } = await openTask(ctx, taskId)
  const markers = await findMarkers(ctx, taskId, { ids })
  if (markers.length === 0) throw refuse('请选择阅卷教师')
  await transitionAll(ctx, markStates, markers.map(stateOf), 'sendBack')
  await note(ctx, markers, { confirm_status: 0, return_reason: reason })
  const after = { taskName, teachers: namesOf(markers), reason }
  await logOperation(ctx, sendBackMarkTeachers.name, sendBackMarkTeachers.title, {
    entity: examTaskTeacher.name,
    rowId: taskId,
    after,
  })
  const content = `${markers[0]?.schoolName ?? ''}退回${namesOf(markers)}：${reason}`
  for (const userId of new Set(markers.flatMap(({ createUser }) => createUser ?? [])))
    await reviewNotifier.tellUser(ctx, userId, {
      title: `阅卷教师被退回：${taskName}`,
      content,
      link: `/bigdata/task/examTaskMark?taskId=${taskId}`,
    })
  return { changed: markers.length }
}

/** What stands beside the state, and who changed it when. */
async function note(ctx: Ctx, markers: Marker[], values: Record<string, string | number>): Promise<void> {
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${into(examTaskTeacher)} set ${sql.join(set)}, confirm_time = localtimestamp(0),
    update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where id = any(${markers.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
}

function namesOf(markers: Marker[]): string {
  return markers.map(({ teacherName, courseName }) => `${teacherName}（${courseName}）`).join('、')
}
