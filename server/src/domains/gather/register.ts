import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { enrolledStudents } from '../school/index.ts'

/** Who is at school in the grades, as far as the reader sees them: all that the register says of each. */
export function registeredStudents(ctx: Ctx, gradeCodes: string[]): RawBuilder<unknown> {
  return sql`(select e.* from ${enrolledStudents(ctx)} e where e.grade_code = any(${gradeCodes}::varchar[]))`
}
