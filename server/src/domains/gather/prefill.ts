import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import {
  ASKED_FIELDS,
  FURTHER_FIELDS,
  REGISTER_FIELDS,
  gatherStudent,
  prefillStudents,
} from '@xueheng/contract/domains/gather/gather-student.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { into, visible } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextIds } from '../../platform/db/id.ts'
import { refreshStatistics } from '../../platform/db/statistics.ts'
import { implement } from '../../platform/module.ts'
import { percentOf } from './percent.ts'
import { isTaskFor } from '../school/index.ts'
import { type GatherTask, assertKind, taskToFill } from './open-task.ts'
import { registeredStudents } from './register.ts'

type Prefilled = Output<typeof prefillStudents>

const column = (name: string) => sql.ref(snake(name))
const from = (table: string, name: string) => sql.ref(`${table}.${snake(name)}`)

/** So many new rows change how the statements that follow are best planned. */
const MANY = 1000

/** Students of the register that are not there yet, with what it and the last collection say of them. */
async function prefill(ctx: Ctx, { gatherTaskId, schoolCode }: Input<typeof prefillStudents>): Promise<Prefilled> {
  const task = await taskToFill(ctx, gatherTaskId)
  assertKind(task, 'student')
  const source = found(ctx, task, schoolCode)
  const counted = await sql<{ num: number }>`select count(*)::int as num from ${source} f`.execute(ctx.db)
  const total = counted.rows[0]?.num ?? 0
  const rows = await insertFound(ctx, task, source, total)
  const added = rows.length
  const askedNum = added * task.askedFields.length
  const prefilledNum = rows.reduce((sum, row) => sum + row.prefilledNum, 0)
  const answer = { added, skipped: total - added, askedNum, prefilledNum, percent: percentOf(prefilledNum, askedNum) }
  await logOperation(ctx, prefillStudents.name, prefillStudents.title, {
    entity: gatherStudent.name,
    rowId: task.id,
    after: { taskName: task.taskName, schoolCode, ...answer },
  })
  if (added > MANY) await refreshStatistics(ctx.db, into(gatherStudent))
  return answer
}

/** The enrolled students the task is for, of one school or of all the reader sees, with their newest row of another task. */
function found(ctx: Ctx, task: GatherTask, schoolCode: string | null): RawBuilder<unknown> {
  const asked = new Set<string>(task.askedFields)
  const value = (table: string, names: readonly string[]) =>
    names.map((name) => sql`case when ${asked.has(name)} then ${from(table, name)} end as ${column(name)}`)
  const further = FURTHER_FIELDS.map((name) => sql`g.${column(name)}`)
  return sql`(select r.student_code, r.student_name, b.area_code, r.school_code, r.grade_code, r.class_code, r.class_name,
      ${sql.join([...value('r', REGISTER_FIELDS), ...value('l', FURTHER_FIELDS)])}
    from ${registeredStudents(ctx, task.gradeCodes)} r join ${visible(ctx, basicSchool)} b on b.school_code = r.school_code
    left join (select distinct on (g.student_code) g.student_code, ${sql.join(further)}
      from ${visible(ctx, gatherStudent)} g where g.gather_task_id <> ${task.id}
        and g.gather_status <> ${gatherStates.states.draft.value}
      order by g.student_code, g.update_time desc) l on l.student_code = r.student_code
    where ${isTaskFor(task)} and (${schoolCode}::varchar is null or b.school_code = ${schoolCode}))`
}

const PLACE = ['studentCode', 'studentName', 'areaCode', 'schoolCode', 'gradeCode', 'classCode', 'className']

async function insertFound(ctx: Ctx, { id: taskId }: GatherTask, source: RawBuilder<unknown>, total: number) {
  const { id: userId, tenantId } = ctx.user
  const names = [...PLACE, ...ASKED_FIELDS]
  const filled = ASKED_FIELDS.map((name) => from('s', name))
  const { rows } = await sql<{ prefilledNum: number }>`insert into ${into(gatherStudent)}
      (id, tenant_id, create_user, update_user, gather_task_id, gather_status, prefilled_num, ${sql.join(names.map(column))})
    select ${nextIds(total)}, ${tenantId}, ${userId}, ${userId}, ${taskId}, ${gatherStates.states.draft.value},
      num_nonnulls(${sql.join(filled)}), ${sql.join(names.map((name) => from('s', name)))}
    from (select s.* from ${source} s order by s.student_code limit ${total}) s
    on conflict (tenant_id, gather_task_id, student_code) where is_deleted = 0 do nothing
    returning prefilled_num`.execute(ctx.db)
  return rows
}

export const prefillHandlers = [implement(prefillStudents, prefill)]
