import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { TEACHER_FIELDS, gatherTeacher, prefillTeachers } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicTeacher } from '@xueheng/contract/domains/school/basic-teacher.ts'
import { basicTeacherCourse } from '@xueheng/contract/domains/school/basic-teacher-course.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { into, visible } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextIds } from '../../platform/db/id.ts'
import { refreshStatistics } from '../../platform/db/statistics.ts'
import { implement } from '../../platform/module.ts'
import { isTaskFor } from '../school/index.ts'
import { type GatherTask, assertKind, taskToFill } from './open-task.ts'
import { percentOf } from './percent.ts'

type Prefilled = Output<typeof prefillTeachers>

const PLACE = ['areaCode', 'schoolCode', 'gradeCode', 'classCode', 'className', 'courseName', 'isClassLeader']
const NAMES = ['teacherCode', 'teacherName', 'canMark', ...PLACE, ...TEACHER_FIELDS]
const from = (table: string, name: string) => sql.ref(`${table}.${snake(name)}`)

/** So many new rows change how the statements that follow are best planned. */
const MANY = 1000

/** Who teaches and is not there yet, with what the register of teachers and the last collection say of them. */
async function prefill(ctx: Ctx, { gatherTaskId, schoolCode }: Input<typeof prefillTeachers>): Promise<Prefilled> {
  const task = await taskToFill(ctx, gatherTaskId)
  assertKind(task, 'teacher')
  const source = found(ctx, task, schoolCode)
  const counted = await sql<{ num: number }>`select count(*)::int as num from ${source} f`.execute(ctx.db)
  const total = counted.rows[0]?.num ?? 0
  const rows = await insertFound(ctx, task, source, total)
  const added = rows.length
  const askedNum = added * TEACHER_FIELDS.filter((name) => task.askedFields.includes(name)).length
  const prefilledNum = rows.reduce((sum, row) => sum + row.prefilledNum, 0)
  const answer = { added, skipped: total - added, askedNum, prefilledNum, percent: percentOf(prefilledNum, askedNum) }
  await logOperation(ctx, prefillTeachers.name, prefillTeachers.title, {
    entity: gatherTeacher.name,
    rowId: task.id,
    after: { taskName: task.taskName, schoolCode, ...answer },
  })
  if (added > MANY) await refreshStatistics(ctx.db, into(gatherTeacher))
  return answer
}

/** Assignments of each school's newest term up to the year of the task; the register knows better than the last collection. */
function found(ctx: Ctx, task: GatherTask, schoolCode: string | null): RawBuilder<unknown> {
  const asked = TEACHER_FIELDS.map(
    (name) =>
      sql`case when ${task.askedFields.includes(name)} then coalesce(${from('t', name)}, ${from('l', name)}) end
        as ${sql.ref(snake(name))}`,
  )
  const known = TEACHER_FIELDS.map((name) => from('g', name))
  return sql`(select r.teacher_code, coalesce(t.teacher_name, r.teacher_name, r.teacher_code) as teacher_name,
      coalesce(t.can_mark, 0) as can_mark, b.area_code, r.school_code, r.grade_code, r.class_code, r.class_name,
      r.course_name, coalesce(r.is_class_leader, 0) as is_class_leader, ${sql.join(asked)}
    from (select c.*, dense_rank() over (partition by c.school_code order by c.study_year desc, c.term desc) as age
      from ${visible(ctx, basicTeacherCourse)} c where c.study_year <= ${task.studyYear}) r
    join ${visible(ctx, basicSchool)} b on b.school_code = r.school_code
    left join ${visible(ctx, basicTeacher)} t on t.teacher_code = r.teacher_code
    left join (select distinct on (g.teacher_code) g.teacher_code, ${sql.join(known)}
      from ${visible(ctx, gatherTeacher)} g where g.gather_task_id <> ${task.id}
        and g.gather_status <> ${gatherStates.states.draft.value}
      order by g.teacher_code, g.update_time desc, g.id desc) l on l.teacher_code = r.teacher_code
    where r.age = 1 and r.grade_code = any(${task.gradeCodes}::varchar[]) and ${isTaskFor(task)}
      and (${schoolCode}::varchar is null or b.school_code = ${schoolCode}))`
}

async function insertFound(ctx: Ctx, { id: taskId }: GatherTask, source: RawBuilder<unknown>, total: number) {
  const { id: userId, tenantId } = ctx.user
  const { rows } = await sql<{ prefilledNum: number }>`insert into ${into(gatherTeacher)}
      (id, tenant_id, create_user, update_user, gather_task_id, gather_status, prefilled_num,
        ${sql.join(NAMES.map((name) => sql.ref(snake(name))))})
    select ${nextIds(total)}, ${tenantId}, ${userId}, ${userId}, ${taskId}, ${gatherStates.states.draft.value},
      num_nonnulls(${sql.join(TEACHER_FIELDS.map((name) => from('s', name)))}),
      ${sql.join(NAMES.map((name) => from('s', name)))}
    from (select s.* from ${source} s order by s.class_code, s.course_name, s.teacher_code limit ${total}) s
    on conflict (tenant_id, gather_task_id, teacher_code, course_name, class_code) where is_deleted = 0 do nothing
    returning prefilled_num`.execute(ctx.db)
  return rows
}

export const prefillTeacherHandlers = [implement(prefillTeachers, prefill)]
