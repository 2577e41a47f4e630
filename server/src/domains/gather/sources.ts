import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { type Collected, STUDENTS, TEACHERS, assertAsked } from './collected.ts'

/** What a collection has, for lists that take it over. */
export interface CollectedRows {
  taskName: string
  /** The rows the reader sees, with `who` (names one) and `why` (not ready yet; null where it is). */
  rows: RawBuilder<unknown>
}

const { collated, archived } = gatherStates.states
const READY = [collated.value, archived.value]
const TITLES = JSON.stringify(
  Object.fromEntries(Object.values(gatherStates.states).map(({ value, title }) => [value, title])),
)

/** Students of a collection; those who are not collated yet are not ready. */
export function collectedStudents(ctx: Ctx, gatherTaskId: string): Promise<CollectedRows> {
  const who = sql`g.student_name || coalesce('（' || g.class_name || '）', '')`
  return collectedRows(ctx, STUDENTS, gatherTaskId, sql`${visible(ctx, gatherStudent)}`, who)
}

/** What teachers teach, by a collection; those who are not collated yet are not ready. */
export function collectedTeachers(ctx: Ctx, gatherTaskId: string): Promise<CollectedRows> {
  const who = sql`g.teacher_name || '（' || coalesce(g.class_name, '') || g.course_name || '）'`
  return collectedRows(ctx, TEACHERS, gatherTaskId, sql`${visible(ctx, gatherTeacher)}`, who)
}

async function collectedRows(
  ctx: Ctx,
  of: Collected,
  gatherTaskId: string,
  source: RawBuilder<unknown>,
  who: RawBuilder<unknown>,
): Promise<CollectedRows> {
  const task = await findOrRefuse(gatherTask, ctx, gatherTaskId)
  assertAsked(of, task)
  const rows = sql`(select g.*, ${who} as who, case when not (g.gather_status = any(${READY}::int[]))
      then '还没有校对：' || (${TITLES}::jsonb ->> g.gather_status::text) end as why
    from ${source} g where g.gather_task_id = ${gatherTaskId})`
  return { taskName: task.taskName, rows }
}
