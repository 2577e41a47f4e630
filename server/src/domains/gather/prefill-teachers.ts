import { TEACHER_FIELDS, prefillTeachers } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicTeacher } from '@xueheng/contract/domains/school/basic-teacher.ts'
import { basicTeacherCourse } from '@xueheng/contract/domains/school/basic-teacher-course.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { implement } from '../../platform/module.ts'
import { isTaskFor } from '../school/index.ts'
import { TEACHERS } from './collected.ts'
import type { GatherTask } from './open-task.ts'
import { type Source, column, from, lastCollected, prefill } from './prefill.ts'

/** Assignments of each school's newest term up to the year of the task; the register knows better than the last collection. */
function found(ctx: Ctx, task: GatherTask, schoolCode: string | null): RawBuilder<unknown> {
  const asked = TEACHER_FIELDS.map(
    (name) =>
      sql`case when ${task.askedFields.includes(name)} then coalesce(${from('t', name)}, ${from('l', name)}) end
        as ${column(name)}`,
  )
  return sql`(select r.teacher_code, coalesce(t.teacher_name, r.teacher_name, r.teacher_code) as teacher_name,
      coalesce(t.can_mark, 0) as can_mark, b.area_code, r.school_code, r.grade_code, r.class_code, r.class_name,
      r.course_name, coalesce(r.is_class_leader, 0) as is_class_leader, ${sql.join(asked)}
    from (select c.*, dense_rank() over (partition by c.school_code order by c.study_year desc, c.term desc) as age
      from ${visible(ctx, basicTeacherCourse)} c where c.study_year <= ${task.studyYear}) r
    join ${visible(ctx, basicSchool)} b on b.school_code = r.school_code
    left join ${visible(ctx, basicTeacher)} t on t.teacher_code = r.teacher_code
    left join ${lastCollected(ctx, TEACHERS, task, 'teacherCode', TEACHER_FIELDS)} l on l.teacher_code = r.teacher_code
    where r.age = 1 and r.grade_code = any(${task.gradeCodes}::varchar[]) and ${isTaskFor(task)}
      and (${schoolCode}::varchar is null or b.school_code = ${schoolCode}))`
}

const WHO = ['teacherCode', 'teacherName', 'canMark', 'isClassLeader']
const WHERE = ['areaCode', 'schoolCode', 'gradeCode', 'classCode', 'className', 'courseName']

const SOURCE: Source = {
  of: TEACHERS,
  call: prefillTeachers,
  about: [...WHO, ...WHERE],
  key: ['teacherCode', 'courseName', 'classCode'],
  found,
}

export const prefillTeacherHandlers = [implement(prefillTeachers, (ctx, input) => prefill(ctx, SOURCE, input))]
