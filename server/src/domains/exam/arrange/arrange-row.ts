import { examArrangeTaskRoom } from '@xueheng/contract/domains/exam/arrange/arrange-room.ts'
import { arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { examArrangeTask } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, into, visible } from '../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import type { AccessRule, Reader } from '../../../platform/access/rules.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { type StateRow, requireState, stateRow, transition } from '../../../platform/states.ts'

export type ArrangeTask = EntityRow<typeof examArrangeTask.fields>
export type ArrangeRoom = EntityRow<typeof examArrangeTaskRoom.fields>
export type ArrangeStudent = EntityRow<typeof examArrangeTaskStudent.fields>
export type ArrangeAction = keyof typeof arrangeStates.actions

const STUDENTS = every(examArrangeTaskStudent, 'whether a plan seats somebody of the reader, whoever asks')

/** Units see a plan once it is published, where it seats one of theirs. */
function plansOf({ scope }: Reader): RawBuilder<unknown> | undefined {
  if (scope.level === 'all') return undefined
  const mine =
    scope.level === 'area' ? sql`s.area_code = any(${scope.areaCodes})` : sql`s.school_code = any(${scope.schoolCodes})`
  return sql`(arrange_status = ${arrangeStates.states.published.value} and id in (select s.arrange_task_id
    from ${STUDENTS} s where s.is_deleted = 0 and ${mine}))`
}

/** Rooms and candidates are seen with their plan. */
function withPlan(reader: Reader): RawBuilder<unknown> {
  return sql`arrange_task_id in (select t.id from ${visible(reader, examArrangeTask)} t)`
}

export const arrangeAccess: AccessRule[] = [
  { entity: examArrangeTask, limit: plansOf },
  { entity: examArrangeTaskRoom, limit: withPlan },
  { entity: examArrangeTaskStudent, limit: withPlan },
]

/** The row whose `arrange_status` moves. */
export function arrangeState(taskId: string): StateRow {
  return stateRow(examArrangeTask, taskId, 'arrangeStatus')
}

/** The plan, held, if the bureau may do this to it now. Throws where it may not. */
export async function holdPlan(ctx: Ctx, taskId: string, action: ArrangeAction): Promise<ArrangeTask> {
  assertWholeTenant(ctx, '考务编排')
  await findOrRefuse(examArrangeTask, ctx, taskId)
  await requireState(ctx, arrangeStates, arrangeState(taskId), action)
  return findOrRefuse(examArrangeTask, ctx, taskId)
}

/** Moves a held plan on; what stands behind the new state is cleared first. */
export async function movePlan(ctx: Ctx, taskId: string, action: ArrangeAction): Promise<void> {
  await transition(ctx, arrangeStates, arrangeState(taskId), action)
  await sql`update ${into(examArrangeTask)} set update_time = greatest(localtimestamp(0), update_time + interval '1 second'),
    update_user = ${ctx.user.id} where id = ${taskId}`.execute(ctx.db)
}

/** Takes all numbers back; answers how many there were. */
export async function dropNumbers(ctx: Ctx, taskId: string): Promise<number> {
  const done = await sql`update ${into(examArrangeTaskStudent)} set student_number = null
    where arrange_task_id = ${taskId} and is_deleted = 0 and student_number is not null`.execute(ctx.db)
  return Number(done.numAffectedRows ?? 0)
}

/** Takes all seats and numbers back; fixed seats are wishes and stay. */
export async function dropSeats(ctx: Ctx, taskId: string): Promise<void> {
  const isFixed = sql`is_fixed = 1 and is_late is distinct from 1`
  await sql`update ${into(examArrangeTaskStudent)} set student_number = null, exam_point_code = null, seat_row = null,
      seat_col = null, conflict_msg = null,
      exam_room_no = case when ${isFixed} then exam_room_no end,
      exam_room_seat_num = case when ${isFixed} then exam_room_seat_num end
    where arrange_task_id = ${taskId} and is_deleted = 0 and exam_room_no is not null`.execute(ctx.db)
  await sql`update ${into(examArrangeTaskRoom)} set actual_num = null
    where arrange_task_id = ${taskId} and is_deleted = 0 and actual_num is not null`.execute(ctx.db)
  await sql`update ${into(examArrangeTask)} set conflict_num = null where id = ${taskId}`.execute(ctx.db)
}

/** Writes down how many candidates a plan has, and how many of them sit against a rule; answers the latter. */
export async function countPlan(ctx: Ctx, taskId: string): Promise<number> {
  const { rows } = await sql<{ conflictNum: number | null }>`update ${into(examArrangeTask)} t set
      student_num = c.num, conflict_num = case when c.seated > 0 then c.wrong end
    from (select count(*)::int as num, count(seat_row)::int as seated, count(conflict_msg)::int as wrong
      from ${STUDENTS} s where s.arrange_task_id = ${taskId} and s.is_deleted = 0) c
    where t.id = ${taskId} returning t.conflict_num`.execute(ctx.db)
  return rows[0]?.conflictNum ?? 0
}

/** Rooms of a plan in the order in which they are filled. */
export async function listRooms(ctx: Ctx, taskId: string): Promise<ArrangeRoom[]> {
  const { rows } = await sql<ArrangeRoom>`select r.* from ${visible(ctx, examArrangeTaskRoom)} r
    where r.arrange_task_id = ${taskId} order by r.sort nulls last, r.exam_room_no`.execute(ctx.db)
  return rows
}
