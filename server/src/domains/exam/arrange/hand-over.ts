import { examArrangeTaskStudent, handOver as call } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { examTaskStudent } from '@xueheng/contract/domains/exam/task/task-student.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { withStagedRows } from '../../../platform/db/copy.ts'
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
  const known = await readKnown(ctx, goal)
  const seated = await readSeated(ctx, plan)
  const updated = await updateKnown(
    ctx,
    seated.flatMap((one) => pairOf(known.get(one.code), one.id)),
  )
  const added = await addMissing(
    ctx,
    goal,
    seated.flatMap((one) => pairOf(known.has(one.code) ? undefined : nextId(), one.id)),
  )
  await noteStep(ctx, plan.id, call.name, call.title, { taskName: plan.taskName, to, added, updated })
  return { added, updated }
}

interface Seated {
  id: string
  code: string
}

/** Candidates of the plan with a code. Rows are paired here by code, and joined by id: what was just written has no statistics. */
async function readSeated(ctx: Ctx, { id }: ArrangeTask): Promise<Seated[]> {
  const { rows } = await sql<Seated>`select s.id, s.student_code as code from ${visible(ctx, examArrangeTaskStudent)} s
    where s.arrange_task_id = ${id} and s.student_code is not null order by s.student_code`.execute(ctx.db)
  return rows
}

/** Ids of the candidates the exam task has, by code. */
async function readKnown(ctx: Ctx, taskId: string): Promise<Map<string, string>> {
  const { rows } = await sql<Seated>`select t.id, t.student_code as code from ${visible(ctx, examTaskStudent)} t
    where t.task_id = ${taskId}`.execute(ctx.db)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

type Pair = [goalId: string, seatedId: string]
const PAIRS = { goal_id: 'bigint', seated_id: 'bigint' }

function pairOf(goalId: string | undefined, seatedId: string): Pair[] {
  return goalId === undefined ? [] : [[goalId, seatedId]]
}

async function updateKnown(ctx: Ctx, pairs: Pair[]): Promise<number> {
  await withStagedRows(ctx.db, PAIRS, pairs, async (staged) => {
    await sql`update ${into(examTaskStudent)} t set student_number = s.student_number, exam_room_no = s.exam_room_no,
        exam_room_seat_num = s.exam_room_seat_num, update_user = ${ctx.user.id},
        update_time = greatest(localtimestamp(0), t.update_time + interval '1 second')
      from ${staged} p join ${visible(ctx, examArrangeTaskStudent)} s on s.id = p.seated_id
      where t.id = p.goal_id`.execute(ctx.db)
  })
  return pairs.length
}

async function addMissing(ctx: Ctx, taskId: string, pairs: Pair[]): Promise<number> {
  const { id: userId, tenantId } = ctx.user
  const names = sql.join([...SHARED, 'student_number', 'exam_room_no', 'exam_room_seat_num'].map((one) => sql.ref(one)))
  await withStagedRows(ctx.db, PAIRS, pairs, async (staged) => {
    await sql`insert into ${into(examTaskStudent)}
        (id, tenant_id, create_user, update_user, task_id, confirm_status, ${names})
      select p.goal_id, ${tenantId}, ${userId}::bigint, ${userId}::bigint, ${taskId}::bigint, 0, ${names}
      from ${staged} p join ${visible(ctx, examArrangeTaskStudent)} s on s.id = p.seated_id`.execute(ctx.db)
  })
  return pairs.length
}
