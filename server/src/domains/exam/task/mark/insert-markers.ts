import { markStates } from '@xueheng/contract/domains/exam/task/mark-states.ts'
import { MARKING, examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { sql } from 'kysely'
import { every, into } from '../../../../platform/access/doors.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { nextId } from '../../../../platform/db/id.ts'
import type { ExamTask } from '../open-task.ts'
import type { FreeTeacher } from './free-teachers.ts'

const ALL = every(examTaskTeacher, 'an account is given once in a task')
/** Ordinary markers; leaders are named later. */
const MARKER = 1
const MARK_DIGITS = 4

/** Puts teachers among those who mark, each with an account: the year of the exam and a number that runs through the task. */
export async function insertMarkers(ctx: Ctx, task: ExamTask, drawn: FreeTeacher[]): Promise<void> {
  const last = await lastNumber(ctx, task)
  const rows = drawn.map((teacher, i) => ({
    id: nextId(),
    teacher_code: teacher.teacherCode,
    teacher_name: teacher.teacherName,
    course_name: teacher.courseName,
    area_code: teacher.areaCode,
    area_name: teacher.areaName,
    school_code: teacher.schoolCode,
    school_name: teacher.schoolName,
    mark_account: `${task.examYear}${String(last + i + 1).padStart(MARK_DIGITS, '0')}`,
  }))
  const { id, tenantId } = ctx.user
  await sql`insert into ${into(examTaskTeacher)} (id, tenant_id, task_id, teacher_kind, arrange_status, confirm_status,
      mark_role, create_user, update_user, teacher_code, teacher_name, course_name, area_code, area_name, school_code,
      school_name, mark_account)
    select r.id, ${tenantId}, ${task.id}, ${MARKING}, ${markStates.states.pulled.value}, 0, ${MARKER}, ${id}, ${id},
      r.teacher_code, r.teacher_name, r.course_name, r.area_code, r.area_name, r.school_code, r.school_name, r.mark_account
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (id bigint, teacher_code varchar, teacher_name varchar,
      course_name varchar, area_code varchar, area_name varchar, school_code varchar, school_name varchar,
      mark_account varchar)`.execute(ctx.db)
}

async function lastNumber(ctx: Ctx, { id, examYear }: ExamTask): Promise<number> {
  const from = String(examYear).length + 1
  const { rows } = await sql<{ last: number | null }>`select max(substr(t.mark_account, ${from}::int)::int) as last
    from ${ALL} t where t.task_id = ${id} and t.teacher_kind = ${MARKING}
    and starts_with(t.mark_account, ${String(examYear)})`.execute(ctx.db)
  return rows[0]?.last ?? 0
}
