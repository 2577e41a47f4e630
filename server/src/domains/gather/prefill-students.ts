import { FURTHER_FIELDS, REGISTER_FIELDS, prefillStudents } from '@xueheng/contract/domains/gather/gather-student.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { implement } from '../../platform/module.ts'
import { isTaskFor } from '../school/index.ts'
import { STUDENTS } from './collected.ts'
import type { GatherTask } from './open-task.ts'
import { type Source, column, from, lastCollected, prefill } from './prefill.ts'
import { registeredStudents } from './register.ts'

/** Enrolled students; what the register does not know comes from the last collection. */
function found(ctx: Ctx, task: GatherTask, schoolCode: string | null): RawBuilder<unknown> {
  const asked = new Set<string>(task.askedFields)
  const value = (table: string, names: readonly string[]) =>
    names.map((name) => sql`case when ${asked.has(name)} then ${from(table, name)} end as ${column(name)}`)
  return sql`(select r.student_code, r.student_name, b.area_code, r.school_code, r.grade_code, r.class_code, r.class_name,
      ${sql.join([...value('r', REGISTER_FIELDS), ...value('l', FURTHER_FIELDS)])}
    from ${registeredStudents(ctx, task.gradeCodes)} r join ${visible(ctx, basicSchool)} b on b.school_code = r.school_code
    left join ${lastCollected(ctx, STUDENTS, task, 'studentCode', FURTHER_FIELDS)} l on l.student_code = r.student_code
    where ${isTaskFor(task)} and (${schoolCode}::varchar is null or b.school_code = ${schoolCode}))`
}

const SOURCE: Source = {
  of: STUDENTS,
  call: prefillStudents,
  about: ['studentCode', 'studentName', 'areaCode', 'schoolCode', 'gradeCode', 'classCode', 'className'],
  key: ['studentCode'],
  found,
}

export const prefillStudentHandlers = [implement(prefillStudents, (ctx, input) => prefill(ctx, SOURCE, input))]
