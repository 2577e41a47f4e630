import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherStudent, listClassesStudent, sendStudents } from '@xueheng/contract/domains/gather/gather-student.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { attempt } from '../../platform/db/attempt.ts'
import { refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { listOf } from '../../platform/rows/list.ts'
import { type GatherTask, taskToFill } from './open-task.ts'
import { studentRun } from './students.ts'

const MOST = 500

type Sent = Output<typeof sendStudents>

/** Sends what stands with the school: every row for itself, so that one that is not complete keeps none of the others. */
async function sendAll(ctx: Ctx, { gatherTaskId, classCode }: Input<typeof sendStudents>): Promise<Sent> {
  const rows = await listUnsent(ctx, await taskToFill(ctx, gatherTaskId), classCode)
  if (rows.length === 0) throw refuse('没有要提交的学生')
  const refusals: string[] = []
  for (const row of rows) {
    const { refusal } = await attempt(ctx, (inside) => studentRun.act(inside, row, 'submit'))
    if (refusal !== undefined) refusals.push(refusal)
  }
  const left = await countUnsent(ctx, gatherTaskId, classCode)
  return { sent: rows.length - refusals.length, refused: refusals.length, leftNum: left, message: refusals[0] ?? null }
}

const { draft, schoolRefused, bureauRefused } = gatherStates.states

function open(ctx: Ctx, taskId: string, classCode: string | null) {
  return sql`${visible(ctx, gatherStudent)} s where s.gather_task_id = ${taskId}
    and s.gather_status = any(${[draft.value, schoolRefused.value, bureauRefused.value]}::int[])
    and (${classCode}::varchar is null or s.class_code = ${classCode})`
}

/** The next to be sent: those with more of the required items first, or incomplete ones would stand in the way for ever. */
export async function listUnsent(
  ctx: Ctx,
  { id, requiredFields }: Pick<GatherTask, 'id' | 'requiredFields'>,
  classCode: string | null,
) {
  const filled = (requiredFields ?? []).map((name) => sql`nullif(trim(s.${sql.ref(snake(name))}::text), '')`)
  const order = filled.length > 0 ? sql`num_nonnulls(${sql.join(filled)}) desc, s.id` : sql`s.id`
  const { rows } = await sql<EntityRow<typeof gatherStudent.fields>>`select s.* from ${open(ctx, id, classCode)}
    order by ${order} limit ${MOST}`.execute(ctx.db)
  return rows
}

async function countUnsent(ctx: Ctx, taskId: string, classCode: string | null): Promise<number> {
  const { rows } = await sql<{ num: number }>`select count(*)::int as num from ${open(ctx, taskId, classCode)}`.execute(
    ctx.db,
  )
  return rows[0]?.num ?? 0
}

export const sendHandlers = [
  implement(sendStudents, sendAll),
  implement(listClassesStudent, (ctx, { query }) =>
    listOf(ctx, listClassesStudent, query, sql`${visible(ctx, gatherStudent)}`),
  ),
]
