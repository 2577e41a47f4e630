import { MARKING, REPORTED, examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { basicTeacher } from '@xueheng/contract/domains/school/basic-teacher.ts'
import { basicTeacherCourse } from '@xueheng/contract/domains/school/basic-teacher-course.ts'
import { sql } from 'kysely'
import { visible } from '../../../../platform/access/doors.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import type { ExamTask } from '../open-task.ts'
import type { MarkPlan } from './mark-plans.ts'

/** A reported teacher nobody has pulled, as the row is taken over. */
export interface FreeTeacher {
  teacherCode: string
  teacherName: string
  courseName: string
  areaCode: string | null
  areaName: string | null
  schoolCode: string
  schoolName: string | null
  isLeader: boolean
  isMarkable: boolean
}

/** Reported teachers of a task who were not pulled for any course, with what the register says of them. */
export async function findFree(ctx: Ctx, { id, studyYear, examGrade }: ExamTask): Promise<FreeTeacher[]> {
  const { rows } =
    await sql<FreeTeacher>`select t.teacher_code, t.teacher_name, t.course_name, t.area_code, t.area_name,
      t.school_code, t.school_name, l.teacher_code is not null as is_leader, r.teacher_code is not null as is_markable
    from ${visible(ctx, examTaskTeacher)} t
    left join (select distinct c.teacher_code from ${visible(ctx, basicTeacherCourse)} c where c.study_year = ${studyYear}
      and c.grade_code = ${examGrade} and c.is_class_leader = 1) l on l.teacher_code = t.teacher_code
    left join (select b.teacher_code from ${visible(ctx, basicTeacher)} b where b.can_mark = 1) r on r.teacher_code = t.teacher_code
    left join (select m.teacher_code from ${visible(ctx, examTaskTeacher)} m where m.task_id = ${id}
      and m.teacher_kind = ${MARKING}) k on k.teacher_code = t.teacher_code
    where t.task_id = ${id} and t.teacher_kind = ${REPORTED} and k.teacher_code is null
    order by t.teacher_code`.execute(ctx.db)
  return rows
}

type Limits = Pick<MarkPlan, 'courseName' | 'isLeaderExcluded' | 'isMarkableOnly'>
type Limited = Pick<FreeTeacher, 'courseName' | 'isLeader' | 'isMarkable'>

/** Whether the plan lets a teacher be pulled. */
export function isEligible(plan: Limits, { courseName, isLeader, isMarkable }: Limited): boolean {
  if (courseName !== plan.courseName) return false
  if (plan.isLeaderExcluded === 1 && isLeader) return false
  return plan.isMarkableOnly !== 1 || isMarkable
}
