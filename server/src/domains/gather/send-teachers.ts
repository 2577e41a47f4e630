import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherTeacher, sendTeachers } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { attempt } from '../../platform/db/attempt.ts'
import { refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { taskToFill } from './open-task.ts'
import { teacherRun } from './teachers.ts'

const MOST = 500
const { draft, schoolRefused, bureauRefused } = gatherStates.states
const UNSENT = [draft, schoolRefused, bureauRefused].map(({ value }) => value)

type Row = EntityRow<typeof gatherTeacher.fields>

/** Sends what stands with the school, every row for itself; those with more of the required items come first. */
async function sendAll(ctx: Ctx, input: Input<typeof sendTeachers>): Promise<Output<typeof sendTeachers>> {
  const { requiredFields } = await taskToFill(ctx, input.gatherTaskId)
  const names = (requiredFields ?? []).filter((name) => Object.hasOwn(gatherTeacher.fields, name))
  const filled = names.map((name) => sql`nullif(trim(s.${sql.ref(snake(name))}::text), '')`)
  const order = filled.length > 0 ? sql`num_nonnulls(${sql.join(filled)}) desc, s.id` : sql`s.id`
  const { rows } = await sql<Row>`select s.* from ${unsent(ctx, input)} order by ${order} limit ${MOST}`.execute(ctx.db)
  if (rows.length === 0) throw refuse('没有要提交的教师')
  const refusals: string[] = []
  for (const row of rows) {
    const { refusal } = await attempt(ctx, (inside) => teacherRun.act(inside, row, 'submit'))
    if (refusal !== undefined) refusals.push(refusal)
  }
  const left = await sql<{ num: number }>`select count(*)::int as num from ${unsent(ctx, input)}`.execute(ctx.db)
  const [message = null] = refusals
  return { sent: rows.length - refusals.length, refused: refusals.length, leftNum: left.rows[0]?.num ?? 0, message }
}

function unsent(ctx: Ctx, { gatherTaskId, schoolCode }: Input<typeof sendTeachers>) {
  return sql`${visible(ctx, gatherTeacher)} s where s.gather_task_id = ${gatherTaskId}
    and s.gather_status = any(${UNSENT}::int[]) and (${schoolCode}::varchar is null or s.school_code = ${schoolCode})`
}

export const sendTeacherHandlers = [implement(sendTeachers, sendAll)]
