import { collateStudents, examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { holdPlan } from './arrange-row.ts'
import { noteStep } from './tasks.ts'

export const COLLATED = { open: 0, matched: 1, doubtful: 2, missing: 3 } as const

/**
 * Looks every candidate up in the register: by code, where the name must agree, or by school, class and name where there
 * is no code yet. A code that is found for one candidate alone is filled in.
 */
export async function collate(ctx: Ctx, taskId: string): Promise<Output<typeof collateStudents>> {
  const { taskName } = await holdPlan(ctx, taskId, 'collate')
  const filled = await fillCodes(ctx, taskId)
  const { rows } = await sql<{ state: number; num: number }>`with judged as (update ${into(examArrangeTaskStudent)} t
      set collate_status = case when r.student_name = t.student_name then ${COLLATED.matched}::int
        when r.student_name is not null or n.num > 1 then ${COLLATED.doubtful}::int else ${COLLATED.missing}::int end
    from ${visible(ctx, examArrangeTaskStudent)} s
    left join ${visible(ctx, basicStudent)} r on r.student_code = s.student_code
    left join ${namesakes(ctx, taskId)} n on n.id = s.id
    where t.id = s.id and s.arrange_task_id = ${taskId} returning t.collate_status as state)
    select j.state, count(*)::int as num from judged j group by j.state`.execute(ctx.db)
  const numOf = (wanted: number) => rows.find(({ state }) => state === wanted)?.num ?? 0
  const [matched, doubtful, missing] = [COLLATED.matched, COLLATED.doubtful, COLLATED.missing].map(numOf)
  const result = { matched: matched ?? 0, filled, doubtful: doubtful ?? 0, missing: missing ?? 0 }
  await noteStep(ctx, taskId, collateStudents.name, collateStudents.title, { taskName, ...result })
  return result
}

/** Of candidates without a code: how many of the register have the same school, class and name, and the code of one. */
function namesakes(ctx: Ctx, taskId: string) {
  return sql`(select s.id, count(*)::int as num, min(r.student_code) as code
    from ${visible(ctx, examArrangeTaskStudent)} s
    join ${visible(ctx, basicStudent)} r on r.school_code = s.school_code and r.student_name = s.student_name
      and r.class_name is not distinct from s.exam_class
    where s.arrange_task_id = ${taskId} and s.student_code is null group by s.id)`
}

async function fillCodes(ctx: Ctx, taskId: string): Promise<number> {
  const done = await sql`update ${into(examArrangeTaskStudent)} t set student_code = f.code
    from (select n.id, n.code, count(*) over (partition by n.code) as takers from ${namesakes(ctx, taskId)} n
      where n.num = 1) f
    where t.id = f.id and f.takers = 1 and not exists (select 1 from ${visible(ctx, examArrangeTaskStudent)} s
      where s.arrange_task_id = ${taskId} and s.student_code = f.code)`.execute(ctx.db)
  return Number(done.numAffectedRows ?? 0)
}
