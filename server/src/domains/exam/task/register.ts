import { basicTeacherCourse } from '@xueheng/contract/domains/school/basic-teacher-course.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { enrolledStudents } from '../../school/index.ts'
import type { ExamTask } from './open-task.ts'

const NO_CLASS = '未分班'
const EVERY_STREAM = '0'

/** Who of the register the task is about, as far as the reader sees them: enrolled, of the grade and of the stream. */
export function registeredStudents(ctx: Ctx, { examGrade, artsScience }: ExamTask): RawBuilder<unknown> {
  return sql`(select r.student_code, r.student_name, r.school_code, r.class_code,
      coalesce(r.class_name, ${NO_CLASS}) as exam_class, r.gender, r.arts_science, r.course_combination
    from ${enrolledStudents(ctx)} r where r.grade_code = ${examGrade} and (${artsScience} = ${EVERY_STREAM} or r.arts_science = ${artsScience}))`
}

/** Who teaches the courses of the task in its grade, once for each course and school. */
export function registeredTeachers(ctx: Ctx, { examGrade, studyYear, courseNames }: ExamTask): RawBuilder<unknown> {
  const courses = courseNames ?? []
  return sql`(select r.teacher_code, max(r.teacher_name) as teacher_name, r.course_name, r.school_code
    from ${visible(ctx, basicTeacherCourse)} r where r.study_year = ${studyYear} and r.grade_code = ${examGrade}
      and (${courses.length} = 0 or r.course_name = any(${courses}::varchar[]))
    group by r.teacher_code, r.course_name, r.school_code)`
}
