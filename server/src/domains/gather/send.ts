import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherStudent, listClassesStudent, sendStudents } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTeacher, sendTeachers } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { gatherHighExamScore, sendHighExams } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { Entity, EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { attempt } from '../../platform/db/attempt.ts'
import { refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import type { RunningReview } from '../../platform/review/review.ts'
import { listOf } from '../../platform/rows/list.ts'
import { type Collected, HIGH_EXAMS, STUDENTS, TEACHERS, itemsOf } from './collected.ts'
import { type GatherTask, taskToFill } from './open-task.ts'
import { highExamRun } from './high-exam/scores.ts'
import type { StudentReview } from './students.ts'
import { teacherRun } from './teachers.ts'

/** Rows of one call: each is sent for itself. */
const MOST = 500

const { draft, schoolRefused, bureauRefused } = gatherStates.states
const UNSENT = [draft, schoolRefused, bureauRefused].map(({ value }) => value)

/** What stands with the schools, narrowed by `unit`. */
function unsent({ entity, column }: Collected, ctx: Ctx, taskId: string, unit: RawBuilder<unknown>) {
  return sql`${visible(ctx, entity)} s where s.gather_task_id = ${taskId}
    and s.${sql.ref(snake(column))} = any(${UNSENT}::int[]) and ${unit}`
}

/** Whether all that the task requires of a row is filled in. */
function isComplete(of: Collected, { requiredFields }: Pick<GatherTask, 'requiredFields'>): RawBuilder<unknown> {
  const values = itemsOf(of, requiredFields).map((name) => sql`nullif(trim(s.${sql.ref(snake(name))}::text), '')`)
  return values.length > 0 ? sql`(num_nulls(${sql.join(values)}) = 0)` : sql`true`
}

/** The next to be sent. Incomplete ones are left out, or they would stand in the way of all behind them. */
export async function listUnsent<R>(
  ctx: Ctx,
  of: Collected,
  task: Pick<GatherTask, 'id' | 'requiredFields'>,
  unit: RawBuilder<unknown>,
): Promise<R[]> {
  const { rows } = await sql<R>`select s.* from ${unsent(of, ctx, task.id, sql`${unit} and ${isComplete(of, task)}`)}
    order by s.id limit ${MOST}`.execute(ctx.db)
  return rows
}

/** How many are not complete, and the first of them, who tells what is missing. */
async function findIncomplete<R>(
  ctx: Ctx,
  of: Collected,
  task: GatherTask,
  unit: RawBuilder<unknown>,
): Promise<{ num: number; first: R | undefined }> {
  const incomplete = unsent(of, ctx, task.id, sql`${unit} and not ${isComplete(of, task)}`)
  const counted = await sql<{ num: number }>`select count(*)::int as num from ${incomplete}`.execute(ctx.db)
  const { rows } = await sql<R>`select s.* from ${incomplete} order by s.id limit 1`.execute(ctx.db)
  return { num: counted.rows[0]?.num ?? 0, first: rows[0] }
}

interface Sending<F extends Fields> {
  of: Collected & { entity: Entity<F> }
  run: Pick<RunningReview<F, 'submit'>, 'act'>
}

/** Sends what stands with the school: every row for itself, so that one that is not complete keeps none of the others. */
async function sendAll<F extends Fields>(
  ctx: Ctx,
  { of, run }: Sending<F>,
  taskId: string,
  unit: RawBuilder<unknown>,
): Promise<Output<typeof sendStudents>> {
  const task = await taskToFill(ctx, taskId)
  const rows = await listUnsent<EntityRow<F>>(ctx, of, task, unit)
  const { num: incompleteNum, first } = await findIncomplete<EntityRow<F>>(ctx, of, task, unit)
  if (rows.length + incompleteNum === 0) throw refuse(`没有要提交的${of.noun}`)
  const tried = first ? [first, ...rows] : rows
  const refusals: string[] = []
  for (const row of tried) {
    const { refusal } = await attempt(ctx, (inside) => run.act(inside, row, 'submit'))
    if (refusal !== undefined) refusals.push(refusal)
  }
  const left = await sql<{ num: number }>`select count(*)::int as num from ${unsent(of, ctx, taskId, unit)}`.execute(
    ctx.db,
  )
  const [message = null] = refusals
  const refused = refusals.length + Math.max(incompleteNum - 1, 0)
  return { sent: tried.length - refusals.length, refused, leftNum: left.rows[0]?.num ?? 0, message }
}

const highExams = { of: { ...HIGH_EXAMS, entity: gatherHighExamScore }, run: highExamRun }
const teachers = { of: { ...TEACHERS, entity: gatherTeacher }, run: teacherRun }

export const sendHandlers = (run: StudentReview) => [
  implement(sendStudents, (ctx, { gatherTaskId, classCode }) =>
    sendAll(
      ctx,
      { of: { ...STUDENTS, entity: gatherStudent }, run },
      gatherTaskId,
      sql`(${classCode}::varchar is null or s.class_code = ${classCode})`,
    ),
  ),
  implement(sendTeachers, (ctx, { gatherTaskId, schoolCode }) =>
    sendAll(ctx, teachers, gatherTaskId, sql`(${schoolCode}::varchar is null or s.school_code = ${schoolCode})`),
  ),
  implement(sendHighExams, (ctx, { gatherTaskId, schoolCode }) =>
    sendAll(ctx, highExams, gatherTaskId, sql`(${schoolCode}::varchar is null or s.school_code = ${schoolCode})`),
  ),
  implement(listClassesStudent, (ctx, { query }) =>
    listOf(ctx, listClassesStudent, query, sql`${visible(ctx, gatherStudent)}`),
  ),
]
