import * as plans from '@xueheng/contract/domains/exam/task/mark-plan.ts'
import * as calls from '@xueheng/contract/domains/exam/task/mark-teacher.ts'
import { MARKING, examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../../platform/access/rights.ts'
import { logOperation } from '../../../../platform/audit/operation-log.ts'
import { partsOf } from '../../../../platform/comma-list.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { fault, refuse } from '../../../../platform/error.ts'
import { implement } from '../../../../platform/module.ts'
import { listOf } from '../../../../platform/rows/list.ts'
import { taskToReport } from '../open-task.ts'
import { confirmMarkers, findMarkers, sendMarkersBack } from './answer-pull.ts'
import { exportAccounts } from './export-accounts.ts'
import { fillPlans } from './mark-plans.ts'
import { listQuotas, summarize } from './mark-summary.ts'
import { pullTeachers, removeMarkers, taskToMark } from './pull-teachers.ts'

/** Everything goes only for who types the name of the task. */
function assertTyped(taskName: string, confirmName: string): void {
  if (confirmName.trim() !== taskName) throw fault('confirmName', `请输入任务名称「${taskName}」`)
}

async function letGo(ctx: Ctx, call: { name: string; title: string }, taskId: string, changed: number, after: object) {
  await logOperation(ctx, call.name, call.title, {
    entity: examTaskTeacher.name,
    rowId: taskId,
    after: { ...after, changed },
  })
  return { changed }
}

async function remove(ctx: Ctx, taskId: string, ids: string[]) {
  const { taskName } = await taskToMark(ctx, taskId)
  const markers = await findMarkers(ctx, taskId, { ids })
  if (markers.length === 0) throw refuse('请选择阅卷教师')
  const teachers = markers.map(({ teacherName }) => teacherName).join('、')
  return letGo(ctx, calls.removeMarkTeachers, taskId, await removeMarkers(ctx, taskId, ids), { taskName, teachers })
}

async function clearMarkers(ctx: Ctx, taskId: string, confirmName: string) {
  const { taskName } = await taskToMark(ctx, taskId)
  assertTyped(taskName, confirmName)
  return letGo(ctx, calls.clearMarkTeachers, taskId, await removeMarkers(ctx, taskId, null), { taskName })
}

/** Reported rows go to the recycle bin, while the task takes reports; who was pulled from them goes with them. */
async function clearAll(ctx: Ctx, taskId: string, confirmName: string) {
  assertWholeTenant(ctx, '考务教师')
  const { taskName } = await taskToReport(ctx, taskId)
  assertTyped(taskName, confirmName)
  const markers = await removeMarkers(ctx, taskId, null)
  const { rows } = await sql`update ${into(examTaskTeacher)} set is_deleted = 1, update_user = ${ctx.user.id},
      update_time = localtimestamp(0) where id in (select v.id from ${visible(ctx, examTaskTeacher)} v
        where v.task_id = ${taskId}) returning 1`.execute(ctx.db)
  return letGo(ctx, calls.clearTeachers, taskId, markers + rows.length, { taskName, markers })
}

async function assignRole(ctx: Ctx, { taskId, ids, markRole, markGroup }: Input<typeof calls.assignMarkRole>) {
  const { taskName } = await taskToMark(ctx, taskId)
  const markers = await findMarkers(ctx, taskId, { ids: partsOf(ids) })
  if (markers.length === 0) throw refuse('请选择阅卷教师')
  await sql`update ${into(examTaskTeacher)} set mark_role = ${markRole}, mark_group = ${markGroup},
      update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where id = any(${markers.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  const teachers = markers.map(({ teacherName }) => teacherName).join('、')
  return letGo(ctx, calls.assignMarkRole, taskId, markers.length, { taskName, teachers, markRole, markGroup })
}

export const markHandlers = [
  implement(plans.fillMarkPlan, (ctx, { taskId }) => fillPlans(ctx, taskId)),
  implement(plans.markSummary, (ctx, { taskId }) => summarize(ctx, taskId)),
  implement(plans.markQuotas, (ctx, { taskId, courseName }) => listQuotas(ctx, taskId, courseName)),
  implement(calls.queryMarkPaperTeacherList, (ctx, { query }) =>
    listOf(
      ctx,
      calls.queryMarkPaperTeacherList,
      query,
      sql`(select * from ${visible(ctx, examTaskTeacher)} t where t.teacher_kind = ${MARKING})`,
    ),
  ),
  implement(calls.markPaperTeacher, pullTeachers),
  implement(calls.confirmMarkTeachers, (ctx, { taskId, ids }) => confirmMarkers(ctx, taskId, partsOf(ids))),
  implement(calls.sendBackMarkTeachers, (ctx, { taskId, ids, reason }) =>
    sendMarkersBack(ctx, taskId, partsOf(ids), reason),
  ),
  implement(calls.assignMarkRole, assignRole),
  implement(calls.removeMarkTeachers, (ctx, { taskId, ids }) => remove(ctx, taskId, partsOf(ids))),
  implement(calls.clearMarkTeachers, (ctx, { taskId, confirmName }) => clearMarkers(ctx, taskId, confirmName)),
  implement(calls.clearTeachers, (ctx, { taskId, confirmName }) => clearAll(ctx, taskId, confirmName)),
  implement(calls.exportMarkAccounts, (ctx, { taskId }) => exportAccounts(ctx, taskId)),
]
