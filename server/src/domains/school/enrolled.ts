import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { IN_SCHOOL } from './roll-over/plan.ts'

/** Students who are at school now, as far as the reader sees them: all that the register says of each. */
export function enrolledStudents(ctx: Ctx): RawBuilder<unknown> {
  return sql`(select * from ${visible(ctx, basicStudent)} s where is_sealed is distinct from 1 and ${IN_SCHOOL})`
}
