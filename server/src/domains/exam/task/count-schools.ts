import { markStates } from '@xueheng/contract/domains/exam/task/mark-states.ts'
import { examTaskStudent } from '@xueheng/contract/domains/exam/task/task-student.ts'
import { MARKING, REPORTED, examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { type ExamTask } from './open-task.ts'
import { isTaskFor } from '../../school/index.ts'
import { registeredStudents, registeredTeachers } from './register.ts'
import { examTaskReminder } from './tables.ts'

/** What a school is asked for, has reported and has confirmed, of each kind. */
export interface SchoolCount {
  areaCode: string
  schoolCode: string
  schoolName: string
  studentPlanNum: number
  studentNum: number
  studentAuditNum: number
  teacherPlanNum: number
  teacherNum: number
  teacherAuditNum: number
  /** Pulled to mark, and not sent back. */
  markNum: number
  markAuditNum: number
  lastTime: string | null
  remindNum: number
  remindTime: string | null
}

/** Every school the task is for that has somebody to report or has reported, as far as the reader sees it. */
export async function countSchools(ctx: Ctx, task: ExamTask, areaCode: string | null): Promise<SchoolCount[]> {
  const { rows } = await sql<SchoolCount>`select b.area_code, b.school_code, b.school_name,
      coalesce(p.num, 0) as student_plan_num, coalesce(u.num, 0) as student_num,
      coalesce(u.confirmed, 0) as student_audit_num, coalesce(q.num, 0) as teacher_plan_num,
      coalesce(t.num, 0) as teacher_num, coalesce(t.confirmed, 0) as teacher_audit_num,
      coalesce(t.pulled, 0) as mark_num, coalesce(t.marking, 0) as mark_audit_num,
      to_char(greatest(u.last, t.last), 'YYYY-MM-DD HH24:MI:SS') as last_time,
      coalesce(m.remind_num, 0) as remind_num, to_char(m.remind_time, 'YYYY-MM-DD HH24:MI:SS') as remind_time
    from ${visible(ctx, basicSchool)} b
    left join ${perSchool(registeredStudents(ctx, task))} p using (school_code)
    left join ${perSchool(registeredTeachers(ctx, task))} q using (school_code)
    left join ${reportedStudents(ctx, task.id)} u using (school_code)
    left join ${reportedTeachers(ctx, task.id)} t using (school_code)
    left join ${own(examTaskReminder)} m on m.task_id = ${task.id} and m.school_code = b.school_code
    where ${isTaskFor(task)} and (${areaCode}::varchar is null or b.area_code = ${areaCode})
      and (p.num > 0 or q.num > 0 or u.num > 0 or t.num > 0)
    order by b.area_code, b.sort, b.school_code`.execute(ctx.db)
  return rows
}

function perSchool(source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select r.school_code, count(*)::int as num from ${source} r group by r.school_code)`
}

function reportedStudents(ctx: Ctx, taskId: string): RawBuilder<unknown> {
  return sql`(select s.school_code, count(*)::int as num, sum(s.confirm_status)::int as confirmed,
      max(s.update_time) as last
    from ${visible(ctx, examTaskStudent)} s where s.task_id = ${taskId} group by s.school_code)`
}

function reportedTeachers(ctx: Ctx, taskId: string): RawBuilder<unknown> {
  const { pulled, confirmed } = markStates.states
  const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::int`
  const reported = sql`h.teacher_kind = ${REPORTED}`
  const marking = sql`h.teacher_kind = ${MARKING}`
  return sql`(select h.school_code, ${count(reported)} as num,
      ${count(sql`${reported} and h.confirm_status = 1`)} as confirmed,
      ${count(sql`${marking} and h.arrange_status = any(${[pulled.value, confirmed.value]}::int[])`)} as pulled,
      ${count(sql`${marking} and h.arrange_status = ${confirmed.value}`)} as marking,
      max(h.update_time) filter (where ${reported} or h.arrange_status <> ${pulled.value}) as last
    from ${visible(ctx, examTaskTeacher)} h where h.task_id = ${taskId} group by h.school_code)`
}
