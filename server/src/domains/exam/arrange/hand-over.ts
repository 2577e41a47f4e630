import { examArrangeTaskStudent, handOver as call } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { examTaskStudent } from '@xueheng/contract/domains/exam/task/task-student.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { refuse } from '../../../platform/error.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { requireState } from '../../../platform/states.ts'
import { gradeName } from '../../school/index.ts'
import { taskState } from '../task/open-task.ts'
import { type ArrangeTask, holdPlan } from './arrange-row.ts'
import { noteStep } from './tasks.ts'

const SHARED = [
  'student_code',
  'student_name',
  'area_code',
  'area_name',
  'school_code',
  'school_name',
  'exam_grade',
  'class_code',
  'exam_class',
  'gender',
  'arts_science',
  'course_combination',
]

/** Tells an exam task the numbers, rooms and seats of a locked plan; candidates it does not have are added. */
export async function handOver(ctx: Ctx, arrangeTaskId: string, taskId: string | null): Promise<Output<typeof call>> {
  const plan = await holdPlan(ctx, arrangeTaskId, 'handOver')
  const goal = taskId ?? plan.examTaskId
  if (!goal) throw refuse('请选择考务任务')
  const { taskName: to, examGrade } = await findOrRefuse(examTask, ctx, goal)
  await requireState(ctx, taskStates, taskState(goal), 'number')
  if (examGrade !== plan.examGrade) throw refuse(`「${to}」不是${gradeName(Number(plan.examGrade))}的考务任务`)
  const updated = await updateKnown(ctx, plan, goal)
  const added = await addMissing(ctx, plan, goal)
  await noteStep(ctx, plan.id, call.name, call.title, { taskName: plan.taskName, to, added, updated })
  return { added, updated }
}

async function updateKnown(ctx: Ctx, { id }: ArrangeTask, taskId: string): Promise<number> {
  const done = await sql`update ${into(examTaskStudent)} t set student_number = s.student_number,
      exam_room_no = s.exam_room_no, exam_room_seat_num = s.exam_room_seat_num, update_user = ${ctx.user.id},
      update_time = greatest(localtimestamp(0), t.update_time + interval '1 second')
    from ${visible(ctx, examArrangeTaskStudent)} s
    where s.arrange_task_id = ${id} and t.task_id = ${taskId} and t.is_deleted = 0
      and t.student_code = s.student_code`.execute(ctx.db)
  return Number(done.numAffectedRows ?? 0)
}

async function addMissing(ctx: Ctx, { id }: ArrangeTask, taskId: string): Promise<number> {
  const missing = sql`(select s.* from ${visible(ctx, examArrangeTaskStudent)} s
    where s.arrange_task_id = ${id} and s.student_code is not null and not exists (
      select 1 from ${visible(ctx, examTaskStudent)} t where t.task_id = ${taskId} and t.student_code = s.student_code))`
  const counted = await sql<{ num: number }>`select count(*)::int as num from ${missing} m`.execute(ctx.db)
  const ids = Array.from({ length: counted.rows[0]?.num ?? 0 }, nextId)
  const { id: userId, tenantId } = ctx.user
  const names = sql.join([...SHARED, 'student_number', 'exam_room_no', 'exam_room_seat_num'].map((one) => sql.ref(one)))
  const done = await sql`insert into ${into(examTaskStudent)}
      (id, tenant_id, create_user, update_user, task_id, confirm_status, ${names})
    select p.key, ${tenantId}, ${userId}, ${userId}, ${taskId}, 0, ${names}
    from (select m.*, row_number() over (order by m.student_code) as no from ${missing} m) n
    join unnest(${ids}::bigint[]) with ordinality p(key, place) on p.place = n.no`.execute(ctx.db)
  return Number(done.numAffectedRows ?? 0)
}
