import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'

const ENROLLED = '1'

/** Enrolled students of the grades, as far as the reader sees them: all that the register says of each. */
export function registeredStudents(ctx: Ctx, gradeCodes: string[]): RawBuilder<unknown> {
  return sql`(select e.* from ${visible(ctx, basicStudent)} e where e.grade_code = any(${gradeCodes}::varchar[])
    and e.is_sealed is distinct from 1 and coalesce(e.enrol_status, ${ENROLLED}) = ${ENROLLED})`
}
